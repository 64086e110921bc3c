import type { Evidence } from '../verdict/evidence.ts';
import { answerWords, doubtOf } from '../verdict/settle.ts';
import type { Control, Halt } from '../verdict/trial.ts';
import { message } from '../wording/message.ts';
import type { Asked, Asker, Question } from './ask.ts';
import { backOff, pause } from './limiter.ts';

/** What was recorded of one request on the way to its answer, in the order of time. */
export interface Answer {
  readonly attempts: readonly Evidence[];
  /** Asked because an answer was doubtful, or because valid credentials may be refused by now. */
  readonly controls: readonly Control[];
  readonly halted: Halt | null;
  /** The limit of failed logins ended the tries. */
  readonly isLimited: boolean;
}

/** Asks the baseline of a variant and compares the answer with the first. */
export type AskControl = () => Promise<Control | Halt>;

/** Milliseconds that all doubts of a run may take together. */
export interface RecheckBudget {
  /** Runs work that belongs to a doubt, and counts its time. */
  readonly spend: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly isSpent: () => boolean;
}

/** Opens a budget of that many milliseconds. */
export function createRecheckBudget(milliseconds: number): RecheckBudget {
  let spent = 0;
  let since: number | null = null;
  const passed = (): number => (since === null ? 0 : performance.now() - since);
  return {
    async spend(work) {
      const isOutermost = since === null;
      since ??= performance.now();
      try {
        return await work();
      } finally {
        if (isOutermost) {
          spent += passed();
          since = null;
        }
      }
    },
    isSpent: () => spent + passed() >= milliseconds,
  };
}

/** Time-outs are waited for at most twice more. */
const mostTimeouts = 2;

/**
 * Settles one doubtful answer with nothing else under way: the request is asked again, up to `limits.retries` times, with the
 * baseline as a control before and after each try, by turns once and twice, which of them first being drawn: so a gateway that
 * drops every second request, or every third, cannot keep step.
 */
export async function settleDoubt(
  asker: Asker,
  question: Question,
  first: Answer,
  askControl: AskControl,
  budget: RecheckBudget,
): Promise<Answer> {
  const { stimulus } = question;
  const { random, now, signal, target } = asker;
  const attempts = [...first.attempts];
  const controls = [...first.controls];
  const ended = (halted: Halt | null, isLimited = false): Answer => ({
    attempts,
    controls,
    halted,
    isLimited,
  });
  let times = random() < 0.5 ? 1 : 2;
  const control = async (): Promise<Halt | null> => {
    times = 3 - times;
    for (let count = times; count > 0; count -= 1) {
      const asked = await askControl();
      if ('reason' in asked) return asked;
      controls.push(asked);
    }
    return null;
  };
  for (let tries = 0; ; tries += 1) {
    const last = attempts.at(-1);
    const doubt = last === undefined ? null : doubtOf(last, stimulus);
    if (last === undefined || doubt === null) return ended(null);
    const most = doubt === 'once' ? 1 : last.error?.kind === 'timeout' ? mostTimeouts : target.limits.retries;
    if (tries >= most) return ended(null);
    if (budget.isSpent()) return ended(notRechecked(last));
    await pause(backOff(last, tries, random, now()), signal);
    if (tries === 0) {
      const halt = await control();
      if (halt !== null) return ended(halt);
    }
    const asked = await asker.ask({ ...question, isFresh: true });
    if (asked.kind === 'halted') {
      return asked.halt.reason === 'not-selected' && !signal.aborted
        ? ended(notAskedAgain(last, asked.halt), true)
        : ended(asked.halt);
    }
    attempts.push(asked.evidence);
    const halt = await control();
    if (halt !== null) return ended(halt);
  }
}

/** The reason where a doubtful answer stays without an explanation. */
export const openReason = ({ response }: Evidence): Halt['reason'] =>
  response?.status === 429 ? 'rate-limited' : 'target-unavailable';

/** Why a doubtful answer was not asked for again: the time for all doubts is used up. */
export const notRechecked = (last: Evidence): Halt => ({
  reason: openReason(last),
  note: message('recheck-spent', { answer: answerWords(last) }),
});

const notAskedAgain = (last: Evidence, { note }: Halt): Halt => ({
  reason: openReason(last),
  note: message('not-asked-again', { answer: answerWords(last), limit: note }),
});

/** The answer to the first try. */
export const firstAnswer = (asked: Asked): Answer =>
  asked.kind === 'sent'
    ? { attempts: [asked.evidence], controls: [], halted: null, isLimited: false }
    : { attempts: [], controls: [], halted: asked.halt, isLimited: false };
