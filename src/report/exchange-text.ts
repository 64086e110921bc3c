import type { Evidence } from '../verdict/evidence.ts';
import { reasonPhrase } from './reason-phrase.ts';
import { clip } from './visible.ts';
import type { Wording } from './wording/wording.ts';

const urlLimit = 1000;

/** Method and address of a recorded request, the address cut where it is enormous. */
export function requestLine({ request }: Evidence): string {
  return `${request.method} ${clip(request.url, urlLimit)}`;
}

/** What came back, on one line: status and content type, or why there is no answer; the time that it took. */
export function answerLine({ response, error, durationMs }: Evidence, words: Wording): string {
  const time = words.duration(durationMs);
  if (response !== null) {
    const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const status = [response.status, reasonPhrase(response.status)].filter(Boolean).join(' ');
    return [status, type, time].filter((part) => part !== undefined).join(', ');
  }
  const why = error === null ? '' : `: ${words.transport[error.kind]} (${error.code})`;
  return `${words.labels.noAnswer}${why}, ${time}`;
}
