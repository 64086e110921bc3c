// The plan: every request that a run may send, in the order in which logins are sent, each in A before B.

import { observations } from './observations.ts';
import { controls, requests } from './requests.ts';
import { variantIds, variants } from './specification.ts';
import type { Draft, Expected } from './draft.ts';
import type { Expectation, Row } from './row.ts';
import type { VariantId } from './specification.ts';

/** The same for both variants, as far as they have the condition. */
const rowsOf = (drafts: readonly Draft[]): readonly Row[] =>
  drafts.flatMap(({ id, only, expect, ...rest }) =>
    variantIds
      .filter((variant) => variant === (only ?? variant))
      .filter((variant) => (expect?.as ?? 'success') in variants[variant].conditions)
      .map((variant) => ({
        ...rest,
        id: `${variant}.${id}`,
        variant,
        expect: expect && expectationOf(variant, expect),
      })),
  );

function expectationOf(variant: VariantId, { of, as, names }: Expected): Expectation {
  const { status, meaning } = variants[variant].conditions[as] ?? { status: 0, meaning: null };
  // What a text must say where several parameters are missing is not shown.
  const isOfSeveral = names !== undefined && names.length > 1;
  return { of, status, names: names ?? null, meaning: isOfSeveral ? null : meaning };
}

export const rows: readonly Row[] = rowsOf([...requests, ...observations]);

/** Plain requests of a partner of its own whose password is guessed. They are controls and no cases. */
export const controlRows: readonly Row[] = rowsOf(controls);
