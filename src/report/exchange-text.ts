import { headerIn, reasonPhrase } from '../client/exchange.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { isBaseline } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { clip } from '../base/visible.ts';
import { durationOf } from './sentences.ts';
import type { Words } from '../messages/message.ts';

/** The time within which this share of the answers came, in ms; `times` in ascending order. */
export const quantile = (times: readonly number[], share: number): number =>
  times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;

/** Times to a whole answer in ms, in ascending order. */
export const answerTimes = (exchanges: readonly Evidence[]): readonly number[] =>
  exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .toSorted((one, other) => one - other);

/** Method and address of a recorded request, the address cut where it is enormous. */
export const requestLine = ({ request }: Evidence): string => `${request.method} ${clip(request.url, 1000)}`;

/** The answer on one line: status and content type, or why there is no answer; the time that it took. */
export function answerLine({ response, error, durationMs }: Evidence, words: Words): string {
  const time = durationOf(durationMs, words);
  if (response !== null) {
    const type = headerIn(response.headers, 'content-type');
    const status = [response.status, reasonPhrase(response.status)].filter(Boolean).join(' ');
    return [status, type, time].filter((part) => part !== undefined).join(', ');
  }
  const why = error === null ? '' : `: ${words(`transport-${error.kind}`)} (${error.code})`;
  return `${words('no-answer')}${why}, ${time}`;
}

/** What the placeholders in a curl command stand for; null without one. */
export const placeholderNote = ({ curl }: Pick<Evidence, 'curl'>, words: Words): string | null =>
  /<(?:ciphertext|password|secret)>/.test(curl) ? words('curl-masked') : null;

/** The command that runs one case again; null if the settings of the target are in no file. */
export const rerunCommand = ({ target }: Pick<Results, 'target'>, id: string): string | null =>
  target.command === undefined ? null : `${target.command} --case ${id}`;

/**
 * The command that sends the request of an exchange again; null if the settings of the target are in no file,
 * or only a run sets the condition of its case up.
 */
export function sendCommand(
  { target: { command }, profile: { claims } }: Pick<Results, 'target' | 'profile'>,
  exchange: Pick<Evidence, 'planned' | 'variant'>,
  testCase: Partial<Pick<CaseResult, 'condition'>> | null,
): string | null {
  const isSetUp = claims[exchange.variant]?.exclusive.some((name) => name === testCase?.condition) === true;
  if (command === undefined || (isSetUp && !isBaseline(exchange))) return null;
  return command.replace(/ run(?= --)/, () => ` send ${exchange.planned}`);
}
