import { styleText } from 'node:util';
import type { Verdict } from '../../judge/check.ts';
import { displayWidth, wrap } from '../../base/text-width.ts';
import type { View } from '../view.ts';
import { disarm } from '../../base/visible.ts';

/** Emphasis of a piece of the console report, if colour is on. */
export type Tone = 'plain' | 'strong' | 'quiet' | Verdict;

/** Formats pieces of a console report as finished lines. */
export interface Pen {
  readonly width: number;
  readonly paint: (text: string, tone: Tone) => string;
  /** Text after a prefix, with later lines indented by the prefix's width. Empty if there is no text. */
  readonly lines: (prefix: string, text: string | null, tone?: Tone, prefixTone?: Tone) => readonly string[];
  /** A heading between blank lines, with its count if given. Empty if the count is 0. */
  readonly heading: (text: string, tone?: Tone, count?: number | string) => readonly string[];
  /** One unwrapped line, so that it can be copied. Empty if there is no text. */
  readonly unbroken: (prefix: string, text: string | null) => readonly string[];
}

export interface Sheet extends View {
  readonly pen: Pen;
  readonly isVerbose: boolean;
  readonly isWhole: boolean;
  /** Characters per text. More in a log, where a reader cannot open the report. */
  readonly limit: number;
}

const styles = {
  plain: [],
  strong: ['bold'],
  quiet: ['dim'],
  pass: ['green'],
  fail: ['red', 'bold'],
  // Yellow and cyan can't be read on white.
  review: ['magenta'],
  inconclusive: [],
} as const satisfies Record<Tone, readonly Parameters<typeof styleText>[0][]>;

/** A pen for lines of at most `width` columns, minimum 60. With `color` false, it writes no escapes. */
export function makePen(width: number, color: boolean): Pen {
  const columns = Math.max(60, width);
  const paint = (text: string, tone: Tone): string =>
    color && text !== '' && styles[tone].length > 0
      ? styleText([...styles[tone]], text, { validateStream: false })
      : text;
  const lines: Pen['lines'] = (prefix, text, tone = 'plain', prefixTone = 'plain') => {
    if (text === null || text === '') return [];
    const hang = ' '.repeat(displayWidth(prefix));
    return wrap(disarm(text), columns - hang.length).map((line, index) =>
      `${index === 0 ? paint(prefix, prefixTone) : hang}${paint(line, tone)}`.trimEnd(),
    );
  };
  return {
    width: columns,
    paint,
    lines,
    heading: (text, tone = 'strong', count) =>
      count === 0
        ? []
        : ['', paint(`${text.toUpperCase()}${count === undefined ? '' : `: ${count}`}`, tone), ''],
    unbroken: (prefix, text) => (text === null ? [] : [`${paint(prefix, 'quiet')}${disarm(text)}`]),
  };
}
