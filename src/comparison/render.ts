import { makePen } from '../report/console/pen.ts';
import type { Pen, Tone } from '../report/console/pen.ts';
import { code, prose } from '../report/machine/markdown-text.ts';
import { displayWidth, padDisplay } from '../report/text-width.ts';
import { clip } from '../report/visible.ts';
import type { Language } from '../wording/message.ts';
import { wordingFor } from '../report/words/wording.ts';
import type { Wording } from '../report/words/wording.ts';
import { isAlike } from './compare-results.ts';
import type { Comparison, RequirementChange } from './compare-results.ts';

/** How a comparison is written on a console. */
export interface ConsoleManner {
  /** Columns; below 60 it is written as for 60. */
  readonly width: number;
  readonly color: boolean;
  readonly language: Language;
}

type Words = Wording['comparison'];
type Direction = RequirementChange['direction'];

const tones = { worse: 'fail', better: 'pass', other: 'strong' } as const satisfies Record<Direction, Tone>;
const signs = { worse: '✗', better: '✓', other: '·' } as const satisfies Record<Direction, string>;

const nameLimit = 200;
const changeLimit = 300;
const detailLimit = 600;
const saidShown = 3;

/** Entries of one block that are written out; a comment on GitHub holds 65,536 characters. */
const entriesShown = 60;
/** Changed observations that are written out: a new version of a service changes many, and none decides. */
const observationsShown = 5;

/** Draws a comparison for a console, what got worse first. */
export function renderConsole(comparison: Comparison, { width, color, language }: ConsoleManner): string {
  const words = wordingFor(language);
  const { comparison: own, instant } = words;
  const pen = makePen(width, color);
  const sides = (['before', 'after'] as const).flatMap((side) => {
    const { target, baseUrl, startedAt } = comparison[side];
    const text = `${clip(target, nameLimit)}, ${clip(baseUrl, nameLimit)}, ${instant(startedAt)}`;
    return pen.lines(`  ${padded(own, side)}  `, text, 'plain', 'quiet');
  });
  const lines = [
    ...pen.lines('', own.title, 'strong'),
    ...sides,
    ...(isAlike(comparison) ? ['', ...pen.lines('', own.noDifference, 'pass')] : []),
    ...blocksOf(comparison, words).flatMap(({ heading, direction, entries, shown = Infinity }) => [
      ...pen.heading(`${heading}: ${entries.length}`, tones[direction]),
      ...entries.slice(0, shown).flatMap((entry) => consoleEntry(entry, direction, own, pen)),
      ...(entries.length > shown ? pen.lines('  ', `… (+${entries.length - shown})`, 'quiet') : []),
    ]),
    '',
    ...pen.lines('', comparison.isWorse ? own.isWorse : own.isNotWorse, comparison.isWorse ? 'fail' : 'pass'),
  ];
  return `${lines.join('\n')}\n`;
}

/** Both labels take the same room. */
const padded = (own: Words, side: 'before' | 'after'): string =>
  padDisplay(own[side], Math.max(displayWidth(own.before), displayWidth(own.after)));

function consoleEntry(
  { subject, change, details }: Entry,
  direction: Direction,
  own: Words,
  pen: Pen,
): readonly string[] {
  const values = change.map((value, index) =>
    pen.lines(
      `    ${padded(own, index === 0 ? 'before' : 'after')}  `,
      clip(value, changeLimit),
      'plain',
      'quiet',
    ),
  );
  return [
    ...pen.lines(`  ${signs[direction]} `, clip(subject, changeLimit), 'plain', tones[direction]),
    ...values.flat(),
    ...details.flatMap((text) => pen.lines('      ', clip(text, detailLimit), 'quiet')),
  ];
}

/** Draws a comparison in GitHub-flavoured Markdown, what got worse first. Text of a target becomes code. */
export function renderMarkdown(comparison: Comparison, language: Language): string {
  const words = wordingFor(language);
  const { comparison: own, instant } = words;
  const sides = (['before', 'after'] as const).map((side) => {
    const { target, baseUrl, startedAt } = comparison[side];
    return `- ${own[side]}: ${code(clip(target, nameLimit))}, ${code(clip(baseUrl, nameLimit))}, ${instant(startedAt)}`;
  });
  const parts = [
    `# ${own.title}`,
    sides.join('\n'),
    `**${comparison.isWorse ? own.isWorse : own.isNotWorse}**`,
    ...(isAlike(comparison) ? [own.noDifference] : []),
    ...blocksOf(comparison, words).flatMap(({ heading, entries, shown = entriesShown }) => {
      const write = (some: readonly Entry[]): string =>
        some.flatMap((entry) => markdownEntry(entry, own)).join('\n');
      const folded = entries.slice(shown, entriesShown);
      const more = `… (+${entries.length - shown})`;
      return [
        `## ${heading}: ${entries.length}`,
        write(entries.slice(0, shown)),
        ...(folded.length > 0
          ? [`<details><summary>${more}</summary>\n\n${write(folded)}\n\n</details>`]
          : []),
        ...(folded.length === 0 && entries.length > shown ? [`- ${more}`] : []),
      ];
    }),
  ];
  return `${parts.join('\n\n')}\n`;
}

