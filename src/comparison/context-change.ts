import type { Results } from '../result/results.ts';
import type { ContextChange, Owner } from './comparison.ts';

type Reading = readonly [owner: Owner, what: string, read: (results: Results) => string | null];

const readings: readonly Reading[] = [
  ['suite', 'suite version', ({ suite }) => suite.version],
  ['specification', 'specification', ({ spec }) => spec.sha256],
  ['address', 'base URL', ({ target }) => target.baseUrl],
  ['profile', 'target profile', ({ profile }) => profile.sha256],
  ['profile', 'variants', ({ target }) => target.variants.join(', ')],
  ['environment', 'Node', ({ environment }) => environment.node],
  ['environment', 'platform', ({ environment }) => environment.platform],
  ['selection', 'cases', ({ cases }) => String(cases.length)],
  ['selection', 'repeat', ({ repeat }) => String(repeat)],
  ['selection', 'interrupted', ({ interrupted }) => (interrupted ? 'yes' : 'no')],
];

/** Headers by which a service tells its version or what stands in front of it. */
const telling =
  /^(?:server|via|x-powered-by|x-generator|x-runtime|x-aspnet(?:mvc)?-version|(?:x-)?(?:[a-z]+-)*(?:version|build|release|revision|commit))$/;

/** What else is not the same in both runs, so that a difference has an owner. */
export function contextChanges(before: Results, after: Results): readonly ContextChange[] {
  const settings = readings.map(([owner, what, read]) => ({
    owner,
    what,
    before: read(before),
    after: read(after),
  }));
  return [...settings, ...headerChanges(before, after)].filter((one) => one.before !== one.after);
}

function headerChanges(before: Results, after: Results): readonly ContextChange[] {
  return Object.keys(after.variants).flatMap((variant) => {
    const [older, newer] = [headersOf(before, variant), headersOf(after, variant)];
    if (older === null || newer === null) return [];
    return [...new Set([...newer.keys(), ...older.keys()])].map((name) => ({
      owner: 'target' as const,
      what: `${variant}: ${name}`,
      before: older.get(name) ?? null,
      after: newer.get(name) ?? null,
    }));
  });
}

/** The telling headers of the answer to the plain request of a variant; null where there is none. */
function headersOf(results: Results, variant: string): ReadonlyMap<string, string> | null {
  const last = results.baselines[variant]?.attempts.at(-1);
  const evidence = [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)];
  const response = evidence.find(({ id }) => id === last)?.response ?? null;
  if (response === null) return null;
  const told = response.headers
    .map(([name, value]): readonly [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => telling.test(name));
  return new Map(told);
}
