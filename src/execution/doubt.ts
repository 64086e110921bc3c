import { judged, lacking, plainest } from '../case/test-case.ts';
import type { Named } from '../case/test-case.ts';
import type { Variant } from '../spec/specification.ts';
import type { Control, Evidence, Halt } from '../verdict/evidence.ts';
import { answerWords, doubtOf, isOwnRefusal } from '../verdict/settle.ts';
import { message } from '../wording/message.ts';
import { isHalt } from './ask.ts';
import type { Asker, Question } from './ask.ts';
import { asksTooLong, backOff, growing, pause, retryAfter } from './limits.ts';
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

/** An answer of these parts; by default nothing was sent. */
export const answerOf = (parts: Partial<Answer>): Answer => ({
  attempts: [],
  controls: [],
  halted: null,
  isLimited: false,
  ...parts,
});

/** The answer to the first try. */
export const firstAnswer = (asked: Evidence | Halt): Answer =>
  answerOf(isHalt(asked) ? { halted: asked } : { attempts: [asked] });

/** Time-outs are waited for at most twice more. */
export const mostTimeouts = 2;

/**
 * Settles one doubtful answer with nothing else under way: the request is asked again, up to `limits.retries` times, with the
 * baseline as a control before and after each try, by turns once and twice, chance decides which is first: so a gateway that
 * drops every second request, or every third, cannot keep step.
 */