const markdownEntry = ({ subject, change, details }: Entry, own: Words): readonly string[] => [
  `- ${prose(clip(subject, changeLimit))}`,
  ...change.map(
    (value, index) => `  - ${index === 0 ? own.before : own.after}: ${prose(clip(value, changeLimit))}`,
  ),
  ...details.map((text) => `  - ${prose(clip(text, detailLimit))}`),
];

/** One entry below a heading: what it is about, how it was and how it is, and what explains it. */
interface Entry {
  readonly subject: string;
  readonly change: readonly [] | readonly [before: string, after: string];
  readonly details: readonly string[];
}

/** A heading with its entries; the same for every kind of output. */
interface Block {
  readonly heading: string;
  readonly direction: Direction;
  readonly entries: readonly Entry[];
  /** How many of them are written out; by default as many as there is room for. */
  readonly shown?: number;
}

/** What a comparison has to say, in the order of its weight; empty blocks are omitted. */
function blocksOf(comparison: Comparison, words: Wording): readonly Block[] {
  const { requirements, classes, notes, context } = comparison;
  const { comparison: own, verdicts, labels } = words;
  const waived = `${verdicts.fail}, ${labels.waived}`;
  const standings = { ...verdicts, waived, absent: words.matrix.notClaimed, ...own.standings };
  const directed = (['worse', 'better', 'other'] as const).map((direction): Block => {
    const say = direction === 'better' ? own.classWon : own.classLost;
    const reached = classes.filter((change) => change.direction === direction);
    const changed = requirements.filter((change) => change.direction === direction);
    const entries = [
      ...reached.map(({ variant, name }) => entryOf(say(variant.toUpperCase(), name))),
      ...changed.map(({ id, from, to, said }) =>
        entryOf(
          id,
          [standings[from], standings[to]],
          [...saidLines(own.before, said.before), ...saidLines(own.after, said.after)],
        ),
      ),
    ];
    return { heading: own.directions[direction], direction, entries };
  });
  const word = (text: string): string => own.contextWords[text] ?? text;
  const value = (text: string | null): string => text ?? own.none;
  // The first characters of a digest are enough.
  const shown = (text: string | null): string =>
    word(value(text)).replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, '$1');
  const observations = notes
    .filter(({ kind }) => kind === 'observation')
    .map(({ id, about, before, after }) => entryOf(`${id}: ${about}`, [value(before), value(after)]));
  const advisories = notes
    .filter(({ kind }) => kind === 'advisory')
    .map(({ id, about, after }) => entryOf(`${after === null ? '−' : '+'} ${id}`, [], [about]));
  const others = context.map(({ owner, what, before, after }) =>
    entryOf(word(what), [shown(before), shown(after)], [own.owners[owner]]),
  );
  // The target owns a difference if nothing else differs that could.
  const isOwned = context.some(({ owner }) => owner !== 'environment');
  const sentence = isAlike(comparison) || isOwned ? [] : [entryOf(own.onlyTarget)];
  const direction = 'other' as const;
  return [
    ...directed,
    { heading: own.notes.observation, direction, entries: observations, shown: observationsShown },
    { heading: own.notes.advisory, direction, entries: advisories },
    { heading: own.context, direction, entries: [...others, ...sentence] },
  ].filter(({ entries }) => entries.length > 0);
}

const entryOf = (subject: string, change: Entry['change'] = [], details: readonly string[] = []): Entry => ({
  subject,
  change,
  details,
});

function saidLines(label: string, messages: readonly string[]): readonly string[] {
  const more = messages.length > saidShown ? [`… (+${messages.length - saidShown})`] : [];
  return [...messages.slice(0, saidShown), ...more].map((text) => `${label}: ${text}`);
}
