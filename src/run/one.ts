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
export type One =
  | { readonly kind: 'sent'; readonly wire: Wire; readonly exchange: Exchange }
  | { readonly kind: 'not-sent'; readonly why: Obstacle };

export async function oneRequest(options: OneOptions): Promise<One> {
  const { row, plain, target, client, build, masker, signal, onEvent } = options;
  const supply = createSupply(target, build, masker);
  const notSent = (kind: Obstacle['kind'], detail = ''): One => ({ kind: 'not-sent', why: { kind, detail } });
  const send = async (asked: PlannedRow): Promise<One> => {
    if (asked.cost !== 'free' && target.limits.failedLogins === 0) return notSent('no-place');
    const built = await supply.make(asked, asked);
    if (built === null) return notSent('nothing-to-send');
    const exchange = await client.exchange(built.wire, signal);
    onEvent({ kind: 'exchanged', row: asked, exchange });
    if (asked === plain && exchange.response?.status === 200) supply.learn(asked, built, exchange);
    return { kind: 'sent', wire: built.wire, exchange };
  };
  if (!row.isProvisioned) return notSent('not-provisioned');
  if (!row.way.hasSetup) {
    const one = await send(row);
    const isMissing = one.kind === 'not-sent' && one.why.kind === 'nothing-to-send';
    return isMissing && (await send(plain)).kind === 'sent' ? send(row) : one;
  }
  let last = notSent('interrupted');
  const problem = await whileSetUp({ ...options, mask: masker.mask }, row, async (status) => {
    last = await send(row);
    return status === null || last.kind === 'not-sent' || last.exchange.response?.status === status;
  });
  return problem === null ? last : notSent('setup-failed', problem);
}
