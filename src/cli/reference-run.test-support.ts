import { readTarget } from '../api/options.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import type { Results } from '../results/results.ts';
import { withBuiltIn } from '../api/built-in.ts';
import { requireCodes } from '../results/warning.test-support.ts';

export interface EditableProfile {
  conditions: Record<string, object>;
  texts: object;
  variants: Record<string, object>;
}

/** Changes of the reference, and options of the run. */
export interface ReferenceRun {
  readonly defects?: readonly string[];
  /** False skips observed cases, which take most of the time. */
  readonly observed?: boolean;
  /** Ids of the cases to run; default: all. */
  readonly only?: readonly string[];
}

/** Runs the suite against the built-in reference in this process, with an edited profile. */
export const runReference = (
  edit: (profile: EditableProfile) => unknown = () => undefined,
  { defects = [], observed = true, only }: ReferenceRun = {},
): Promise<{ readonly results: Results }> =>
  withBuiltIn({ defects }, async ({ profile }) => {
    const said = structuredClone(profile) as Readonly<Record<string, unknown>> & EditableProfile;
    edit(said);
    const target = await readTarget(said, { env: {} });
    const cases = casesOf(target).filter(
      ({ id, kind }) => (observed || kind === 'judged') && (only?.includes(id) ?? true),
    );
    const results = requireCodes(await runTarget({ target, cases }));
    return { results };
  });
