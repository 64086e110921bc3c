import type { Answer } from '../behaviour.ts';
import { withAnswer } from '../change.ts';
import { toJson } from '../conforming.ts';
import { tolerance } from '../defect.ts';
import type { Altered } from '../defect.ts';

type Disturb = (answer: Answer) => Answer;

/** Disturbs the answers to some requests, which the server counts from 1. */
const when = (id: string, summary: string, holds: (number: number) => boolean, disturb: Disturb): Altered =>
  tolerance(
    id,
    summary,
    withAnswer('any', (answer, { request }) => (holds(request.number) ? disturb(answer) : answer)),
  );

const first = (id: string, summary: string, disturb: Disturb): Altered =>
  when(`first-${id}`, summary, (number) => number === 1, disturb);

const every = (count: number, id: string, summary: string, disturb: Disturb): Altered =>
  when(`passing-${id}`, summary, (number) => number % count === 0, disturb);

const json =
  (status: number, text: string, headers: Answer['headers'] = {}): Disturb =>
  (answer) => ({
    ...answer,
    status,
    headers: { ...answer.headers, ...headers },
    body: toJson({ description_status: text }),
  });

const html =
  (status: number): Disturb =>
  (answer) => ({
    ...answer,
    status,
    headers: { 'Content-Type': 'text/html' },
    body: Buffer.from(`<html><body><h1>${status}</h1></body></html>`),
  });

const unavailable = json(500, 'Сервис временно недоступен, повторите операцию позже');
const busy = json(429, 'Слишком много запросов', { 'Retry-After': '1' });
const starting = json(503, 'Starting', { 'Retry-After': '1' });
const reset: Disturb = (answer) => ({ ...answer, delivery: { kind: 'reset' } });
const cut: Disturb = (answer) => ({ ...answer, delivery: { kind: 'cut' } });

/** Disturbances that pass: a repeated request is answered properly. */
export const momentTolerances: readonly Altered[] = [
  first('500', 'The first request is answered 500.', unavailable),
  first('503', 'The first request is answered 503 and asked to wait a second.', starting),
  first('502-page', 'The first request meets the page of a gateway.', html(502)),
  first('504-page', 'The first request times out in a gateway.', html(504)),
  first('reset', 'The first connection is reset.', reset),
  first('cut', 'The first answer is cut off.', cut),
  first('429', 'The first request is one too many.', busy),
  every(19, '500', 'Every 19th request is answered 500.', unavailable),
  every(23, '503-page', 'Every 23rd request meets an error page.', html(503)),
  every(29, '502-page', 'Every 29th request meets the page of a gateway.', html(502)),
  every(17, 'reset', 'Every 17th connection is reset.', reset),
  every(31, 'cut', 'Every 31st answer is cut off.', cut),
  every(37, '429', 'Every 37th request is one too many.', busy),
  when(
    'restart',
    'The service restarts: the tenth, eleventh and twelfth connections are reset.',
    (number) => number >= 10 && number <= 12,
    reset,
  ),
];
