// A line of the table before it is taken to a variant.

import type { Row, Values } from './row.ts';
import type { ConditionName, Parameter, VariantId } from './specification.ts';

export interface Expected {
  /** As in `Expectation`. */
  readonly of: string;
  /** The condition whose status and meaning the specification gives. */
  readonly as: ConditionName;
  /** The text must name at least one of them. */
  readonly names?: readonly Parameter[];
}

export interface Draft extends Omit<Row, 'variant' | 'expect'> {
  /** The variant in which it is asked; both if it is not set. */
  readonly only?: VariantId;
  readonly expect: Expected | null;
}

/** The parameters that are left out. */
export const without =
  (...names: readonly Parameter[]) =>
  (): Values =>
    Object.fromEntries(names.map((name) => [name, undefined]));

/** Of a request whose answer is observed and must not hold the list. */
export const observed = { expect: null, isAuthorized: false } as const satisfies Partial<Draft>;
