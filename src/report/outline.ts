import type { RequirementResult, ReviewResult } from '../results/results.ts';
import type { ReviewDraft } from '../results/review.ts';
import type { Verdict } from '../judge/check.ts';
import type { Words } from '../messages/message.ts';
import { decisionsOf, oneLine } from './failures.ts';
import type { FailureBlock } from './failures.ts';
import { glyphs, instantOf } from './sentences.ts';
import { reasonWords } from './view.ts';
import type { View } from './view.ts';
import { clip } from '../base/visible.ts';

/**
 * A sentence, in which text between backticks is code; names or observed data, as code; text of a target; or
 * names under a label, which a page unfolds.
 */
type Piece =
  | string
  | { readonly code: readonly string[] }
  | { readonly quoted: string }
  | { readonly folded: readonly string[]; readonly label: string };

/** A line of a report: literal text and pieces. Each kind of report writes the pieces in its own way. */
export interface Line {
  readonly parts: readonly string[];
  readonly pieces: readonly Piece[];
  /** Name of the field, if the line is one. */
  readonly name?: string;
  /** True if it belongs to the previous line. */
  readonly isDeep?: boolean;
  readonly lead?: '- ' | '→ ';
}

/** One item under a heading. */
export interface Entry {
  readonly sign: string;
  readonly look: Verdict | 'plain';
  readonly title: Line;
  /** What a failure is beside those of an earlier run, after the title. */
  readonly mark?: string;
  readonly lines: readonly Line[];
  /** Lines to paste into a profile. */
  readonly yaml?: readonly string[];
  /** Its anchor on a page. */
  readonly anchor?: string;
  /** The entry of a reviews file that would decide it. */
  readonly draft?: ReviewDraft;
  /** The failure whose exchange is shown. */
  readonly block?: FailureBlock;
}

export interface Section {
  readonly id: 'failures' | 'fixed' | 'reviews' | 'decided' | 'open' | 'waivers' | 'advisories';
  readonly title: string;
  readonly look: Verdict | 'strong';
  readonly count: number;
  /** The count with its unit, if there are several. */
  readonly counted?: string;
  readonly entries: readonly Entry[];
  /** More entries, one line each. */
  readonly others?: readonly Line[];
  /** True if each entry is one line. */
  readonly isBrief?: boolean;
  readonly hint?: string;
}

interface Bounds {
  /** Number of failures with their exchanges. */
  readonly inFull: number;
  /** Characters per text. */
  readonly text: number;
}

/** Requirements of one failure or text that are shown with their statements. */
const shownStatements = 3;
/** More cases are counted. */
const shownCases = 3;
const notesShown = 5;
/** Different findings shown per requirement. */
const findingsShown = 5;

const line = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Line => ({ parts, pieces });
const code = (...texts: readonly string[]): Piece => ({ code: texts });
const field = (name: string, text: Line | string): readonly Line[] =>
  text === '' ? [] : [{ ...(typeof text === 'string' ? line`${text}` : text), name }];

/**
 * Content of a report besides the tables of verdicts, section by section. It is the same for every kind of
 * report.
 */
export function outlineOf(view: View, bounds: Bounds): readonly Section[] {
  const { words } = view;
  const short = (text: string): string => clip(text, bounds.text);
  return [
    failureSection(view, bounds),
    fixedSection(view),
    reviewSection(view, short),
    {
      id: 'decided',
      title: words('decisions'),
      look: 'strong',
      count: view.results.reviews.length,
      entries: view.results.reviews.map((review) => decisionEntry(review, words, short)),
    },
    openSection(view, short),
    {
      id: 'waivers',
      title: words('waivers'),
      look: 'strong',
      count: view.waivers.length,
      isBrief: true,
      entries: view.waivers.map(({ requirement, state, text, reason, owner, until }) => ({
        sign: state === 'stale' || state === 'expired' ? '!' : '-',
        look: 'plain',
        title: line`${code(requirement)} – ${text} (${code(short(reason))}; ${words('owner')} ${code(owner)}; ${words('until')} ${code(until)})`,
        lines: [],
      })),
    },
    {
      id: 'advisories',
      title: words('advisories'),
      look: 'strong',
      count: view.advisories.length,
      isBrief: true,
      entries: view.advisories.map(({ ids, message, exchanges }) => ({
        sign: '-',
        look: 'plain',
        title:
          exchanges.length === 0
            ? line`${code(...ids)}: ${clip(message, 2 * bounds.text)}`
            : line`${code(...ids)}: ${clip(message, 2 * bounds.text)} (${words('seen-in')} ${code(...exchanges)})`,
        lines: [],
      })),
    },
  ];
}

