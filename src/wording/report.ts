import type { Counts, Overall, VariantResult } from '../result/results.ts';
import type { Verdict } from '../verdict/check.ts';
import type { Language } from './message.ts';
import { english } from './report-en.ts';
import { russian } from './report-ru.ts';

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

/** How many requirements have which verdict, for people: what persons decided counts as they decided it. */
export interface RequirementTally {
  readonly counts: Counts;
  /** Of those that fail. */
  readonly waived: number;
  /** How many persons decided. */
  readonly decided: number;
}

/** The result of a variant, as far as a sentence about it needs to know. */
export interface VariantSummary extends RequirementTally {
  readonly variant: string;
  readonly verdict: Overall;
  /** The credentials of the profile may be wrong as well as the service. */
  readonly suspect: boolean;
}

/** How many requirements of a run came out how, and how many waivers are stale. */
export type OutcomeCounts = Readonly<
  Record<'failed' | 'review' | 'open' | 'waived' | 'stale' | 'passed', number>
>;

/** How far a variant reaches each class. */
export type Classes = VariantResult['classes'];

/** Everything that reports say in words of their own, in one language: another language has the same members. */
export type Wording = typeof english;

const tables = { en: english, ru: russian } as const satisfies Record<Language, Wording>;

/** The words of a language; English for a results file that names none that is known. */
export const wordingFor = (language: Language): Wording =>
  Object.hasOwn(tables, language) ? tables[language] : tables.en;
