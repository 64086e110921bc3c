import type { Answer, Change, Visit } from '../behaviour.ts';
import type { Tolerance } from '../defect.ts';
import { always } from '../change.ts';

function where(holds: (number: number) => boolean, disturb: (answer: Answer) => Answer): Change {
  return always((answer, { request }: Visit) => (holds(request.number) ? disturb(answer) : answer));
}

const isFirst = (number: number): boolean => number === 1;

const every =
  (count: number): ((number: number) => boolean) =>
  (number) =>
    number % count === 0;

function json(status: number, text: string, headers: Answer['headers'] = {}): (answer: Answer) => Answer {
  return (answer) => ({
    ...answer,
    status,
    headers: { ...answer.headers, ...headers },
    body: Buffer.from(JSON.stringify({ description_status: text })),
  });
}

function html(status: number): (answer: Answer) => Answer {
  return (answer) => ({
    ...answer,
    status,
    headers: { 'Content-Type': 'text/html' },
    body: Buffer.from(`<html><body><h1>${status}</h1></body></html>`),
  });
}

const unavailable = json(500, 'Сервис временно недоступен, повторите операцию позже');
const busy = json(429, 'Слишком много запросов', { 'Retry-After': '1' });
const reset = (answer: Answer): Answer => ({ ...answer, delivery: { kind: 'reset' } });
const cut = (answer: Answer): Answer => ({ ...answer, delivery: { kind: 'cut' } });

/** Disturbances that pass: a repeated request is answered properly. */
export const momentTolerances: readonly Tolerance[] = [
  { id: 'first-500', summary: 'The first request is answered 500.', change: where(isFirst, unavailable) },
  {
    id: 'first-503',
    summary: 'The first request is answered 503 and asked to wait a second.',
    change: where(isFirst, json(503, 'Starting', { 'Retry-After': '1' })),
  },
  {
    id: 'first-502-page',
    summary: 'The first request meets the page of a gateway.',
    change: where(isFirst, html(502)),
  },
  {
    id: 'first-504-page',
    summary: 'The first request times out in a gateway.',
    change: where(isFirst, html(504)),
  },
  { id: 'first-reset', summary: 'The first connection is reset.', change: where(isFirst, reset) },
  { id: 'first-cut', summary: 'The first answer is cut off.', change: where(isFirst, cut) },
  { id: 'first-429', summary: 'The first request is one too many.', change: where(isFirst, busy) },
  {
    id: 'passing-500',
    summary: 'Every 19th request is answered 500.',
    change: where(every(19), unavailable),
  },
  {
    id: 'passing-503-page',
    summary: 'Every 23rd request meets an error page.',
    change: where(every(23), html(503)),
  },
  {
    id: 'passing-502-page',
    summary: 'Every 29th request meets the page of a gateway.',
    change: where(every(29), html(502)),
  },
  { id: 'passing-reset', summary: 'Every 17th connection is reset.', change: where(every(17), reset) },
  { id: 'passing-cut', summary: 'Every 31st answer is cut off.', change: where(every(31), cut) },
  { id: 'passing-429', summary: 'Every 37th request is one too many.', change: where(every(37), busy) },
  {
    id: 'restart',
    summary: 'The service restarts: the tenth, eleventh and twelfth connections are reset.',
    change: where((number) => number >= 10 && number <= 12, reset),
  },
];
