import { makePen } from '../report/console/pen.ts';
import type { Pen, Tone } from '../report/console/pen.ts';
import { formatInstant } from '../report/view.ts';
import { displayWidth, padDisplay } from '../report/text-width.ts';
import { clip } from '../report/visible.ts';
import { blocksOf } from './block.ts';
import type { Block, Entry } from './block.ts';
import { isAlike } from './compare-results.ts';
import type { Comparison, Direction, Side } from './comparison.ts';
import { comparisonWordingFor } from './wording.ts';
import type { ComparisonWording } from './wording.ts';

/** How a comparison is written on a console. */
export interface ConsoleManner {
  /** Columns; below 60 it is written as for 60. */
  readonly width: number;
  readonly color: boolean;
  readonly language: 'en' | 'ru';
}

const tones = { worse: 'fail', better: 'pass', other: 'strong' } as const satisfies Record<Direction, Tone>;
const signs = { worse: '✗', better: '✓', other: '·' } as const satisfies Record<Direction, string>;

/** Draws a comparison for a console, what got worse first. */
export function renderConsole(comparison: Comparison, { width, color, language }: ConsoleManner): string {
  const own = comparisonWordingFor(language);
  const pen = makePen(width, color);
  const lines = [
    ...pen.paragraph({ text: own.title, tone: 'strong' }),
    ...sideLines(label(own, 'before'), comparison.before, pen),
    ...sideLines(label(own, 'after'), comparison.after, pen),
    ...(isAlike(comparison) ? ['', ...pen.paragraph({ text: own.noDifference, tone: 'pass' })] : []),
    ...blocksOf(comparison, own).flatMap((block) => blockLines(block, own, pen)),
    '',
    ...pen.paragraph({
      text: comparison.isWorse ? own.isWorse : own.isNotWorse,
      tone: comparison.isWorse ? 'fail' : 'pass',
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Both labels take the same room. */
function label(own: ComparisonWording, side: 'before' | 'after'): string {
  return padDisplay(own[side], Math.max(displayWidth(own.before), displayWidth(own.after)));
}

const sideLines = (name: string, { target, baseUrl, startedAt }: Side, pen: Pen): readonly string[] =>
  pen.paragraph({
    prefix: `  ${name}  `,
    prefixTone: 'quiet',
    text: `${clip(target, 200)}, ${clip(baseUrl, 200)}, ${formatInstant(startedAt)}`,
  });

function blockLines(
  { heading, direction, entries }: Block,
  own: ComparisonWording,
  pen: Pen,
): readonly string[] {
  return [
    ...pen.heading(`${heading}: ${entries.length}`, tones[direction]),
    ...entries.flatMap((entry) => entryLines(entry, direction, own, pen)),
  ];
}

function entryLines(
  { subject, before, after, details }: Entry,
  direction: Direction,
  own: ComparisonWording,
  pen: Pen,
): readonly string[] {
  const change = before === null || after === null ? [] : [{ before, after }];
  return [
    ...pen.paragraph({
      prefix: `  ${signs[direction]} `,
      prefixTone: tones[direction],
      text: clip(subject, 300),
    }),
    ...change.flatMap((one) => [
      ...pen.paragraph({
        prefix: `    ${label(own, 'before')}  `,
        prefixTone: 'quiet',
        text: clip(one.before, 300),
      }),
      ...pen.paragraph({
        prefix: `    ${label(own, 'after')}  `,
        prefixTone: 'quiet',
        text: clip(one.after, 300),
      }),
    ]),
    ...details.flatMap((text) => pen.paragraph({ prefix: '      ', text: clip(text, 600), tone: 'quiet' })),
  ];
}
