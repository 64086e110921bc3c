import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { settle } from '../verdict/settle.ts';
import { backOff, pause } from './back-off.ts';
import type { Context } from './context.ts';

/** Knows whether the target is out of order at the moment, so that not every case has to find out by itself. */
export interface Health {
  /** Waits while the target is out of order; the control that shows it down for good, or null where it answers. */
  readonly whenUp: (variant: string) => Promise<Control | null>;
  /** Says that a control was not answered as before. */
  readonly report: (variant: string, control: Control) => void;
}

/** How often a target that has stopped answering is asked again before it is given up. */
const polls = 4;
/** Milliseconds after which no further time-out is waited for. */
const patience = 6000;
/** The back-off of the first poll is that of the third attempt: 0.4 s, then doubling. */
const firstPoll = 2;

/** Watches over the target's variants; `ask` sends a control. */
export function createHealth(
  context: Context,
  ask: (variant: string) => Promise<Control | Halt>,
  baselineOf: (variant: string) => Promise<Trial>,
): Health {
  const outages = new Map<string, Promise<Control | null>>();
  const recover = async (variant: string, shown: Control): Promise<Control | null> => {
    const start = performance.now();
    let last = shown;
    for (let index = 0; index < polls && !context.signal.aborted; index += 1) {
      const wait = backOff(last.evidence, firstPoll + index, context.random, context.now());
      await pause(wait, context.signal);
      const control = await ask(variant);
      if ('reason' in control) break;
      if (control.good) {
        outages.delete(variant);
        return null;
      }
      last = control;
      if (control.evidence.error?.kind === 'timeout' && performance.now() - start > patience) break;
    }
    return last;
  };
  return {
    async whenUp(variant) {
      return (await outages.get(variant)) ?? deadFromTheStart(await baselineOf(variant));
    },
    report(variant, control) {
      if (!outages.has(variant)) outages.set(variant, recover(variant, control));
    },
  };
}

/** Neither the baseline nor any control of it was answered by the service itself. */
function deadFromTheStart(baseline: Trial): Control | null {
  const settled = settle(baseline);
  if (settled.kind !== 'open' || baseline.controls.length === 0) return null;
  const isSilent = ({ evidence }: Control): boolean =>
    evidence.response === null || [429, 502, 503, 504].includes(evidence.response.status);
  return baseline.controls.every(isSilent) ? (baseline.controls.at(-1) ?? null) : null;
}
