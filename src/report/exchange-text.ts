import { headerIn, reasonPhrase } from '../client/exchange.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { isBaseline } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { clip } from '../base/visible.ts';
import { durationOf } from './sentences.ts';
import type { Words } from '../messages/message.ts';

/** The quantile in ms: `share` of the answers took at most that long. `times` must be in ascending order. */
export const quantile = (times: readonly number[], share: number): number =>
  times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;

/** Times until the whole answer arrived, in ms, in ascending order. */
export const answerTimes = (exchanges: readonly Evidence[]): readonly number[] =>
  exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .toSorted((one, other) => one - other);

/** Method and URL of a recorded request. A very long URL is cut. */
export const requestLine = ({ request }: Evidence): string => `${request.method} ${clip(request.url, 1000)}`;

/** The answer on one line: status and content type, or why there is no answer, and its duration. */
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

/** Says what the placeholders in a curl command mean; null if it has none. */
export const placeholderNote = ({ curl }: Pick<Evidence, 'curl'>, words: Words): string | null =>
  /<(?:ciphertext|password|secret)>/.test(curl) ? words('curl-masked') : null;

/** The command that runs one case again; null if the profile is not in a file. */
export const rerunCommand = ({ target }: Pick<Results, 'target'>, id: string): string | null =>
  target.command === undefined ? null : `${target.command} --case ${id}`;

/**
 * The command that sends the request of an exchange again. Null if the profile is not in a file, or if the
 * condition needs a set-up, which only a run performs.
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
