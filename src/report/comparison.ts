import { makePen } from './console/pen.ts';
import type { Pen, Tone } from './console/pen.ts';
import { code, prose } from './machine/markdown-text.ts';
import { displayWidth, padDisplay } from '../base/text-width.ts';
import { jsonText } from '../base/json-text.ts';
import { clip } from '../base/visible.ts';
import type { Results } from '../results/results.ts';
import { inLanguage } from './in-language.ts';
import { instantOf, nameOf } from './sentences.ts';
import type { Language } from '../messages/message.ts';
import { compareResults } from '../comparison/compare-results.ts';
import type { Comparison, RequirementChange } from '../comparison/compare-results.ts';
import { wordsIn } from '../messages/message.ts';
import type { Words } from '../messages/message.ts';

/** How a comparison is written. */
export interface ComparisonManner {
  /** `json` has the English sentences, for programs. */
  readonly format: 'console' | 'markdown' | 'json';
  /** Columns of a console; below 60 it is written as for 60. */
  readonly width: number;
  readonly color: boolean;
  readonly language: Language;
}

/** True if nothing but addresses, machines and times differs. */
export const isAlike = ({ requirements, classes, notAsked, notes }: Comparison): boolean =>
  requirements.length === 0 && classes.length === 0 && notAsked === 0 && notes.length === 0;

type Direction = RequirementChange['direction'];

const tones = { worse: 'fail', better: 'pass', other: 'strong' } as const satisfies Record<Direction, Tone>;
const signs = { worse: '✗', better: '✓', other: '·' } as const satisfies Record<Direction, string>;

const nameLimit = 200;
const changeLimit = 300;
const detailLimit = 600;
const saidShown = 3;

/** Limit for the entries of a block: a comment on GitHub holds 65,536 characters. */
const entriesShown = 60;
/** Limit for changed observations: a new version of a service changes many, and none affects a verdict. */
const observationsShown = 5;

/** Compares two runs and writes what differs; `isWorse`: a requirement or a class got worse. */
export function renderComparison(
  before: Results,
  after: Results,
  manner: ComparisonManner,
): { readonly text: string; readonly isWorse: boolean } {
  const language = manner.format === 'json' ? 'en' : manner.language;
  const comparison = compareResults(inLanguage(before, language), inLanguage(after, language));
  return { text: drawn(comparison, manner), isWorse: comparison.isWorse };
}

function drawn(comparison: Comparison, manner: ComparisonManner): string {
  switch (manner.format) {
    case 'console':
      return drawConsole(comparison, manner);
    case 'markdown':
      return drawMarkdown(comparison, manner.language);
    case 'json':
      return jsonText(comparison);
  }
}

