import type { Control, Evidence, Halt } from '../verdict/evidence.ts';
import { answerWords, doubtOf, isDocumentedError } from '../verdict/settle.ts';
import { message } from '../wording/message.ts';
import type { Asked, Asker, Question } from './ask.ts';
import { asksTooLong, backOff, growing, pause, retryAfter } from './limits.ts';
import { judged, lacking, plainest } from '../case/test-case.ts';
import type { Named } from '../case/test-case.ts';
import type { Variant } from '../spec/specification.ts';
import { baselineOf, controlOf } from './plan.ts';

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
 * baseline as a control before and after each try, by turns once and twice, chance decides which is first: so a gateway that
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

/** Asks the baseline: while its answer is doubtful nothing else is asked; then requests that must be refused show whether the service works at all. */
export async function askBaseline(
  asker: Asker,
  variant: Variant,
  keep: (evidence: Evidence) => void,
): Promise<Answer> {
  const { target, signal, random, now } = asker;
  const question = baselineOf(variant);
  const attempts: Evidence[] = [];
  for (let tries = 0; tries <= target.limits.retries; tries += 1) {
    const last = attempts.at(-1);
    if (last !== undefined) {
      const doubt = doubtOf(last, question.stimulus);
      if (doubt === null || asksTooLong(last)) break;
      if (doubt === 'once' && tries > 1) break;
      await pause(backOff(last, tries - 1, random, now()), signal);
    }
    const asked = await asker.ask({ ...question, isFresh: last !== undefined });
    if (asked.kind === 'halted') return { attempts, controls: [], halted: asked.halt, isLimited: false };
    attempts.push(asked.evidence);
  }
  const last = attempts.at(-1);
  const isUsable = last === undefined || !isUnusable(last, question);
  if (isUsable) return { attempts, controls: [], halted: null, isLimited: false };
  const controls = await probe(asker, variant);
  const isWorking = controls.some(({ good }) => good);
  const again = isWorking ? await asker.ask({ ...question, isFresh: true }) : null;
  if (again?.kind === 'sent') {
    attempts.push(again.evidence);
    if (!isUnusable(again.evidence, question)) {
      // It came up in the meantime.
      for (const { evidence } of controls) keep(evidence);
      return { attempts, controls: [], halted: null, isLimited: false };
    }
  }
  const isGivenUp = !isWorking && !signal.aborted;
  return { attempts, controls, halted: isGivenUp ? givenUp(last) : null, isLimited: false };
}

/** Nothing of it shows that the service itself has answered: no answer, a page, a status that the specification uses for nothing. */
function isUnusable(last: Evidence, { stimulus }: Question): boolean {
  return doubtOf(last, stimulus) !== null || last.facts?.kind === 'not-json';
}

function givenUp(last: Evidence): Halt {
  const { response, facts } = last;
  if (response === null || response.status >= 429) {
    return { reason: openReason(last), note: message('nothing-answered') };
  }
  const note =
    facts?.kind === 'not-json'
      ? message('only-pages', { status: response.status })
      : message('only-others', { status: response.status });
  return { reason: 'target-unavailable', note };
}

/** Requests that must be refused: one that is answered as documented shows that the service works. */
async function probe(asker: Asker, variant: Variant): Promise<readonly Control[]> {
  const names = variant.parameters.map(({ name }) => name);
  const differences: readonly Named[] = [
    plainest(variant, 'missing'),
    { ...lacking(names), words: message('request-without-any') },
    plainest(variant, 'unauthorized'),
  ];
  const owner = `${variant.id}.control`;
  const controls: Control[] = [];
  for (const [index, difference] of differences.entries()) {
    const stimulus = judged(variant, difference);
    const asked = await asker.ask({ variant, stimulus, owner, exchange: `${owner}.probe-${index + 1}` });
    if (asked.kind === 'halted') return controls;
    const { evidence } = asked;
    const isProper = evidence.response?.status === stimulus.status && isDocumentedError(evidence);
    controls.push({ evidence, good: isProper });
  }
  return controls;
}

/** Asks the baseline as a control: it is good where it is answered as the first time. */
export async function askControl(asker: Asker, variant: Variant, first: Evidence): Promise<Control | Halt> {
  const asked = await asker.ask(controlOf(variant));
  if (asked.kind === 'halted') return asked.halt;
  const { evidence } = asked;
  const isSame = evidence.response !== null && evidence.response.status === first.response?.status;
  return { evidence, good: isSame };
}

/** Milliseconds: how long a target that has stopped answering is waited for, one request that is in doubt, and the longest pause of its own accord. */
export const patience = { target: 15_000, request: 3000, pause: 2000 } as const;

/** Waits until the baseline is answered as before, asking it with growing pauses; null: it is not. */
export async function awaitBaseline(
  asker: Asker,
  ask: () => Promise<Control | Halt>,
  most: number = patience.target,
): Promise<Control | null> {
  const { random, now, signal } = asker;
  const start = performance.now();
  for (let tries = 1; !signal.aborted; tries += 1) {
    const control = await ask();
    if ('reason' in control) return null;
    if (control.good) return control;
    const asked = retryAfter(control.evidence) === null ? 0 : backOff(control.evidence, tries, random, now());
    const wait = Math.max(asked, growing(tries, random, patience.pause));
    if (asksTooLong(control.evidence) || performance.now() - start + wait > most) return null;
    await pause(wait, signal);
  }
  return null;
}
