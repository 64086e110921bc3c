// Two results of one target or of two: what got worse, what got better, and what only one of them asked.

import { clip } from '../base/visible.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { isFailure, outcomeOf } from '../results/totals.ts';
import type { CheckResult, RequirementResult, Results } from '../results/results.ts';
import { code, fields, heading, list, quote, section, text } from './document.ts';
import type { Block, Document, Line } from './document.ts';
import { decidingChecks } from './view.ts';
import type { Since } from './view.ts';

/** `waived` fails, and a person accepts that; `absent`: its variant is not claimed. */
type Standing = 'pass' | 'review' | 'inconclusive' | 'waived' | 'fail' | 'not-asked' | 'absent';
type Direction = 'worse' | 'better' | 'other';

interface Change {
  readonly id: string;
  readonly direction: Direction;
  readonly from: Standing;
  readonly to: Standing;
  /** What decided it on both sides, in English. */
  readonly said: { readonly before: readonly string[]; readonly after: readonly string[] };
}

interface ClassChange {
  readonly variant: string;
  readonly name: 'core' | 'full';
  readonly direction: Direction;
}

/** An observation that changed, an advisory that came or went, or something else that is not the same. */
interface Note {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Side = Pick<Results, 'target' | 'startedAt' | 'verdict'>;

export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  /** A requirement or a class got worse. */
  readonly isWorse: boolean;
  readonly requirements: readonly Change[];
  readonly classes: readonly ClassChange[];
  /** Requirements, and classes as `A core`, of which one side asked nothing, or not all that the other did. */
  readonly unasked: readonly string[];
  readonly observations: readonly Note[];
  readonly advisories: readonly Note[];
  readonly context: readonly Note[];
}

const ranks: Readonly<Record<Standing, number | null>> = {
  pass: 0,
  review: 1,
  inconclusive: 1,
  waived: 2,
  fail: 3,
  'not-asked': null,
  absent: null,
};

export function compareResults(before: Results, after: Results): Comparison {
  const compared = requirementsOf(before, after);
  const classes = classesOf(before, after);
  const requirements = compared.flatMap(({ change }) => change ?? []);
  return {
    before: sideOf(before),
    after: sideOf(after),
    isWorse: [...requirements, ...classes.changes].some(({ direction }) => direction === 'worse'),
    requirements,
    classes: classes.changes,
    unasked: [...compared.flatMap(({ unasked }) => unasked ?? []), ...classes.unasked],
    observations: notesOf(before, after, ({ observations }) =>
      observations.map(({ id, value }) => [id, value.message]),
    ),
    advisories: notesOf(before, after, ({ advisories }) =>
      advisories.map(({ id, found }) => [id, found.message]),
    ),
    context: notesOf(before, after, ({ suite, rules, spec, target, record }) => [
      ['suite', suite.version],
      ['rules', String(rules)],
      ['specification', spec.sha256.slice(0, 12)],
      ['base URL', target.baseUrl],
      ['bank code', target.bankCode ?? 'none'],
      ['variants', target.variants.join(', ')],
      ['limits', JSON.stringify(record.profile.limits)],
    ]),
  };
}

const sideOf = ({ target, startedAt, verdict }: Results): Side => ({ target, startedAt, verdict });

function standingOf(one: RequirementResult | undefined): Standing {
  if (one === undefined) return 'absent';
  const outcome = outcomeOf(one);
  if (outcome === 'fail') return isFailure(one) ? 'fail' : 'waived';
  return one.reason === 'not-selected' ? 'not-asked' : outcome;
}

interface Compared {
  readonly change?: Change;
  readonly unasked?: string;
}

/** In the order of the catalogue; those that only the older side has at the end. */
function requirementsOf(before: Results, after: Results): readonly Compared[] {
  const [older, newer] = [before, after].map(
    ({ requirements }) => new Map(requirements.map((one) => [one.id, one])),
  );
  const ids = [...new Set([...(newer?.keys() ?? []), ...(older?.keys() ?? [])])];
  return ids.map((id): Compared => {
    const [was, is] = [older?.get(id), newer?.get(id)];
    const [from, to] = [standingOf(was), standingOf(is)];
    const said = { before: saidOf(was, before), after: saidOf(is, after) };
    if (from === to && (from === 'pass' || isSame(said.before, said.after))) return {};
    if (!isAsked(was, is, before) || !isAsked(is, was, after)) return { unasked: id };
    return { change: { id, direction: directionOf(from, to), from, to, said } };
  });
}

