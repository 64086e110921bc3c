import type { RequirementResult, Results } from '../results/results.ts';
import { isStanding } from '../operation/requirement.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';

/** Results of a requirement from good to bad. Null: not tried, so neither better nor worse than another. */
const ranks = {
  pass: 0,
  // A person has read the text: the requirement is met, though no program can tell.
  settled: 0,
  inconclusive: 1,
  review: 2,
  waived: 3,
  rejected: 4,
  fail: 4,
  'not-run': null,
  absent: null,
} as const;

/** Result of a requirement, including decisions and waivers by people. */
export type Standing = keyof typeof ranks;

/** One of the two runs. */
interface Side extends Pick<Results, 'startedAt' | 'verdict' | 'variants'> {
  /** Name of the target. */
  readonly target: string;
  readonly baseUrl: string;
}

/** One requirement with another result. */
export interface RequirementChange {
  readonly id: string;
  /** `other`: neither can be called better. */
  readonly direction: 'worse' | 'better' | 'other';
  readonly from: Standing;
  readonly to: Standing;
  /** What the deciding checks said, each sentence once; empty where there were none. */
  readonly said: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** A class that a variant won or lost. */
interface ClassChange {
  readonly variant: string;
  readonly name: 'core' | 'full';
  readonly direction: 'worse' | 'better';
}

/** An observation that changed, or an advisory that came or went. Null where that run does not know it. */
interface NoteChange {
  readonly kind: 'observation' | 'advisory';
  readonly id: string;
  readonly about: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Something else that is not the same in both runs. */
interface ContextChange {
  /** What may own a difference. */
  readonly owner: 'suite' | 'specification' | 'profile' | 'address' | 'environment' | 'selection';
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two runs: requirements, classes, notes and circumstances. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly before: Side;
  readonly after: Side;
  /** A requirement or a class got worse. */
  readonly isWorse: boolean;
  readonly requirements: readonly RequirementChange[];
  readonly classes: readonly ClassChange[];
  /** Requirements that one of the runs did not ask, or not in whole. */
  readonly notAsked: number;
  readonly notes: readonly NoteChange[];
  readonly context: readonly ContextChange[];
}

/** Compares two runs of one target or of two: what got worse, what got better, what else differs. */
export function compareResults(before: Results, after: Results): Comparison {
  const { changes: requirements, notAsked } = requirementChanges(before, after);
  const classes = classChanges(before, after);
  return {
    schemaVersion: 1,
    before: sideOf(before),
    after: sideOf(after),
    isWorse: [...requirements, ...classes].some(({ direction }) => direction === 'worse'),
    requirements,
    classes,
    notAsked,
    notes: noteChanges(before, after),
    context: contextChanges(before, after),
  };
}

const sideOf = ({ target, startedAt, verdict, variants }: Results): Side => ({
  target: target.name,
  baseUrl: target.baseUrl,
  startedAt,
  verdict,
  variants,
});

export function standingOf({ verdict, reason, waived, decided }: RequirementResult): Standing {
  switch (verdict) {
    case 'pass':
      return 'pass';
    case 'fail':
      return waived ? 'waived' : 'fail';
    case 'review':
      if (decided === null) return 'review';
      return decided === 'pass' ? 'settled' : 'rejected';
    case 'inconclusive':
      return reason === 'not-selected' ? 'not-run' : 'inconclusive';
  }
}

/**
 * Direction of a change. A requirement that passed and is no longer claimed got worse. One that was not tried
 * did not, and a new one is compared with nothing.
 */
export function directionOf(from: Standing, to: Standing): RequirementChange['direction'] {
  if (to === 'absent') return ranks[from] === 0 ? 'worse' : 'other';
  if (from === 'not-run') return to === 'fail' || to === 'rejected' ? 'worse' : 'other';
  const before = ranks[from];
  const after = ranks[to];
  if (before === null || after === null || before === after) return 'other';
  return after > before ? 'worse' : 'better';
}

/** Standings by requirement. One of which a part was left out was not asked where nothing decides it. */
function standingsIn({ requirements, leftOut }: Results): ReadonlyMap<string, Standing> {
  const partly = new Set(leftOut.requirements);
  return new Map(
    requirements.map((one) => {
      const own = standingOf(one);
      return [one.id, own === 'inconclusive' && partly.has(one.id) ? 'not-run' : own];
    }),
  );
}

/**
 * Requirements with another result, in the order of the catalogue, removed ones at the end; and the number of
 * those that only one run asked. A failure is shown although the earlier run did not ask.
 */
function requirementChanges(
  before: Results,
  after: Results,
): { readonly changes: readonly RequirementChange[]; readonly notAsked: number } {
  const [older, newer] = [standingsIn(before), standingsIn(after)];
  const [was, is] = [decidingSentences(before), decidingSentences(after)];
  let notAsked = 0;
  const changes = [...new Set([...newer.keys(), ...older.keys()])].flatMap((id) => {
    const [from, to] = [older.get(id) ?? 'absent', newer.get(id) ?? 'absent'];
    const isFoundNow = from === 'not-run' && directionOf(from, to) === 'worse';
    if (from !== to && !isFoundNow && [from, to].includes('not-run')) {
      notAsked += 1;
      return [];
    }
    const said = { before: [...(was.get(id) ?? [])], after: [...(is.get(id) ?? [])] };
    if (from === to && (from === 'pass' || isSame(said.before, said.after))) return [];
    return [{ id, direction: directionOf(from, to), from, to, said }];
  });
  return { changes, notAsked };
}

/** Sentences of the checks that decided each requirement that does not pass, without repetitions. */
function decidingSentences(results: Results): ReadonlyMap<string, ReadonlySet<string>> {
  const verdicts = new Map(results.requirements.map(({ id, verdict }) => [id, verdict]));
  const deciding = results.cases
    .flatMap(({ checks }) => checks)
    .filter(({ requirement, verdict }) => verdict !== 'pass' && verdict === verdicts.get(requirement));
  const byRequirement = [...Map.groupBy(deciding, ({ requirement }) => requirement)];
  return new Map(byRequirement.map(([id, checks]) => [id, new Set(checks.map(({ message }) => message))]));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const [masked, maskedOther] = [new Set(one.map(settle)), new Set(other.map(settle))];
  return masked.size === maskedOther.size && [...masked].every((message) => maskedOther.has(message));
}

/** Masks numbers and identifiers in quotes: a target writes other ones in every answer. */
const settle = (sentence: string): string =>
  sentence.replace(/“[^”]*”|«[^»]*»/gu, (quoted) => maskVolatile(quoted));

/** Requirements of which a run did not ask all: what every answer has to meet is among them if a case is. */
function notAskedIn(results: Results): ReadonlySet<string> {
  const standings = standingsIn(results);
  const own = results.requirements.filter(({ id, group }) => {
    const standing = standings.get(id);
    return standing === 'not-run' || (isPartial(results) && standing === 'pass' && isStanding(group));
  });
  return new Set(own.map(({ id }) => id));
}

/** Classes won or lost by variants that both runs claim; none by what one of them left out. */
function classChanges(before: Results, after: Results): readonly ClassChange[] {
  const [older, newer] = [notAskedIn(before), notAskedIn(after)];
  return Object.entries(after.variants).flatMap(([variant, { classes }]) => {
    const was = before.variants[variant]?.classes;
    if (was === undefined) return [];
    return (['core', 'full'] as const).flatMap((name): readonly ClassChange[] => {
      const { reached, prevents } = classes[name];
      if (reached === was[name].reached) return [];
      const isLeftOut = reached
        ? was[name].prevents.every((id) => older.has(id))
        : prevents.every((id) => newer.has(id));
      return isLeftOut ? [] : [{ variant, name, direction: reached ? 'better' : 'worse' }];
    });
  });
}

interface Note {
  readonly about: string;
  readonly value: string;
}

/**
 * Observations, advisories and answer times. Times always differ, so they count only if the factor is large.
 */
function notesIn({ observations, advisories }: Results, kind: NoteChange['kind']): ReadonlyMap<string, Note> {
  if (kind === 'advisory')
    return new Map(advisories.map(({ id, message }) => [id, { about: message, value: message }]));
  const compared = observations.filter(({ id }) => !id.endsWith('.passing'));
  return new Map(compared.map(({ id, question, value }) => [id, { about: question, value }]));
}

/** True if a selection left cases out: what it lacks may be there. */
const isPartial = ({ leftOut }: Results): boolean => leftOut.cases.length > 0;

/** Observations that changed, came or went, then advisories that came or went. */
const noteChanges = (before: Results, after: Results): readonly NoteChange[] =>
  (['observation', 'advisory'] as const).flatMap((kind) => {
    const [older, newer] = [notesIn(before, kind), notesIn(after, kind)];
    return [...new Set([...newer.keys(), ...older.keys()])].flatMap((id) => {
      const [was, is] = [older.get(id), newer.get(id)];
      if ((was === undefined && isPartial(before)) || (is === undefined && isPartial(after))) return [];
      if (was !== undefined && is !== undefined && settle(was.value) === settle(is.value)) return [];
      const about = (is ?? was)?.about ?? id;
      return [{ kind, id, about, before: was?.value ?? null, after: is?.value ?? null }];
    });
  });

type Reading = readonly [
  owner: ContextChange['owner'],
  what: string,
  read: (results: Results) => string | null,
];

const readings: readonly Reading[] = [
  ['suite', 'suite version', ({ suite }) => suite.version],
  ['specification', 'specification', ({ spec }) => spec.sha256],
  ['address', 'base URL', ({ target }) => target.baseUrl],
  ['profile', 'target profile', ({ profile }) => profile.sha256],
  ['profile', 'variants', ({ target }) => target.variants.join(', ')],
  ['environment', 'Node', ({ environment }) => environment.node],
  ['environment', 'platform', ({ environment }) => environment.platform],
  ['environment', 'influences', ({ environment }) => environment.influences?.join(', ') ?? null],
  ['selection', 'cases', ({ cases }) => String(cases.length)],
  ['selection', 'interrupted', ({ interrupted }) => (interrupted ? 'yes' : 'no')],
];

/** Other differences between the runs, each with its owner. */
const contextChanges = (before: Results, after: Results): readonly ContextChange[] =>
  readings
    .map(([owner, what, read]) => ({ owner, what, before: read(before), after: read(after) }))
    .filter((one) => one.before !== one.after);
