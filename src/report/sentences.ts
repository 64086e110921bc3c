// Words that every report uses: signs, verdicts, times.

import { clip } from '../base/visible.ts';
import type { Words } from '../messages/message.ts';
import type { Overall } from '../results/results.ts';
import type { Look } from './document.ts';

/** Signs of verdicts. They are never shown without the word. */
export const glyphs = {
  pass: '✓',
  fail: '✗',
  review: '?',
  inconclusive: '–',
  observed: '·',
} as const satisfies Record<Look, string>;

/** The verdict whose sign and colour an overall result has. */
export const looks = {
  conforming: 'pass',
  nonconforming: 'fail',
  incomplete: 'inconclusive',
} as const satisfies Record<Overall, Look>;

export const variantName = (variant: string, words: Words): string =>
  words('variant-named', { variant: variant.toUpperCase() });

/** Milliseconds as `412 ms`, `1.8 s` or `2 min 5 s`. */
export function durationOf(ms: number, words: Words): string {
  if (ms < 999.5) return words('duration-ms', { ms: Math.round(ms) });
  if (ms < 59_950)
    return words('duration-s', { s: (ms / 1000).toFixed(1).replace('.', words('decimal-point')) });
  const seconds = Math.round(ms / 1000);
  return words('duration-min', { min: Math.floor(seconds / 60), s: seconds % 60 });
}

/** An instant (ISO 8601, UTC) for people. */
export function instantOf(iso: string, words: Words): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return words('instant', { year, month, day, time: iso.slice(11, 19) });
}

/** The beginning of a sentence; code in it that is cut ends there. */
export function cut(said: string, limit: number): string {
  const shown = clip(said, limit);
  const isOpen = shown !== said && shown.split('`').length % 2 === 0;
  return isOpen ? shown.replace(/… \(\+\d+\)$/, '`$&') : shown;
}
