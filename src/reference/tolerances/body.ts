import type { Bank } from '../behaviour.ts';
import { withErrorBody } from '../change.ts';
import { tolerance, toleranceOfB } from '../defect.ts';
import type { Altered } from '../defect.ts';

const list = (id: string, summary: string, make: (banks: readonly Bank[]) => readonly unknown[]): Altered =>
  tolerance(id, summary, () => ({ successBody: (banks) => ({ banks: make(banks) }) }));

const record = (id: string, summary: string, make: (bank: Bank, index: number) => unknown): Altered =>
  list(id, summary, (banks) => banks.map(make));

const json = (id: string, summary: string, write: (body: unknown) => string): Altered =>
  tolerance(id, summary, () => ({ serialize: (body) => Buffer.from(write(body)) }));

function escapeUnicode(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const tenThousand: readonly Bank[] = Array.from({ length: 10_000 }, (_, index) => ({
  name: `Банк ${index}`,
  bic: String(40_000_000 + index).padStart(9, '0'),
}));

const further = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`detail${index}`, null]));

/** Other lists, and other ways to write the same JSON. */
export const bodyTolerances: readonly Altered[] = [
  {
    ...list('list-empty', 'The list is empty.', () => []),
    vacuous: ['a.success.record', 'b.success.record'],
  },
  list('list-one', 'The list has one bank.', (banks) => banks.slice(0, 1)),
  list('list-10000', 'The list has ten thousand banks.', () => tenThousand),
  list('list-reversed', 'The list is not sorted.', (banks) => banks.toReversed()),
  list('list-sorted-by-name', 'The list is sorted by name.', (banks) =>
    banks.toSorted((left, right) => right.name.localeCompare(left.name, 'ru')),
  ),
  list('list-duplicates', 'Every bank is there twice.', (banks) => [...banks, ...banks]),
  toleranceOfB('lists-differ', 'A and B do not have the same banks.', () => ({
    successBody: (banks) => ({ banks: banks.slice(1) }),
  })),
  record('bic-8', 'A BIC has the eight characters of ISO 9362.', (bank, index) => ({
    ...bank,
    bic: `BNK${String.fromCharCode(65 + (index % 26))}RUMM`,
  })),
  record('bic-11', 'A BIC has the eleven characters of ISO 9362.', (bank, index) => ({
    ...bank,
    bic: `BNKARUMM${String(index % 1000).padStart(3, '0')}`,
  })),
  record('bic-free', 'A BIC has blanks and letters.', (bank) => ({ ...bank, bic: `БИК ${bank.bic}` })),
  record('record-order', 'The BIC comes before the name.', ({ name, bic }) => ({ bic, name })),
  record(
    'record-further-members',
    'Records have further members, an object and null among them.',
    (bank, index) => ({
      id: index,
      ...bank,
      logo: null,
      limits: { max: 1_000_000.5 },
    }),
  ),
  record('record-names-long', 'Names have two thousand characters.', (bank) => ({
    ...bank,
    name: bank.name.padEnd(2_000, ' и партнёры'),
  })),
  record(
    'record-names-strange',
    'Names hold markup, quotation marks, control characters and characters beyond the BMP.',
    (bank) => ({
      ...bank,
      name: `${bank.name} <b>"x"</b> \u0001\u2028🏦`,
    }),
  ),
  record('record-names-empty', 'Names are empty.', (bank) => ({ ...bank, name: '' })),
  json('json-pretty', 'JSON is indented.', (body) => JSON.stringify(body, null, 2)),
  json(
    'json-pretty-crlf',
    'JSON is indented with tabs and has the line breaks of Windows.',
    (body) => `${JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n')}\r\n`,
  ),
  json('json-escaped', 'Whatever is not ASCII is escaped.', (body) => escapeUnicode(JSON.stringify(body))),
  json('json-solidus-escaped', 'Every solidus is escaped, and every text contains one.', (body) =>
    JSON.stringify(body).replaceAll('":"', '":"/').replaceAll('/', '\\/'),
  ),
  json(
    'json-white-space-around',
    'There is white space before and after the JSON.',
    (body) => `\n\t ${JSON.stringify(body)} \r\n\n`,
  ),
  tolerance(
    'error-further-members',
    'Error bodies have further members behind the text.',
    withErrorBody('error', (text) => ({
      description_status: text,
      code: 17,
      details: [{ hint: null }],
      timestamp: '2026-01-01T00:00:00Z',
    })),
  ),
  tolerance(
    'error-thirty-members-first',
    'Error bodies have thirty further members before the text.',
    withErrorBody('error', (text) => ({ ...further(30), description_status: text })),
  ),
  tolerance(
    'error-thousands-of-members-first',
    'Error bodies have three thousand further members before the text.',
    withErrorBody('error', (text) => ({ ...further(3000), description_status: text })),
  ),
  tolerance(
    'error-empty-list',
    'Error bodies have the member of the list, which is empty.',
    withErrorBody('error', (text) => ({ description_status: text, banks: [] })),
  ),
  tolerance(
    'error-further-members-first',
    'Error bodies have further members before the text, one of them called message.',
    withErrorBody('error', (text) => ({
      status: 'error',
      message: 'see description_status',
      description_status: text,
    })),
  ),
];