/** Draws a comparison for a console, what got worse first. */
export function drawConsole(
  comparison: Comparison,
  { width, color, language }: Omit<ComparisonManner, 'format'>,
): string {
  const words = wordsIn(language);
  const pen = makePen(width, color);
  const sides = (['before', 'after'] as const).flatMap((side) => {
    const { target, baseUrl, startedAt } = comparison[side];
    const text = `${clip(target, nameLimit)}, ${clip(baseUrl, nameLimit)}, ${instantOf(startedAt, words)}`;
    return pen.lines(`  ${padded(side, words)}  `, text, 'plain', 'quiet');
  });
  const lines = [
    ...pen.lines('', words('compare-title'), 'strong'),
    ...sides,
    ...(isAlike(comparison) ? ['', ...pen.lines('', words('no-difference'), 'pass')] : []),
    ...blocksOf(comparison, words).flatMap(({ heading, direction, entries, shown = Infinity }) => [
      ...pen.heading(`${heading}: ${entries.length}`, tones[direction]),
      ...entries.slice(0, shown).flatMap((entry) => consoleEntry(entry, direction, words, pen)),
      ...(entries.length > shown ? pen.lines('  ', `… (+${entries.length - shown})`, 'quiet') : []),
    ]),
    ...notAskedLines(comparison, words).flatMap((line) => ['', ...pen.lines('', line, 'quiet')]),
    '',
    ...pen.lines(
      '',
      words(comparison.isWorse ? 'is-worse' : 'is-not-worse'),
      comparison.isWorse ? 'fail' : 'pass',
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const notAskedLines = ({ notAsked }: Comparison, words: Words): readonly string[] =>
  notAsked === 0 ? [] : [words('not-asked-by-one', { count: notAsked })];

/** Pads both labels to the same width. */
const padded = (side: 'before' | 'after', words: Words): string =>
  padDisplay(words(side), Math.max(displayWidth(words('before')), displayWidth(words('after'))));

function consoleEntry(
  { subject, change, details }: Entry,
  direction: Direction,
  words: Words,
  pen: Pen,
): readonly string[] {
  const values = change.map((value, index) =>
    pen.lines(
      `    ${padded(index === 0 ? 'before' : 'after', words)}  `,
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
export function drawMarkdown(comparison: Comparison, language: Language): string {
  const words = wordsIn(language);
  const sides = (['before', 'after'] as const).map((side) => {
    const { target, baseUrl, startedAt } = comparison[side];
    return `- ${words(side)}: ${code(clip(target, nameLimit))}, ${code(clip(baseUrl, nameLimit))}, ${instantOf(startedAt, words)}`;
  });
  const parts = [
    `# ${words('compare-title')}`,
    sides.join('\n'),
    `**${words(comparison.isWorse ? 'is-worse' : 'is-not-worse')}**`,
    ...(isAlike(comparison) ? [words('no-difference')] : []),
    ...notAskedLines(comparison, words),
    ...blocksOf(comparison, words).flatMap(({ heading, entries, shown = entriesShown }) => {
      const write = (some: readonly Entry[]): string =>
        some.flatMap((entry) => markdownEntry(entry, words)).join('\n');
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

const markdownEntry = ({ subject, change, details }: Entry, words: Words): readonly string[] => [
  `- ${prose(clip(subject, changeLimit))}`,
  ...change.map(
    (value, index) => `  - ${words(index === 0 ? 'before' : 'after')}: ${prose(clip(value, changeLimit))}`,
  ),
  ...details.map((text) => `  - ${prose(clip(text, detailLimit))}`),
];

/** One entry below a heading: its subject, the state before and after, and an explanation. */
interface Entry {
  readonly subject: string;
  readonly change: readonly [] | readonly [before: string, after: string];
  readonly details: readonly string[];
}

/** A heading with its entries, independent of the output format. */
interface Block {
  readonly heading: string;
  readonly direction: Direction;
  readonly entries: readonly Entry[];
  /** Entries to write; default: as many as the block has room for. */
  readonly shown?: number;
}

/** Content of a comparison, most important first. Empty blocks are omitted. */
function blocksOf(comparison: Comparison, words: Words): readonly Block[] {
  const { requirements, classes, notes, context } = comparison;
  const directed = (['worse', 'better', 'other'] as const).map((direction): Block => {
    const heading = direction === 'better' ? 'class-won' : 'class-lost';
    const reached = classes.filter((change) => change.direction === direction);
    const changed = requirements.filter((change) => change.direction === direction);
    const entries = [
      ...reached.map(({ variant, name }) =>
        entryOf(words(heading, { variant: variant.toUpperCase(), name })),
      ),
      ...changed.map(({ id, from, to, said }) =>
        entryOf(
          id,
          [words(`verdict-${from}`), words(`verdict-${to}`)],
          [...saidLines(words('before'), said.before), ...saidLines(words('after'), said.after)],
        ),
      ),
    ];
    return { heading: words(`changed-${direction}`), direction, entries };
  });
  const word = (text: string): string => nameOf('context', text, words);
  const value = (text: string | null): string => text ?? words('not-observed');
  // The first characters of a digest are enough to tell two apart.
  const shown = (text: string | null): string =>
    word(value(text)).replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, '$1');
  const observations = notes
    .filter(({ kind }) => kind === 'observation')
    .map(({ id, about, before, after }) => entryOf(`${id}: ${about}`, [value(before), value(after)]));
  const advisories = notes
    .filter(({ kind }) => kind === 'advisory')
    .map(({ id, about, after }) => entryOf(`${after === null ? '−' : '+'} ${id}`, [], [about]));
  const others = context.map(({ owner, what, before, after }) =>
    entryOf(word(what), [shown(before), shown(after)], [words(`owner-${owner}`)]),
  );
  // The target is responsible for a difference if nothing else differs that could cause it.
  const isOwned = context.some(({ owner }) => owner !== 'environment');
  const sentence = isAlike(comparison) || isOwned ? [] : [entryOf(words('only-target'))];
  const direction = 'other' as const;
  return [
    ...directed,
    { heading: words('changed-observations'), direction, entries: observations, shown: observationsShown },
    { heading: words('changed-advisories'), direction, entries: advisories },
    { heading: words('other-differences'), direction, entries: [...others, ...sentence] },
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