/** A failure is one whatever was asked; anything else counts if all was asked that the other side did. */
function isAsked(
  own: RequirementResult | undefined,
  other: RequirementResult | undefined,
  { isSelection, interrupted }: Results,
): boolean {
  const standing = standingOf(own);
  if (standing === 'absent' || standing === 'fail' || other === undefined) return true;
  if (standing === 'not-asked') return false;
  return !(isSelection || interrupted) || other.cases.every((id) => own?.cases.includes(id) === true);
}

/** What passed and is not claimed any more got worse. */
function directionOf(from: Standing, to: Standing): Direction {
  if (to === 'absent') return from === 'pass' ? 'worse' : 'other';
  const [before, after] = [ranks[from], ranks[to]];
  if (before === null || after === null || before === after) return 'other';
  return after > before ? 'worse' : 'better';
}

const saidOf = (one: RequirementResult | undefined, results: Results): readonly string[] =>
  one === undefined || one.verdict === 'pass'
    ? []
    : [...new Set(decidingChecks(one, results).map(({ check }) => check.message))];

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.map(settle).toSorted()) === JSON.stringify(other.map(settle).toSorted());

/** A target writes other numbers and identifiers in every answer. */
const settle = (sentence: string): string => sentence.replace(/“[^”]*”/gu, (quoted) => maskVolatile(quoted));

/** Of variants that both sides claim. Where one of them did not ask everything, its class tells nothing. */
function classesOf(before: Results, after: Results) {
  const isPartial = [before, after].some(({ isSelection, interrupted }) => isSelection || interrupted);
  const changed = after.target.variants.flatMap((variant) =>
    (['core', 'full'] as const).flatMap((name): readonly ClassChange[] => {
      const [was, is] = [before, after].map(({ variants }) => variants[variant]?.prevents[name].length);
      if (was === undefined || is === undefined || (was === 0) === (is === 0)) return [];
      return [{ variant, name, direction: is === 0 ? 'better' : 'worse' }];
    }),
  );
  return isPartial
    ? { changes: [], unasked: changed.map(({ variant, name }) => `${variant.toUpperCase()} ${name}`) }
    : { changes: changed, unasked: [] };
}

/** What differs in named values. What one side has no value for counts only if that side asked everything. */
function notesOf(
  before: Results,
  after: Results,
  valuesOf: (results: Results) => readonly (readonly [id: string, value: string])[],
): readonly Note[] {
  const [older, newer] = [new Map(valuesOf(before)), new Map(valuesOf(after))];
  return [...new Set([...newer.keys(), ...older.keys()])].flatMap((id) => {
    const [was = null, is = null] = [older.get(id), newer.get(id)];
    const isUnasked = (was === null && before.isSelection) || (is === null && after.isSelection);
    return isUnasked || settle(was ?? '') === settle(is ?? '') ? [] : [{ id, before: was, after: is }];
  });
}

/** Null: there is nothing before. Failures of another target, or by other rules, tell nothing about these. */
export function sinceOf(before: Results | null, after: Results): Since | null {
  if (before === null || before.rules !== after.rules) return null;
  const [was, is] = [before.target, after.target];
  if (was.name !== is.name || was.isReference !== is.isReference) return null;
  const older = new Map(before.requirements.map((one) => [one.id, standingOf(one)]));
  const failed = after.requirements.filter(isFailure).map(({ id }) => id);
  const markOf = (id: string): 'new' | 'known' | 'first' => {
    const was = older.get(id) ?? 'absent';
    if (was === 'fail' || was === 'waived') return 'known';
    return was === 'pass' || was === 'review' ? 'new' : 'first';
  };
  const changes = compareResults(before, after).requirements;
  return {
    startedAt: before.startedAt,
    fixed: changes.filter(({ from, to }) => from === 'fail' && to === 'pass').map(({ id }) => id),
    marks: new Map(failed.map((id) => [id, markOf(id)])),
  };
}

