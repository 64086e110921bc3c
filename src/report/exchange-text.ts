import { headerIn } from '../http/exchange.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { clip } from './visible.ts';
import { durationOf } from './sentences.ts';
import type { Words } from '../wording/message.ts';

/** The time within which this share of the answers came, in ms; `times` in ascending order. */
export const quantile = (times: readonly number[], share: number): number =>
  times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;

/** Times to a whole answer in ms, in ascending order. */
export const answerTimes = (exchanges: readonly Evidence[]): readonly number[] =>
  exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .toSorted((one, other) => one - other);

// Imported as a module it would load fetch as well, which takes ten times as long as the rest.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The usual reason phrase of a status (RFC 9110, section 15); empty for an unknown one. */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? '';

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

/** Which encrypted password the placeholder in a curl command is; null for the usual one, or without one. */
export function passwordNote(
  { condition }: Pick<CaseResult, 'condition'>,
  { curl, words: request }: Pick<Evidence, 'curl' | 'words'>,
  words: Words,
): string | null {
  if (!curl.includes('<ciphertext>') || request.code === 'request-baseline') return null;
  const wrong: readonly string[] = ['request-wrong-password', 'request-blocked-wrong-password'];
  if (wrong.includes(request.code)) return words('of-wrong-password');
  // Conditions for which the profile may give other credentials.
  const own: readonly string[] = ['partner-blocked', 'ip-blocked', 'reward-unavailable', 'unavailable'];
  return own.includes(condition) ? words('of-condition-password', { condition }) : null;
}

/** The command that runs one case again; null if the settings of the target are in no file. */
export const rerunCommand = ({ target }: Pick<Results, 'target'>, id: string): string | null =>
  target.command === undefined ? null : `${target.command} --case ${id}`;
