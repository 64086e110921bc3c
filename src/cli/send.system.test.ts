import { expect, it } from 'vitest';
import { openReference } from './small-profile.test-support.ts';

it('what a report names to repeat an exchange sends that request: the recorded status comes back', async () => {
  const { ask, run, results } = await openReference({ defects: ['a-unauthorized-401', 'b-missing-400'] });
  expect((await run('--format', 'json', '--quiet')).code).toBe(1);
  const exchanges = (await results()).cases.flatMap((one) => one.exchanges);
  const recorded = new Map(exchanges.map(({ planned, response }) => [planned, response?.status]));
  expect(recorded.size).toBeGreaterThan(100);
  const seen: (readonly [id: string, status: number])[] = [];
  for (const id of recorded.keys()) {
    const { out } = await ask('send', id, '--target', 'target.yaml');
    seen.push([id, Number(/.*^HTTP\/\S+ (\d+)/ms.exec(out)?.[1])]);
  }
  expect(seen).toEqual([...recorded]);
});
