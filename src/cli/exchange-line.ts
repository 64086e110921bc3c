import type { Exchange } from '../http/exchange.ts';
import { disarm } from '../report/visible.ts';

/** One exchange on one line: time (UTC), case, method, path, status or what went wrong, milliseconds. Its query, which carries credentials, is left out. */
export function exchangeLine(owner: string, exchange: Exchange): string {
  const { request, response, error, startedAt, durationMs } = exchange;
  const result = response === null ? (error?.kind ?? 'no answer') : String(response.status);
  const time = startedAt.slice(11, 23);
  return disarm(
    `${time}  ${owner}  ${request.method} ${pathOf(request.url)}  ${result}  ${Math.round(durationMs)} ms`,
  );
}

const pathOf = (url: string): string =>
  url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';
