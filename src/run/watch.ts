// Whether the target answers as before: controls, waiting for it, what is not sent meanwhile (rules 5, 8).

import type { VariantId } from '#banks/specification.ts';
import { isAccepting, isLockout } from '../judge/answer.ts';
import type { Obstacle } from '../plan/attempt.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Sender, Sent } from './send.ts';
import type { Shared } from './shared.ts';

const longestWait = 15_000;

type Watch = ReturnType<typeof createWatch>;

export interface Run extends Shared {
  readonly sender: Sender;
  readonly watch: Watch;
}

export function createWatch({ log, pace, clock, random, signal, ...rest }: Shared, sender: Sender) {
  const { limits } = rest.target;
  const { at, plains, plainOf, isUsable, controlOf, factsOf, standing, outageOf } = log;
  let waitingLeft = limits.recheck;
  /** Batches of controls, and requests but controls before the last one. */
  let [batches, before] = [random.draw(4), 0];
  /** Variants of which nothing more is sent in this step. */
  const ended = new Map<VariantId, Obstacle['kind']>();

  /** Sends the control of a request until it is accepted. False: it is refused, or nobody answers as before. */
  async function isAnswering(row: PlannedRow): Promise<boolean> {
    const control = controlOf(row);
    for (let [waited, wait] = [0, 100]; ;) {
      const sent = await sender.send(control, 'control');
      if (sent !== null && isAccepting(sent.exchange, sent.kind, factsOf(row))) return true;
      // A page that refuses may be a gateway's.
      if (sent !== null && standing(control) === 'doubted' && isLockout(sent.exchange)) continue;
      const isRefused = standing(control) === 'refused';
      const isWaiting = sent !== null && !isRefused && waited < longestWait && waitingLeft > 0;
      if (!isWaiting || signal.aborted) {
        const why = pace.isOver() ? 'rate-limited' : 'target-unavailable';
        // Of another partner nothing else depends.
        if (!isRefused || control === plainOf(row)) ended.set(row.variant, isRefused ? 'refused' : why);
        return false;
      }
      const startedAt = clock.now();
      await clock.pause(wait, signal);
      waitingLeft -= clock.now() - startedAt;
      [waited, wait] = [waited + wait, 1000];
    }
  }

  /** Why it is not to be sent now; null if it is. */
  function obstacle(row: PlannedRow): Obstacle['kind'] | null {
    if (signal.aborted) return 'interrupted';
    if (log.isMute()) return 'target-unavailable';
    if (row.cost === 'free') return ended.get(row.variant) ?? null;
    if (!isUsable(row)) return outageOf(plainOf(row)) ?? (limits.failedLogins === 0 ? 'no-place' : 'refused');
    return standing(row) === 'refused' ? 'refused' : (ended.get(row.variant) ?? null);
  }

  return {
    isAnswering,
    obstacle,
    async ask(row: PlannedRow): Promise<Sent | null> {
      const why = obstacle(row);
      return why === null ? sender.send(row, 'try') : log.note(row, why);
    },
    /** A control of each variant that was accepted; while their partner is refused, one in all. */
    async begin(step: number): Promise<void> {
      [at.step, at.round] = [step, 0];
      ended.clear();
      const usable = plains.filter(isUsable);
      const [first, ...others] = usable;
      if (first === undefined) return;
      if (standing(first) !== 'refused' || (await isAnswering(first)))
        await Promise.all(usable.map(isAnswering));
      else for (const { variant } of others) ended.set(variant, 'refused');
    },
    /** Four or five for each; of all requests an odd, then an even number, lest a balancer keep step. */
    async askControls([first, second]: readonly PlannedRow[]): Promise<void> {
      if (first === undefined) return;
      const sent = log.attempts.filter(({ role }) => role !== 'control').length;
      batches += 1;
      const others = second === undefined ? 0 : 4 + ((batches >> 1) % 2);
      const own = 4 + ((sent - before + others + batches) % 2);
      before = sent;
      const queue = Array.from({ length: own + others }, (_, index) => (index < own ? first : second));
      const worker = async (): Promise<void> => {
        for (let plain = queue.shift(); plain !== undefined; plain = queue.shift())
          if (standing(plain) !== 'refused') await sender.send(plain, 'control');
      };
      await Promise.all(Array.from({ length: at.step === 7 ? 1 : queue.length }, worker));
    },
  };
}