function failureSection({ failures, since, words }: View, { inFull, text }: Bounds): Section {
  const { count, blocks, unexplained, counted } = failures;
  return {
    id: 'failures',
    title: words('failures'),
    look: 'fail',
    count,
    ...(blocks.length === 0 ? {} : { counted }),
    ...(since === null || count === 0
      ? {}
      : { hint: words('since-run', { instant: instantOf(since.startedAt, words) }) }),
    entries: blocks.slice(0, inFull).map((block) => failureEntry(block, words, (said) => clip(said, text))),
    others: [
      ...blocks
        .slice(inFull)
        .map((block) =>
          block.mark === '' ? line`${oneLine(block, words)}` : line`${oneLine(block, words)} (${block.mark})`,
        ),
      ...unexplained.map(({ id, statement }) => line`${code(id)}: ${statement}`),
    ],
  };
}

/** Requirements that failed in the earlier run and pass now. */
function fixedSection({ since, results, words }: View): Section {
  const fixed = results.requirements.filter(({ id }) => since?.fixed.includes(id));
  return {
    id: 'fixed',
    title: since === null ? '' : words('fixed-since', { instant: instantOf(since.startedAt, words) }),
    look: 'pass',
    count: fixed.length,
    isBrief: true,
    entries: fixed.map(({ id, statement }) => ({
      sign: glyphs.pass,
      look: 'pass',
      title: line`${code(id)}: ${statement}`,
      lines: [],
    })),
  };
}

const requirementLine = ({ id, section, statement }: RequirementResult, words: Words): Line =>
  line`${code(id)} (${words('section')} ${section}): ${statement}`;

function failureEntry(block: FailureBlock, words: Words, short: (text: string) => string): Entry {
  const { title, requirements, expected, actual, why, control, decisions, cases, testCase, exchange } = block;
  const labels = new Set(testCase.exchanges.map((one) => one.label));
  const label = exchange === null || labels.size < 2 ? '' : ` (${exchange.label})`;
  return {
    sign: glyphs.fail,
    look: 'fail',
    title: line`${short(title)}`,
    lines: [
      ...requirementsNamed(requirements, words),
      ...field(words('expected'), short(expected)),
      ...field(words('actual'), actual === '' ? '' : line`${code(short(actual))}`),
      ...field(words('why'), short(why)),
      ...decisions.flatMap((one) => field(words('decision'), decisionLine(one, words, short))),
      line`${code(testCase.id)}: ${`${testCase.title}${label}`}`,
      ...field(words('control'), control),
      ...alsoIn(cases.slice(1), words),
    ],
    mark: block.mark,
    block,
    anchor: block.id,
  };
}

/** A few requirements with their statements, or the ids of many. */
const requirementsNamed = (requirements: readonly RequirementResult[], words: Words): readonly Line[] =>
  requirements.length > shownStatements
    ? [line`${code(...requirements.map(({ id }) => id))}`]
    : requirements.map((one) => requirementLine(one, words));

const alsoIn = (cases: readonly string[], words: Words): readonly Line[] =>
  field(
    words('also'),
    cases.length === 0
      ? ''
      : cases.length > shownCases
        ? line`${{ folded: cases, label: words('more-cases', { count: cases.length }) }}`
        : line`${code(...cases)}`,
  );

/** Why a requirement has its verdict. Actual values only if it fails or is under review. */
export function requirementLines(found: RequirementResult, view: View, limit: number): readonly Line[] {
  const { words, results, findings } = view;
  const { id, verdict, reason } = found;
  const short = (text: string): string => clip(text, limit);
  const shown = verdict === 'review' || verdict === 'fail' ? (findings.get(id) ?? []) : [];
  const alike = Map.groupBy(shown, ({ check }) => check.message);
  return [
    ...(reason === null
      ? []
      : [line`${code(words(`reason-${reason}`))}: ${reasonWords(reason, [found], words).happened}`]),
    ...decisionsOf(found, results).flatMap((one) =>
      field(words('decision'), decisionLine(one, words, short)),
    ),
    ...[...alike].slice(0, findingsShown).map(([message, same]) => {
      const cases = new Set(same.map(({ testCase }) => testCase.id));
      return line`${code(...cases)}: ${short(message)}`;
    }),
  ];
}

