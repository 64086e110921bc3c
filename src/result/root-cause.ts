import type { Reason } from '../verdict/verdict.ts';
import { message, say, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import type { CaseResult, Results, RootCause } from './results.ts';

type Exchange = CaseResult['exchanges'][number];

/** Causes that explain many cases at once: a baseline that is refused or not answered, named once per target or variant. */
export function findRootCauses(
  cases: readonly CaseResult[],
  controls: readonly Exchange[],
  target: Results['target'],
): readonly RootCause[] {
  const causes = target.variants.flatMap((variant) => causeOf(variant, cases, controls) ?? []);
  const [first] = causes;
  const isCommon = causes.length > 1 && causes.every((cause) => cause.message === first?.message);
  return isCommon && first !== undefined ? [{ ...first, variant: null }] : causes;
}

const rootCause = (variant: string, cause: Message, hint: Message): RootCause => ({
  variant,
  message: say(cause, 'en'),
  hint: say(hint, 'en'),
  words: { message: cause, hint },
});

const reasonsOfTarget: readonly Reason[] = ['target-unavailable', 'rate-limited', 'control-failed'];
const reasonsBeforeSending: readonly Reason[] = ['suite-error', 'setup-failed'];

function causeOf(
  variant: string,
  cases: readonly CaseResult[],
  controls: readonly Exchange[],
): RootCause | null {
  const own = cases.filter((found) => found.variant === variant);
  const reasons = new Set(
    own.flatMap(({ reason, trials }) => [reason, ...trials.flatMap(({ halted }) => halted?.reason ?? [])]),
  );
  const plain = own.find(({ words }) => words.code === 'title-success');
  const isOurs = reasonsBeforeSending.some((reason) => reasons.has(reason));
  if (isOurs && plain?.exchanges.length === 0) {
    const note = plain.failure?.words ?? plain.trials[0]?.halted?.words ?? verbatim(plain.note);
    return rootCause(variant, note, message('hint-nothing-sent'));
  }
  const last = [
    ...own.flatMap(({ exchanges }) => exchanges),
    ...controls.filter((control) => control.variant === variant),
  ]
    .filter(({ words, response }) => words.code === 'request-baseline' && response?.status !== 200)
    .toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : 1))
    .at(-1);
  if (last === undefined || !reasonsOfTarget.some((reason) => reasons.has(reason))) return null;
  const { response, error } = last;
  if (response === null) {
    const said = error?.words ?? message('no-answer-said');
    return rootCause(
      variant,
      message('cause-no-answer', { error: said }),
      message(`hint-${error?.kind ?? 'other'}`),
    );
  }
  const { status } = response;
  return rootCause(variant, message('cause-not-200', { status }), hintFor(status));
}

function hintFor(status: number): Message {
  if (status === 429) return message('hint-rate');
  if (status >= 500) return message('hint-later');
  if (status >= 300 && status < 400) return message('hint-redirect');
  if (status === 404 || status === 405) return message('hint-path');
  return message(status === 422 ? 'hint-encryption' : 'hint-credentials');
}
