import { isAlike } from './compare-results.ts';
import type { Comparison, ContextChange, Direction, NoteChange, RequirementChange } from './comparison.ts';
import type { ComparisonWording } from './wording.ts';

/** One entry below a heading: what it is about, how it was, how it is, and what explains it. */
export interface Entry {
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly details: readonly string[];
}

/** A heading with its entries; the same for every kind of output. */
export interface Block {
  readonly heading: string;
  readonly direction: Direction;
  readonly entries: readonly Entry[];
}

const shown = 3;

/** What a comparison has to say, in the order of its weight; empty blocks are left out. */
export function blocksOf(comparison: Comparison, own: ComparisonWording): readonly Block[] {
  const { requirements, classes, notes, latency, context } = comparison;
  const directed = (['worse', 'better', 'other'] as const).map((direction) => ({
    heading: own.directions[direction],
    direction,
    entries: [
      ...classes
        .filter((change) => change.direction === direction)
        .map(({ variant, name }) => {
          const say = direction === 'better' ? own.classWon : own.classLost;
          return sentence(say(variant.toUpperCase(), own.classes[name]));
        }),
      ...requirements
        .filter((change) => change.direction === direction)
        .map((change) => requirementEntry(change, own)),
    ],
  }));
  const noted = (['observation', 'advisory'] as const).map((kind) => ({
    heading: own.notes[kind],
    direction: 'other' as const,
    entries: notes.filter((note) => note.kind === kind).map((note) => noteEntry(note, own)),
  }));
  const timed = latency.map(({ quantile, before, after }) => ({
    subject: own.contextWords[quantile] ?? quantile,
    before: `${before} ms`,
    after: `${after} ms`,
    details: [],
  }));
  return [
    ...directed,
    ...noted,
    { heading: own.latency, direction: 'other' as const, entries: timed },
    {
      heading: own.context,
      direction: 'other' as const,
      entries: [...context.map((change) => contextEntry(change, own)), ...ownTargetOf(comparison, own)],
    },
  ].filter(({ entries }) => entries.length > 0);
}

const sentence = (subject: string): Entry => ({ subject, before: null, after: null, details: [] });

function requirementEntry({ id, from, to, said }: RequirementChange, own: ComparisonWording): Entry {
  const lines = (label: string, messages: readonly string[]): readonly string[] => {
    const more = messages.length > shown ? [`${label}: … (+${messages.length - shown})`] : [];
    return [...messages.slice(0, shown).map((message) => `${label}: ${message}`), ...more];
  };
  return {
    subject: id,
    before: own.standings[from],
    after: own.standings[to],
    details: [...lines(own.before, said.before), ...lines(own.after, said.after)],
  };
}

function noteEntry({ id, kind, about, before, after }: NoteChange, own: ComparisonWording): Entry {
  const value = (text: string | null): string => (text === null ? own.none : text);
  if (kind === 'advisory') {
    const sign = after === null ? '−' : '+';
    return { subject: `${sign} ${id}`, before: null, after: null, details: [about] };
  }
  return { subject: `${id}: ${about}`, before: value(before), after: value(after), details: [] };
}

function contextEntry({ what, before, after, owner }: ContextChange, own: ComparisonWording): Entry {
  const value = (text: string | null): string =>
    text === null
      ? own.none
      : (own.contextWords[text] ?? (/^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text));
  return {
    subject: own.contextWords[what] ?? what,
    before: value(before),
    after: value(after),
    details: [own.owners[owner]],
  };
}

/** Where nothing else that could own a difference differs, the target owns it. */
function ownTargetOf(comparison: Comparison, own: ComparisonWording): readonly Entry[] {
  const elsewhere = comparison.context.some(({ owner }) => owner !== 'target' && owner !== 'environment');
  return elsewhere || isAlike(comparison) ? [] : [sentence(own.onlyTarget)];
}