function decisionLine(
  { decision, name, date, note }: ReviewResult,
  words: Words,
  short: (text: string) => string,
): Line {
  const said = [name, date, ...(note === '' ? [] : [short(note)])];
  return line`${words(`decision-${decision}`)}; ${code(...said)}`;
}

/** Texts that a person has to read, each with the questions that it raises. */
function reviewSection({ reviews, reviewCount, words }: View, short: (text: string) => string): Section {
  return {
    id: 'reviews',
    title: words('reviews'),
    look: 'review',
    count: reviews.length === 0 ? 0 : reviewCount,
    entries: reviews.map(({ text, draft, requirements, whys, testCase }) => ({
      draft,
      sign: glyphs.review,
      look: 'review',
      title: line`${{ quoted: short(text) }}`,
      lines: [
        ...(draft.answers.length > 1
          ? [line`${words('alike-texts', { count: draft.answers.length - 1 })}`]
          : []),
        ...requirementsNamed(requirements, words).flatMap((one) => field(words('decide'), one)),
        ...whys.flatMap((why) => field(words('why'), short(why))),
        line`${code(testCase.id)}: ${testCase.title}`,
      ],
    })),
  };
}

/** Decisions of people on texts, including decisions that settle nothing. */
function decisionEntry(review: ReviewResult, words: Words, short: (text: string) => string): Entry {
  const { case: id, decision, state, requirements, text } = review;
  const isUsed = state === 'used';
  return {
    sign: isUsed ? glyphs[decision] : '!',
    look: isUsed ? decision : 'plain',
    title: line`${code(...(isUsed ? requirements : [id]))}`,
    lines: [
      ...field(words('text'), line`${{ quoted: short(text) }}`),
      ...field(words('decision'), decisionLine(review, words, short)),
      ...(isUsed ? [] : field(words('state'), words(`decision-${state}`))),
    ],
  };
}

/** What could not be tested, by reason, and what to do about it. */
const openSection = ({ groups, openCount, words }: View, short: (text: string) => string): Section => ({
  id: 'open',
  title: words('open'),
  look: 'inconclusive',
  count: openCount,
  entries: groups.map(({ reason, name, ids, notes, happened, advice, yaml }) => ({
    anchor: `open:${reason}`,
    sign: glyphs.inconclusive,
    look: 'inconclusive',
    title: line`${code(name)}: ${String(ids.length)}`,
    lines: [
      line`${happened}`,
      line`${code(...ids)}`,
      ...notes
        .slice(0, notesShown)
        .map((note) => ({ ...line`${short(note)}`, isDeep: true, lead: '- ' as const })),
      { ...line`${advice}`, lead: '→ ' },
    ],
    yaml,
  })),
});

/** How a kind of report writes the pieces of a line. */
export interface Manner<Written> {
  readonly said: (text: string) => Written;
  readonly coded: (texts: readonly string[]) => Written;
  readonly quoted: (text: string) => Written;
  readonly folded: (label: string, texts: readonly string[]) => Written;
  readonly literal: (text: string) => Written;
  readonly joined: (parts: readonly Written[]) => Written;
}

/** The manner of plain text: literal text stays as it is. */
export const textual = (
  said: (text: string) => string,
  coded: (texts: readonly string[]) => string,
  quoted: (text: string) => string,
): Manner<string> => ({
  said,
  coded,
  quoted,
  folded: said,
  literal: (text) => text,
  joined: (parts) => parts.join(''),
});

export const written = <Written>({ parts, pieces }: Line, manner: Manner<Written>): Written =>
  manner.joined(
    parts.flatMap((part, index) => {
      const piece = pieces[index];
      const literal = part === '' ? [] : [manner.literal(part)];
      if (piece === undefined) return literal;
      if (typeof piece === 'string') return [...literal, manner.said(piece)];
      if ('folded' in piece) return [...literal, manner.folded(piece.label, piece.folded)];
      return [...literal, 'code' in piece ? manner.coded(piece.code) : manner.quoted(piece.quoted)];
    }),
  );
