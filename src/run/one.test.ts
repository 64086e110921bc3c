import { expect, it } from 'vitest';
import type { Exchange, Wire } from '../client/exchange.ts';
import { createBuild } from '../plan/build.ts';
import { claimsOf, planOf } from '../plan/plan.ts';
import { createLeapingClock } from '../base/leaping-clock.test-support.ts';
import { createRandom } from '../base/random.ts';
import { oneRequest } from './one.ts';
import type { One } from './one.ts';
import { encrypt, targetOf } from './small-service.test-support.ts';

async function ask(id: string, failedLogins = 1): Promise<{ one: One; sent: readonly Wire[] }> {
  const target = targetOf({ limits: { failedLogins } });
  const { rows } = planOf(claimsOf(target));
  const [row, plain] = [id, 'a.success'].map((one) => rows.find((each) => each.id === one));
  if (row === undefined || plain === undefined) throw new RangeError(id);
  const sent: Wire[] = [];
  const one = await oneRequest({
    row,
    plain,
    target,
    client: {
      exchange(wire) {
        sent.push(wire);
        return Promise.resolve({ response: { status: 200, headers: [], body: '' } } as unknown as Exchange);
      },
    },
    build: createBuild(target, {
      suite: { name: 's', version: '0' },
      encrypt: { a: encrypt },
      draw: createRandom(1).draw,
      requestId: () => '',
    }),
    masker: { add: () => undefined, mask: (text) => text },
    clock: createLeapingClock(),
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  return { one, sent };
}

it.each([
  ['a.missing.partnerName', 0, 'sent', 1],
  ['a.success', 0, 'no-place', 0],
  ['a.unencrypted.partnerPassword', 1, 'sent', 1],
  ['a.unavailable', 1, 'not-provisioned', 0],
  ['a.observed.partner.replay', 1, 'sent', 2],
  ['a.observed.partner.replay', 0, 'nothing-to-send', 0],
] as const)('%s at a limit of %i: %s', async (id, failedLogins, kind, count) => {
  const { one, sent } = await ask(id, failedLogins);
  expect([one.kind, sent.length]).toEqual([kind, count]);
});
