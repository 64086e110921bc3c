import type { TransportErrorKind } from '../../http/exchange.ts';
import type { Counts, Overall, ReviewResult, VariantResult, WaiverResult } from '../../result/results.ts';
import type { Reason, Verdict } from '../../verdict/verdict.ts';
import type { Language } from '../../wording/message.ts';
import { english } from './en.ts';
import { russian } from './ru.ts';

/** The sign of a verdict; never shown without its word. */
export const glyphs = { pass: '✓', fail: '✗', review: '?', inconclusive: '–' } as const satisfies Record<
  Verdict,
  string
>;

/** Why a purpose was not carried out, and what to do about it. */
export interface ReasonWords {
  readonly happened: string;
  readonly advice: string;
}

/** How many requirements came to what, for people: what persons decided counts as they decided it. */
export interface RequirementTally {
  readonly counts: Counts;
  /** Of those that fail. */
  readonly waived: number;
  /** How many persons decided. */
  readonly decided: number;
}

/** What a variant came to, as far as a sentence about it needs to know. */
export interface VariantSummary extends RequirementTally {
  readonly variant: string;
  readonly verdict: Overall;
}

/** What a requirement asks of an answer: the last part of its id. */
export type Aspect = 'status' | 'names' | 'meaning' | 'body' | 'record';

/** Headings, column titles and names of fields. */
type Label =
  | 'actual'
  | 'advisories'
  | 'all'
  | 'also'
  | 'answers'
  | 'byPerson'
  | 'cases'
  | 'changes'
  | 'classCore'
  | 'classCoreHint'
  | 'classFull'
  | 'classFullHint'
  | 'collapse'
  | 'condition'
  | 'controls'
  | 'copied'
  | 'copy'
  | 'copyEntry'
  | 'curlTooLong'
  | 'cutHere'
  | 'date'
  | 'decide'
  | 'decided'
  | 'decidedBy'
  | 'decision'
  | 'draft'
  | 'draftTooLong'
  | 'drawnFrom'
  | 'duration'
  | 'environment'
  | 'expand'
  | 'expected'
  | 'failedLogins'
  | 'failures'
  | 'filter'
  | 'goes'
  | 'holds'
  | 'interrupted'
  | 'interruptedEarly'
  | 'latency'
  | 'latencyTitle'
  | 'leftOutHere'
  | 'link'
  | 'matrix'
  | 'message'
  | 'more'
  | 'moreFailed'
  | 'moreWarnings'
  | 'name'
  | 'noAnswer'
  | 'noBody'
  | 'noMatch'
  | 'notApplicable'
  | 'notAsked'
  | 'note'
  | 'nothingOpen'
  | 'notReached'
  | 'observation'
  | 'observations'
  | 'observed'
  | 'open'
  | 'order'
  | 'orderDerived'
  | 'owner'
  | 'patternHint'
  | 'platform'
  | 'prevents'
  | 'print'
  | 'profile'
  | 'profileHint'
  | 'quantile'
  | 'question'
  | 'reached'
  | 'reason'
  | 'repeat'
  | 'reports'
  | 'request'
  | 'requirement'
  | 'requirements'
  | 'response'
  | 'result'
  | 'reviews'
  | 'rootCauses'
  | 'scriptNeeded'
  | 'search'
  | 'section'
  | 'seeReports'
  | 'showAll'
  | 'slowest'
  | 'specification'
  | 'staleWaivers'
  | 'started'
  | 'state'
  | 'suite'
  | 'summary'
  | 'target'
  | 'text'
  | 'theme'
  | 'title'
  | 'unstable'
  | 'until'
  | 'variant'
  | 'verdict'
  | 'waived'
  | 'waiver'
  | 'waivers'
  | 'why'
  | 'within';

/** Everything that reports say in words of their own, in one language. */
export interface Wording {
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly overall: Readonly<Record<Overall, string>>;
  readonly reasons: Readonly<Record<Reason, ReasonWords>>;
  /** Instead of `not-selected`, where nothing was left out and yet nothing was seen. */
  readonly unjudged: ReasonWords;
  /** Said of a curl command whose placeholder does not stand for the usual password. */
  readonly wrongPassword: string;
  readonly conditionPassword: (condition: string) => string;
  readonly waiverStates: Readonly<Record<WaiverResult['state'], string>>;
  /** Instead of `stale`, where no requirement has the id of the waiver; `near` is one that has nearly the same. */
  readonly unknownWaiver: (near: string | null) => string;
  readonly decisions: Readonly<Record<ReviewResult['decision'], string>>;
  readonly reviewStates: Readonly<Record<ReviewResult['state'], string>>;
  /** Titles of the columns of the table, short. */
  readonly aspects: Readonly<Record<Aspect, string>>;
  readonly transport: Readonly<Record<TransportErrorKind, string>>;
  /** Names of the groups of requirements by the second part of their id. */
  readonly topics: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<Label, string>>;
  readonly language: Language;
  readonly variant: (id: string) => string;
  /** One sentence in plain words for somebody who has not read the specification. */
  readonly sentence: (summary: VariantSummary) => string;
  readonly counts: (tally: RequirementTally) => string;
  /** How far a variant reaches each class, on one line. */
  readonly classes: (classes: VariantResult['classes']) => string;
  readonly failedLogins: (count: number) => string;
  /** A duration in ms for people. */
  readonly duration: (ms: number) => string;
  /** A point in time (ISO 8601) to the second, in UTC. */
  readonly instant: (iso: string) => string;
  readonly requests: (count: number) => string;
  readonly inCases: (count: number) => string;
  readonly bodyLeftOut: (shown: number, total: number) => string;
}

/** One table for each language: another language is another table here. */
const tables = { en: english, ru: russian } as const satisfies Record<Language, Wording>;

/** The words of a language; English for a results file that names none that is known. */
export function wordingFor(language: Language): Wording {
  return Object.hasOwn(tables, language) ? tables[language] : tables.en;
}
