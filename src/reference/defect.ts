import type { Change, Patch, VariantId } from './behaviour.ts';
import { inVariants } from './change.ts';
import { ofVariant } from './requirement-ids.ts';

/** One plausible mistake of an implementation. */
export interface Defect {
  /** Kebab-case. */
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Requirements that fail, all of them; with `intermittent` at least one of them, and none beside them. */
  readonly violates: readonly string[];
  /** Requirements that come under review. */
  readonly review?: readonly string[];
  /** It shows in some answers only. */
  readonly intermittent?: true;
  readonly change: Change;
}

/** What a mistake consists of; requirements are given without the variant, and those that a variant does not have are left out. */
interface Mistake {
  readonly summary: string;
  readonly violates?: readonly string[];
  readonly review?: readonly string[];
  readonly intermittent?: true;
  readonly patch: Patch;
}

/** A mistake in one variant or the same in each of both; the id is given without the variant, which `{}` stands for in the summary. */
export type Mistaken = (id: string, mistake: Mistake) => readonly Defect[];

const mistaken =
  (...variants: readonly VariantId[]): Mistaken =>
  (id, { summary, violates = [], review = [], patch, ...rest }) =>
    variants.map((variant) => ({
      id: `${variant}-${id}`,
      summary: summary.replace('{}', variant.toUpperCase()),
      violates: ofVariant(variant, violates),
      review: ofVariant(variant, review),
      ...rest,
      change: inVariants([variant], patch),
    }));

export const inA = mistaken('a');
export const inB = mistaken('b');
export const inBoth = mistaken('a', 'b');

/** One way to differ from the reference implementation that the specification allows. */
export interface Tolerance {
  /** Kebab-case. */
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Requirements that become inconclusive, because the answers show nothing about them. */
  readonly vacuous?: readonly string[];
  /** What the server must be started with for it to show. */
  readonly needs?: 'tls';
  /** How many failed logins it allows. */
  readonly failedLogins?: number;
  readonly change: Change;
}

const allowed =
  (...variants: readonly VariantId[]) =>
  (id: string, summary: string, patch: Patch): Tolerance => ({
    id,
    summary,
    change: inVariants(variants, patch),
  });

export const tolerance = allowed('a', 'b');
export const toleranceOfA = allowed('a');
export const toleranceOfB = allowed('b');