/** Cases in which something failed or is under review, for `--last-failed`. */
export const failedCases = ({ requirements, cases }: Results): readonly string[] => {
  const wanted = requirements.filter((one) => isFailure(one) || outcomeOf(one) === 'review');
  const isWanted = ({ requirement, verdict }: CheckResult): boolean =>
    (verdict === 'fail' || verdict === 'review') && wanted.some(({ id }) => id === requirement);
  return cases.filter(({ checks }) => checks.some(isWanted)).map(({ id }) => id);
};

/** `entries`: of a block; a comment on GitHub holds 65,536 characters. `observations` change with every version. */
const most = { entries: 60, observations: 5, said: 3, text: 300 } as const;
const short = (said: string): string => clip(said, most.text);

export function comparisonDocument(comparison: Comparison): Document {
  const { before, after, isWorse, requirements, classes, unasked, observations, advisories, context } =
    comparison;
  const changed = [...requirements, ...classes, ...observations, ...advisories].length > 0;
  const verdict = isWorse ? 'Something got worse' : changed ? 'Nothing got worse' : 'Nothing differs';
  const part = ` in what both runs asked; requirements or classes that were not compared: ${unasked.length}`;
  return [
    heading(`${verdict}${unasked.length === 0 ? '' : part}.`, {
      level: 1,
      look: isWorse ? 'fail' : 'pass',
      id: 'verdict',
    }),
    ...fields([
      ['before', sideLine(before)],
      ['after', sideLine(after)],
    ]),
    ...(['worse', 'better', 'other'] as const).flatMap((direction) => directed(direction, comparison)),
    ...section(
      heading('Observations that changed', { count: String(observations.length) }),
      notesList(observations, most.observations),
    ),
    ...section(
      heading('Advisories that came or went', { count: String(advisories.length) }),
      notesList(advisories, most.entries),
    ),
    ...section(heading('What else is not the same'), notesList(context, most.entries)),
  ];
}

const sideLine = ({ target, startedAt, verdict }: Side): Line => [
  quote(short(target.name)),
  ' ',
  code(short(target.baseUrl)),
  `, ${startedAt.slice(0, 19).replace('T', ' ')} UTC, ${verdict}`,
];

const titles = { worse: 'Worse', better: 'Better', other: 'Changed' } as const satisfies Record<
  Direction,
  string
>;
const looks = { worse: 'fail', better: 'pass', other: 'observed' } as const;

function directed(direction: Direction, { requirements, classes }: Comparison): Document {
  const own = requirements.filter((one) => one.direction === direction);
  const reached = classes.filter((one) => one.direction === direction);
  const verb = direction === 'better' ? 'reaches' : 'no longer reaches';
  const rest = own.length - most.entries;
  return section(
    heading(titles[direction], {
      look: looks[direction],
      count: String(own.length + reached.length),
      id: direction,
    }),
    [
      ...list(
        reached.map(({ variant, name }) => `Variant ${variant.toUpperCase()} ${verb} the class ${name}.`),
        looks[direction],
      ),
      ...own.slice(0, most.entries).map((one) => changeCard(one)),
      ...(rest > 0 ? [text(`… (+${rest})`)] : []),
    ],
  );
}

function changeCard({ id, direction, from, to, said }: Change): Block {
  const lines = (messages: readonly string[], standing: Standing): Line => [
    [standing, messages.slice(0, most.said).map(short).join('; ')].filter(Boolean).join(': '),
    ...(messages.length > most.said ? [` … (+${messages.length - most.said})`] : []),
  ];
  return {
    kind: 'card',
    look: looks[direction],
    id,
    title: [code(id)],
    blocks: fields([
      ['before', lines(said.before, from)],
      ['after', lines(said.after, to)],
    ]),
  };
}

const notesList = (notes: readonly Note[], limit: number): Document => [
  ...list(
    notes
      .slice(0, limit)
      .map(({ id, before, after }) => [
        code(id),
        ': ',
        quote(short(before ?? 'none')),
        ' → ',
        quote(short(after ?? 'none')),
      ]),
  ),
  ...(notes.length > limit ? [text(`… (+${notes.length - limit})`)] : []),
];
