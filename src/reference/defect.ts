import type { Change, VariantId } from './behaviour.ts';

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

const variantsOf = { a: ['a'], b: ['b'], both: ['a', 'b'] } as const;

/** The same mistake in one variant or in each of both: id and summary are given without the variant, which comes first. */
export function mistake(
  where: keyof typeof variantsOf,
  id: string,
  summary: string,
  rest: (variant: VariantId) => Omit<Defect, 'id' | 'summary'>,
): readonly Defect[] {
  return variantsOf[where].map((variant) => ({
    id: `${variant}-${id}`,
    summary: `${variant.toUpperCase()} ${summary}`,
    ...rest(variant),
  }));
}

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
