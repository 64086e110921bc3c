// Sends one request of the plan by itself.

import { randomInt } from 'node:crypto';
import { openTarget, planFor } from '../api/run-target.ts';
import { monotonicClock } from '../base/clock.ts';
import type { Target } from '../profile/target.ts';
import { oneRequest } from '../run/one.ts';
import type { One } from '../run/one.ts';
import type { RunEvent } from '../run/shared.ts';

/** Null: the variants of the profile have no such request. */
export async function sendOne(
  target: Target,
  id: string,
  signal: AbortSignal,
  onEvent: (event: RunEvent) => void = () => {},
): Promise<One | null> {
  const { rows } = planFor(target);
  const row = rows.find((one) => one.id === id);
  const plain = rows.find((one) => one.id === `${row?.variant}.success`);
  if (row === undefined || plain === undefined) return null;
  const opened = openTarget(target, randomInt(2 ** 32));
  try {
    return await oneRequest({ ...opened, row, plain, target, signal, clock: monotonicClock, onEvent });
  } finally {
    await opened.client.close();
  }
}
