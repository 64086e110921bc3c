// An exchange in lines of text, and the command that repeats it.

import { STATUS_CODES } from 'node:http';
import { clip } from '../base/visible.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Words } from '../messages/message.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { bodyExcerpt } from './body-lines.ts';
import { durationOf } from './sentences.ts';

export const program = 'npx sbp-banks-conformance';

/** The usual reason phrase of a status (RFC 9110, section 15); '' for an unknown one. */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? '';

/** Method and URL. A very long URL is cut. */
const requestLine = ({ request }: Exchange): string => `${request.method} ${clip(request.url, 1000)}`;

/** Why there is no answer. */
export function silenceOf({ error }: Exchange, words: Words): string {
  if (error === null) return words('no-answer');
  const codes = error.code === '' ? '' : ` (${error.code})`;
  return `${words('no-answer')}: ${words(`transport-${error.kind}`)}${codes}`;
}

/** The answer on one line: status and content type, or why there is no answer, and its duration. */
export function answerLine(exchange: Exchange, words: Words): string {
  const { response, durationMs } = exchange;
  const time = durationOf(durationMs, words);
  if (response === null) return `${silenceOf(exchange, words)}, ${time}`;
  const status = [response.status, reasonPhrase(response.status)].filter(Boolean).join(' ');
  return [status, headerIn(response.headers, 'content-type'), time].filter(Boolean).join(', ');
}

/** What was sent, and what came back. */
export function exchangeLines(exchange: Exchange, words: Words, limit: number): readonly string[] {
  const { body } = exchange.request;
  const answer = bodyExcerpt(exchange, words);
  return [
    `> ${requestLine(exchange)}`,
    ...(body === null || body === '' ? [] : [`> ${clip(body, limit)}`]),
    `< ${answerLine(exchange, words)}`,
    ...(answer === '' ? [] : [`< ${clip(answer, limit)}`]),
  ];
}

/** The command that repeats a request. What needs a set-up is repeated by a run. `profile`: as a shell reads it. */
export function sendCommand(
  request: string,
  { id, variant, condition }: Pick<CaseResult, 'id' | 'variant' | 'condition'>,
  { record }: Pick<Results, 'record'>,
  profile: string,
): string {
  const isSetUp = record.profile.claims[variant]?.[condition]?.hasSetup === true;
  return isSetUp && !request.endsWith('.success')
    ? `${program} run --target ${profile} --case ${id}`
    : `${program} send ${request} --target ${profile}`;
}
