import type { TransportErrorKind } from '../../http/exchange.ts';
import type { Counts, Overall, Results, WaiverResult } from '../../result/results.ts';
import type { Reason, Verdict } from '../../verdict/verdict.ts';
import { english } from './en.ts';

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

/** What a variant came to, as far as a sentence about it needs to know. */
export interface VariantSummary {
  readonly variant: string;
  readonly verdict: Overall;
  readonly counts: Counts;
  readonly waived: number;
}

/** Headings, column titles and names of fields. */
type Label =
  | 'actual'
  | 'advisories'
  | 'all'
  | 'also'
  | 'cases'
  | 'collapse'
  | 'condition'
  | 'controls'
  | 'copied'
  | 'copy'
  | 'decide'
  | 'duration'
  | 'environment'
  | 'expand'
  | 'expected'
  | 'failures'
  | 'filter'
  | 'holds'
  | 'interrupted'
  | 'interruptedEarly'
  | 'latency'
  | 'matrix'
  | 'message'
  | 'more'
  | 'noAnswer'
  | 'noBody'
  | 'noMatch'
  | 'notApplicable'
  | 'notAsked'
  | 'observation'
  | 'observations'
  | 'observed'
  | 'open'
  | 'owner'
  | 'patternHint'
  | 'profileHint'
  | 'question'
  | 'reason'
  | 'request'
  | 'requirement'
  | 'requirements'
  | 'response'
  | 'result'
  | 'reviews'
  | 'rootCauses'
  | 'search'
  | 'section'
  | 'specification'
  | 'started'
  | 'state'
  | 'suite'
  | 'summary'
  | 'target'
  | 'text'
  | 'title'
  | 'until'
  | 'variant'
  | 'verdict'
  | 'waived'
  | 'waivers'
  | 'why';

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
  readonly transport: Readonly<Record<TransportErrorKind, string>>;
  /** Names of the groups of requirements by the second part of their id. */
  readonly topics: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<Label, string>>;
  /** What Results say in English (statements, titles, messages, questions), in the language of the report. */
  readonly say: (english: string) => string;
  readonly variant: (id: string) => string;
  /** One sentence in plain words for somebody who has not read the specification. */
  readonly sentence: (summary: VariantSummary) => string;
  readonly counts: (counts: Counts, waived: number) => string;
  readonly requests: (count: number) => string;
  readonly inCases: (count: number) => string;
  readonly bodyLeftOut: (shown: number, total: number) => string;
}

const tables = { en: english } as const satisfies Partial<Record<Results['target']['language'], Wording>>;

/** The words of a language; English where there is no table for it yet. */
export function wordingFor(language: Results['target']['language']): Wording {
  return language in tables ? tables[language as keyof typeof tables] : tables.en;
}
