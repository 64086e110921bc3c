import type { Stimulus } from '../case/test-case.ts';
import { confirmAlone } from './confirm-alone.ts';
import type { Doubt, Round } from './confirm-alone.ts';
import { confirmTogether } from './confirm-together.ts';
import type { Context } from './context.ts';
import type { LonePassage } from './gate.ts';
import { orAfter } from './or-after.ts';

/** Confirms the doubts of a run, one after the other, or several at once where that is known to do no harm. */
export interface Desk {
  /** Waits for its turn with nothing else under way, and gives what came of it. */
  readonly decide: (doubt: Doubt) => Promise<Round>;
  /** Runs work that may end in a doubt. */
  readonly watch: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The same request was confirmed to hang, or any other of its variant where the specification is silent on this one. */
  readonly isKnownToHang: (variant: string, stimulus: Stimulus) => boolean;
}

/** Time-outs for which the first doubt waits for others that can be confirmed beside it. */
const patience = 4;

interface Waiting {
  readonly doubt: Doubt;
  /** It has been tried beside others to no avail. */
  readonly isAlone: boolean;
  readonly settle: (round: Round | Promise<Round>) => void;
}

/**
 * Opens a desk. Every documented request is confirmed to hang all by itself; when it comes again in another case, it may
 * be confirmed beside others, and so may requests on which the specification is silent: nobody is blamed by those.
 */
export function createDesk(context: Context): Desk {
  const { concurrency, rate } = context.target.limits;
  const hanging = new Set<string>();
  const disturbed = new Set<string>();
  let queue: readonly Waiting[] = [];
  let watched = 0;
  let isLed = false;
  let onChange: () => void = () => undefined;

  const isKnownToHang: Desk['isKnownToHang'] = (variant, stimulus) =>
    !disturbed.has(variant) &&
    !context.line.comesLate() &&
    hanging.has(stimulus.status === null ? variant : keyOf(variant, stimulus));
  const isShareable = ({ doubt, isAlone }: Waiting): boolean =>
    !isAlone &&
    !doubt.isCharged &&
    doubt.last.error?.kind === 'timeout' &&
    isKnownToHang(doubt.sender.variant, doubt.stimulus);
  /** Who comes next, with those that can be confirmed beside it. */
  const nextOnes = (): readonly Waiting[] => {
    const [next] = queue;
    if (next === undefined) return [];
    const { variant } = next.doubt.sender;
    if (!isShareable(next)) return [next];
    return queue.filter((one) => isShareable(one) && one.doubt.sender.variant === variant);
  };
  /** One place is for the control; what the rate holds up would not be open beside the others. */
  const places = (width: number): number => Math.max(1, Math.min(width, rate ?? width) - 1);
  const isWorthWaiting = (): boolean => {
    const [next, ...beside] = nextOnes();
    if (watched === 0 || next === undefined || context.signal.aborted) return false;
    // What is watched may itself wait for a failed login that is charged to a doubt in this queue.
    if (queue.some(({ doubt }) => doubt.isCharged)) return false;
    return isShareable(next) && beside.length + 1 < places(concurrency);
  };
  const serve = async ({ pass, width }: LonePassage): Promise<void> => {
    const batch = nextOnes().slice(0, places(width));
    queue = queue.filter((one) => !batch.includes(one));
    isLed = false;
    const [one, ...others] = batch;
    if (one === undefined) return;
    const alone = { ...context, gate: { ...context.gate, pass }, isAlone: true };
    const { variant } = one.doubt.sender;
    if (others.length === 0) {
      const round = confirmAlone(alone, one.doubt);
      one.settle(round);
      // A rejection is said to whoever waits for the round.
      if (!isConfirmedToHang(await round.catch(() => null))) return;
      hanging.add(variant).add(keyOf(variant, one.doubt.stimulus));
      return;
    }
    const doubts = batch.map(({ doubt }) => doubt);
    const rounds = confirmTogether(alone, doubts);
    for (const [index, { doubt, settle }] of batch.entries()) {
      settle(rounds.then((all) => all[index] ?? join({ doubt, isAlone: true })));
    }
    if ((await rounds.catch(() => [null])).includes(null)) disturbed.add(variant);
  };
  const lead = async (): Promise<void> => {
    isLed = true;
    const longest = performance.now() + patience * context.target.limits.timeout;
    while (isWorthWaiting() && performance.now() < longest) {
      const changed = new Promise<void>((resolve) => (onChange = resolve));
      await orAfter(longest - performance.now(), changed);
    }
    await context.gate.alone(serve);
    if (queue.length > 0 && !isLed) void lead();
  };
  const join = (given: Omit<Waiting, 'settle'>): Promise<Round> =>
    new Promise((resolve) => {
      queue = [...queue, { ...given, settle: resolve }];
      onChange();
      if (!isLed) void lead();
    });
  return {
    decide: (doubt) => join({ doubt, isAlone: false }),
    async watch(work) {
      watched += 1;
      try {
        return await work();
      } finally {
        watched -= 1;
        onChange();
      }
    },
    isKnownToHang,
  };
}

/** What tells a request from others of its variant, whichever case it belongs to. */
function keyOf(
  variant: string,
  { condition, without, password, partner, spelling, twist }: Stimulus,
): string {
  return JSON.stringify([variant, condition, without, password, partner, spelling, twist]);
}

function isConfirmedToHang(round: Round | null): boolean {
  if (round?.again?.kind !== 'sent') return false;
  return round.again.evidence.error?.kind === 'timeout' && round.after.some(({ good }) => good);
}
