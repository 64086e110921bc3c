// Sends one request of a plan by itself, within the limits of the profile: no repeats, no controls, no pace.

import type { Exchange, Wire } from '../client/exchange.ts';
import type { Masker } from '../client/mask.ts';
import type { Obstacle } from '../plan/attempt.ts';
import type { Build } from '../plan/build.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { whileSetUp } from './condition.ts';
import type { Outside } from './shared.ts';
import { createSupply } from './supply.ts';

export interface OneOptions extends Omit<Outside, 'mask'> {
  readonly row: PlannedRow;
  /** The plain request of its variant: some requests are made of what an accepted one has left. */
  readonly plain: PlannedRow;
  readonly build: Build;
  readonly masker: Pick<Masker, 'add' | 'mask'>;
}

/** `wire` holds secrets. */
export type One = { readonly kind: 'sent'; readonly wire: Wire; readonly exchange: Exchange } | Obstacle;

export async function oneRequest(options: OneOptions): Promise<One> {
  const { row, plain, target, client, build, masker, signal } = options;
  const supply = createSupply(target, build, masker);
  const send = async (asked: PlannedRow): Promise<One> => {
    if (!asked.isProvisioned) return { kind: 'not-provisioned', detail: '' };
    if (asked.cost !== 'free' && target.limits.failedLogins === 0) return { kind: 'no-place', detail: '' };
    const built = await supply.make(asked, asked);
    if (built === null) return { kind: 'nothing-to-send', detail: '' };
    const exchange = await client.exchange(built.wire, signal);
    if (asked === plain && exchange.response?.status === 200) supply.learn(asked, built, exchange);
    return { kind: 'sent', wire: built.wire, exchange };
  };
  let one: One = { kind: 'interrupted', detail: '' };
  if (row.isProvisioned && row.way.hasSetup) {
    const detail = await whileSetUp({ ...options, mask: masker.mask }, row, async (status) => {
      one = await send(row);
      return status === null || one.kind !== 'sent' || one.exchange.response?.status === status;
    });
    return detail === null ? one : { kind: 'setup-failed', detail };
  }
  one = await send(row);
  if (one.kind !== 'nothing-to-send') return one;
  await send(plain);
  return send(row);
}
