import { styleText } from 'node:util';
import type { Verdict } from '../../judge/check.ts';
import { displayWidth, wrap } from '../../base/text-width.ts';
import type { View } from '../view.ts';
import { disarm } from '../../base/visible.ts';

/** How a piece of the console report is emphasised, if colour is wanted. */
export type Tone = 'plain' | 'strong' | 'quiet' | Verdict;

/** Writes pieces of a console report as finished lines. */
export interface Pen {
  readonly width: number;
  readonly paint: (text: string, tone: Tone) => string;
  /** Text behind a prefix, lines that follow indented as far as it reaches; nothing without text. */
  readonly lines: (prefix: string, text: string | null, tone?: Tone, prefixTone?: Tone) => readonly string[];
  /** A heading between blank lines, with a number behind it where one is given; nothing where that is 0. */
  readonly heading: (text: string, tone?: Tone, count?: number) => readonly string[];
  /** One line however long it is, to be copied; nothing without text. */
  readonly unbroken: (prefix: string, text: string | null) => readonly string[];
}

/** What every section is written from and with. */
export interface Sheet extends View {
  readonly pen: Pen;
  readonly isVerbose: boolean;
  readonly isWhole: boolean;
  /** Characters of one text: more where nobody can scroll back to the report. */
  readonly limit: number;
}

const styles = {
  plain: [],
  strong: ['bold'],
  quiet: ['dim'],
  pass: ['green'],
  fail: ['red', 'bold'],
  review: ['yellow'],
  inconclusive: ['cyan'],
} as const satisfies Record<Tone, readonly Parameters<typeof styleText>[0][]>;

/** A pen for lines of at most `width` columns, 60 at least; with `color` false it writes no escapes at all. */
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
