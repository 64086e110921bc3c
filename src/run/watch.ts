// Whether the target answers as before: controls, waiting for it, and what is not sent meanwhile (rules 5 and 8).

import type { VariantId } from '#banks/specification.ts';
import { isAccepting, isRefusing } from '../judge/answer.ts';
import type { Obstacle } from '../plan/attempt.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Sender } from './send.ts';
import type { Shared } from './shared.ts';

const longestWait = 15_000;

export interface Watch {
  /** A step begins with a control of each variant that was accepted; while its partner is refused, with one in all. */
  readonly begin: (step: number) => Promise<void>;
  /** Why it is not to be sent now; null if it is. */
  readonly obstacle: (row: PlannedRow) => Obstacle['kind'] | null;
  /** Sends the control of a request until it is accepted. False: it is refused, or nobody answers as before. */
  readonly isAnswering: (row: PlannedRow) => Promise<boolean>;
  /** Four or five plain requests for each, as drawn, lest a balancer keep step. */
  readonly askControls: (plains: readonly PlannedRow[]) => Promise<void>;
}

export function createWatch({ log, pace, clock, random, signal, ...rest }: Shared, sender: Sender): Watch {
  const { limits } = rest.target;
  const { at, plains, plainOf, isUsable, controlOf, factsOf, standing, outageOf } = log;
  let waitingLeft = limits.recheck;
  /** Variants of which nothing more is sent in this step. */
  const ended = new Map<VariantId, Obstacle['kind']>();

  async function isAnswering(row: PlannedRow): Promise<boolean> {
    const control = controlOf(row);
    for (let [waited, wait] = [0, 100]; ;) {
      const sent = await sender.send(control, 'control');
      if (sent !== null && isAccepting(sent.exchange, sent.kind, factsOf(row))) return true;
      // A page that refuses may be a gateway's.
      if (sent !== null && standing(control) === 'doubted' && isRefusing(sent.exchange)) continue;
      const isRefused = standing(control) !== 'good';
      const isWaiting = sent !== null && !isRefused && waited < longestWait && waitingLeft > 0;
      if (!isWaiting || signal.aborted) {
        const why = pace.isOver() ? 'rate-limited' : 'target-unavailable';
        if (!isRefused) ended.set(row.variant, why);
        return false;
      }
      const startedAt = clock.now();
      await clock.pause(wait, signal);
      waitingLeft -= clock.now() - startedAt;
      [waited, wait] = [waited + wait, 1000];
    }
  }

  return {
    isAnswering,
    async begin(step) {
      [at.step, at.round] = [step, 0];
      ended.clear();
      const usable = plains.filter(isUsable);
      const isRefused = usable.some((plain) => standing(plain) === 'refused');
      const [asked, rest] = isRefused ? [usable.slice(0, 1), usable.slice(1)] : [usable, []];
      await Promise.all(asked.map(isAnswering));
      for (const { variant } of rest) ended.set(variant, 'refused');
    },
    obstacle(row) {
      if (signal.aborted) return 'interrupted';
      if (row.cost === 'free') return ended.get(row.variant) ?? null;
      if (!isUsable(row))
        return outageOf(plainOf(row)) ?? (limits.failedLogins === 0 ? 'no-place' : 'refused');
      return standing(row) === 'refused' ? 'refused' : (ended.get(row.variant) ?? null);
    },
    async askControls(asked) {
      const queue = asked.flatMap((plain) => Array.from({ length: 4 + random.draw(2) }, () => plain));
      const worker = async (): Promise<void> => {
        for (let plain = queue.shift(); plain !== undefined; plain = queue.shift())
          if (standing(plain) !== 'refused') await sender.send(plain, 'control');
      };
      await Promise.all(Array.from({ length: at.step === 7 ? 1 : queue.length }, worker));
    },
  };
}