export async function settleDoubt(asker: Asker, question: Question, first: Answer): Promise<Answer> {
  const { random, now, signal, target, recheck } = asker;
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
      const asked = await askControl(asker, question.variant);
      if (isHalt(asked)) return asked;
      controls.push(asked);
    }
    return null;
  };
  for (let tries = 0; ; tries += 1) {
    const last = attempts.at(-1);
    const doubt = last === undefined ? null : doubtOf(last, question.stimulus);
    if (last === undefined || doubt === null) return ended(null);
    const most = doubt === 'once' ? 1 : last.error?.kind === 'timeout' ? mostTimeouts : target.limits.retries;
    if (tries >= most) return ended(null);
    if (recheck.isSpent()) return ended(notRechecked(last));
    await pause(backOff(last, tries, random, now()), signal);
    const before = tries === 0 ? await control() : null;
    if (before !== null) return ended(before);
    const asked = await asker.ask({ ...question, isFresh: true });
    if (isHalt(asked)) {
      return asked.reason === 'not-selected' && !signal.aborted
        ? ended(notAskedAgain(last, asked), true)
        : ended(asked);
    }
    attempts.push(asked);
    const after = await control();
    if (after !== null) return ended(after);
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

/** Asks the baseline: while its answer is doubtful nothing else is asked; then requests that must be refused show whether the service works at all. */
export async function askBaseline(asker: Asker, variant: Variant): Promise<Answer> {
  const { target, signal, random, now } = asker;
  const question = baselineOf(variant);
  const attempts: Evidence[] = [];
  const ask = async (isFresh: boolean): Promise<Halt | null> => {
    const asked = await asker.ask({ ...question, isFresh });
    if (isHalt(asked)) return asked;
    attempts.push(asked);
    asker.controls.push(asked);
    asker.baselines.set(variant.id, asked);
    return null;
  };
  /** Asks once, and again while the answer is doubtful, up to so many times. */
  const insist = async (retries: number): Promise<Halt | null> => {
    for (let tries = 0; ; tries += 1) {
      const halted = await ask(attempts.length > 0);
      const last = attempts.at(-1);
      const doubt = last === undefined ? null : doubtOf(last, question.stimulus);
      const most = doubt === 'once' ? Math.min(1, retries) : retries;
      if (halted !== null || last === undefined || doubt === null || tries >= most || asksTooLong(last)) {
        return halted;
      }
      await pause(backOff(last, tries, random, now()), signal);
    }
  };
  const { retries } = target.limits;
  const refused = await insist(retries);
  const last = attempts.at(-1);
  if (refused !== null || last === undefined) return answerOf({ attempts, halted: refused });
  if (!isUnusable(last, question)) return answerOf({ attempts });
  const probes = await probe(asker, variant);
  const controls = controlsOf(probes, last);
  if (!controls.some(({ good }) => good))
    return answerOf({ attempts, controls, halted: signal.aborted ? null : givenUp(last) });
  // It may have come up in the meantime; what was without doubt is not doubtful for one lost answer.
  const halted = await insist(doubtOf(last, question.stimulus) === null ? retries : 0);
  const again = attempts.at(-1) ?? last;
  if (halted === null && !isUnusable(again, question)) return answerOf({ attempts });
  // Or a gateway may show its page with another status by now.
  const beside = controlsOf(probes, again);
  const isOwn = beside.some(({ good }) => good) || signal.aborted;
  return answerOf({ attempts, controls: beside, halted: isOwn ? null : givenUp(again) });
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
  const code = facts?.kind === 'not-json' ? 'only-pages' : 'only-others';
  return { reason: 'target-unavailable', note: message(code, { status: response.status }) };
}

/** A request that must be refused, with its documented status. */
interface Probe {
  readonly evidence: Evidence;
  readonly status: number | null;
}

/** Requests that must be refused: one that is answered as documented shows that the service works. */
async function probe(asker: Asker, variant: Variant): Promise<readonly Probe[]> {
  const names = variant.parameters.map(({ name }) => name);
  const differences: readonly Named[] = [
    plainest(variant, 'missing'),
    { ...lacking(names), words: message('request-without-any') },
    plainest(variant, 'unauthorized'),
  ];
  const owner = `${variant.id}.control`;
  const probes: Probe[] = [];
  for (const [index, difference] of differences.entries()) {
    const stimulus = judged(variant, difference);
    const asked = await asker.ask({ variant, stimulus, owner, exchange: `${owner}.probe-${index + 1}` });
    if (isHalt(asked)) return probes;
    asker.controls.push(asked);
    probes.push({ evidence: asked, status: stimulus.status });
  }
  return probes;
}

const controlsOf = (probes: readonly Probe[], plain: Evidence): readonly Control[] =>
  probes.map(({ evidence, status }) => ({ evidence, good: isOwnRefusal(evidence, status, plain) }));

/** Asks the baseline as a control: it is good where it is answered as the first time. */
export async function askControl(
  asker: Asker,
  variant: Variant,
  question: Question = controlOf(variant),
): Promise<Control | Halt> {
  const asked = await asker.ask(question);
  if (isHalt(asked)) return asked;
  asker.controls.push(asked);
  const first = asker.baselines.get(variant.id);
  const good = asked.response !== null && asked.response.status === first?.response?.status;
  return { evidence: asked, good };
}

/** A control that is no matter of the moment: one that got lost says nothing of a lock. Null: nothing more may be sent. */
export async function askSteadyControl(
  asker: Asker,
  variant: Variant,
  question?: Question,
): Promise<Control | Halt | null> {
  const { random, now, signal } = asker;
  for (let tries = 0; ; tries += 1) {
    const found = await askControl(asker, variant, question);
    if (isHalt(found)) return found.reason === 'not-selected' ? null : found;
    const { evidence, good } = found;
    if (good || doubtOf(evidence, baselineOf(variant).stimulus) !== 'passing') return found;
    if (tries >= 2) {
      const note = message('no-good-control', { answer: answerWords(evidence) });
      return { reason: openReason(evidence), note };
    }
    await pause(backOff(evidence, tries, random, now()), signal);
  }
}

/** Milliseconds: how long a target that has stopped answering is waited for, one request that is in doubt, and the longest pause of its own accord. */
export const patience = { target: 15_000, request: 3000, pause: 2000 } as const;

/** Waits until the baseline is answered as before, asking it with growing pauses; null: it is not. */
export async function awaitBaseline(
  asker: Asker,
  variant: Variant,
  most: number = patience.target,
  question?: Question,
): Promise<Control | null> {
  const { random, now, signal } = asker;
  const start = performance.now();
  for (let tries = 1; !signal.aborted; tries += 1) {
    const control = await askControl(asker, variant, question);
    if (isHalt(control)) return null;
    if (control.good) return control;
    const asked = retryAfter(control.evidence) === null ? 0 : backOff(control.evidence, tries, random, now());
    const wait = Math.max(asked, growing(tries, random, patience.pause));
    if (asksTooLong(control.evidence) || performance.now() - start + wait > most) return null;
    await pause(wait, signal);
  }
  return null;
}
