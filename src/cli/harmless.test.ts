import { needsProvisioning } from '../operation/specification.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startBuiltIn } from '../api/built-in.ts';
import type { Comparison } from '../comparison/compare-results.ts';
import { subjects } from '../reference/defects.ts';
import type { Served } from '../reference/reference.ts';
import { renderJson } from '../report/machine/json.ts';
import { ask, openFolder } from './fake-terminal.test-support.ts';
import { runReference } from './reference-run.test-support.ts';

/** A whole run of the conforming reference, as a certificate has it. */
let before: string;
beforeAll(async () => {
  before = renderJson((await runReference()).results);
}, 60_000);

interface Asked {
  readonly code: number;
  readonly served: readonly Served[];
  /** By variant, as the service counts them. */
  readonly failedLogins: readonly number[];
  readonly compared: number;
  readonly comparison: Comparison;
}

/** Asks the reference with a change by `run --harmless`, and compares with the whole run. */
async function askHarmless(id?: string, change: object = {}): Promise<Asked> {
  const kind = subjects.find((one) => one.id === id)?.kind;
  const named = id === undefined ? [] : [id];
  const served: Served[] = [];
  const folder = await openFolder();
  const changes = kind === 'tolerance' ? { tolerances: named } : { defects: named };
  const builtIn = await startBuiltIn({ ...changes, onServed: (one) => void served.push(one) });
  try {
    await writeFile(join(folder, 'target.yaml'), stringify({ ...builtIn.profile, ...change }));
    await writeFile(join(folder, 'before.json'), before);
    const words = ['--target', 'target.yaml', '--harmless', '--format', 'json', '--quiet'];
    const { code } = await ask(folder, 'run', ...words);
    const { code: compared, out } = await ask(folder, 'compare', 'before.json', 'reports', '--json');
    const failedLogins = ['a', 'b'].map(
      (variant) => served.filter((one) => one.variant === variant && isFailedLogin(one)).length,
    );
    return { code, served, failedLogins, compared, comparison: JSON.parse(out) as Comparison };
  } finally {
    await builtIn.reference.close();
  }
}

const realPartners = ['1042', '1043', '1044'];

/** Kinds whose credentials the service has accepted: whatever the status, no login failed. */
const isAccepted = (kind: Served['kind']): boolean => kind === 'success' || needsProvisioning(kind);

const isFailedLogin = ({ kind, fields, status }: Served): boolean =>
  (kind === 'unauthorized' || (status === 401 && !isAccepted(kind))) &&
  realPartners.includes(JSON.stringify(fields?.partnerName ?? '').replaceAll('"', '')) &&
  typeof fields?.partnerPassword === 'string';

const worseIn = ({ requirements }: Comparison): readonly string[] =>
  requirements.filter(({ direction }) => direction === 'worse').map(({ id }) => id);

describe('`run --harmless` and `compare`', () => {
  it('find nothing changed in the same service: what was not asked is counted, and no class is lost', async () => {
    const { code, failedLogins, served, compared, comparison } = await askHarmless();
    expect([code, failedLogins, compared]).toEqual([0, [0, 0], 0]);
    expect(served.length).toBeGreaterThan(20);
    const { requirements, classes, notes, notAsked } = comparison;
    expect([requirements, classes, notes]).toEqual([[], [], []]);
    expect(notAsked).toBeGreaterThan(5);
  });

  it.each([
    ['a-success-201', 'a.success.status'],
    ['b-unauthorized-403', 'b.unauthorized.status'],
    ['b-missing-400', 'b.missing.partnerName.status'],
    ['a-bic-number', 'a.success.record'],
  ])('find %s, without a failed login', async (id, requirement) => {
    const { code, failedLogins, compared, comparison } = await askHarmless(id);
    expect([code, failedLogins, compared]).toEqual([1, [0, 0], 1]);
    expect(worseIn(comparison)).toContain(requirement);
    expect(comparison.classes.map(({ direction }) => direction)).toContain('worse');
  });

  it.each(['paraphrase-english-short', 'locked-after-three-failed-logins', 'first-503'])(
    'find nothing in %s',
    async (id) => {
      const { failedLogins, compared, comparison } = await askHarmless(id);
      expect([compared, worseIn(comparison), comparison.classes]).toEqual([0, [], []]);
      expect(Math.max(...failedLogins)).toBeLessThanOrEqual(1);
    },
  );

  it('cost one failed login of each variant whose plain request is refused, and nothing else of it is asked', async () => {
    const credentials = { partnerName: 1042, partnerPassword: 'not-the-right-one', useAuthByCert: 'true' };
    const { code, failedLogins, compared } = await askHarmless(undefined, { credentials });
    expect([code === 0, failedLogins, compared]).toEqual([false, [1, 1], 1]);
  });
});
