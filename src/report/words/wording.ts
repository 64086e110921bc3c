import type { Overall } from '../../result/results.ts';
import type { Verdict } from '../../verdict/check.ts';
import type { Language } from '../../wording/message.ts';
import { english } from './english.ts';
import type { Wording } from './english.ts';
import { russian } from './russian.ts';

export type { Wording } from './english.ts';
export type { Classes, VariantSummary } from './summary.ts';

/** The sign of a verdict; never shown without its word. */
export const glyphs = { pass: '✓', fail: '✗', review: '?', inconclusive: '–' } as const satisfies Record<
  Verdict,
  string
>;

/** The verdict whose sign and colour an overall result has. */
export const looks = {
  conforming: 'pass',
  nonconforming: 'fail',
  incomplete: 'inconclusive',
} as const satisfies Record<Overall, Verdict>;

const tables = { en: english, ru: russian } as const satisfies Record<Language, Wording>;

/** The words of a language; English for a results file that names none that is known. */
export const wordingFor = (language: Language): Wording =>
  Object.hasOwn(tables, language) ? tables[language] : tables.en;
