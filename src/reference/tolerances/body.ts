import type { Bank, Change } from '../behaviour.ts';
import { inVariant, withErrorBody } from '../change.ts';
import type { Tolerance } from '../defect.ts';

function list(make: (banks: readonly Bank[]) => readonly unknown[]): Change {
  return inVariant('both', () => ({ successBody: (banks) => ({ banks: make(banks) }) }));
}

function eachRecord(make: (bank: Bank, index: number) => unknown): Change {
  return list((banks) => banks.map(make));
}

function written(write: (body: unknown) => string): Change {
  return inVariant('both', () => ({ serialize: (body) => Buffer.from(write(body)) }));
}

function escapeUnicode(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const error = { kind: 'error' } as const;

const tenThousand: readonly Bank[] = Array.from({ length: 10_000 }, (_, index) => ({
  name: `Банк ${index}`,
  bic: String(40_000_000 + index).padStart(9, '0'),
}));

/** Other lists, and other ways to write the same JSON. */
export const bodyTolerances: readonly Tolerance[] = [
  {
    id: 'list-empty',
    summary: 'The list is empty.',
    vacuous: ['a.success.record', 'b.success.record'],
    change: list(() => []),
  },
  { id: 'list-one', summary: 'The list has one bank.', change: list((banks) => banks.slice(0, 1)) },
  { id: 'list-10000', summary: 'The list has ten thousand banks.', change: list(() => tenThousand) },
  { id: 'list-reversed', summary: 'The list is not sorted.', change: list((banks) => banks.toReversed()) },
  {
    id: 'list-sorted-by-name',
    summary: 'The list is sorted by name.',
    change: list((banks) => banks.toSorted((left, right) => right.name.localeCompare(left.name, 'ru'))),
  },
  {
    id: 'list-duplicates',
    summary: 'Every bank is there twice.',
    change: list((banks) => [...banks, ...banks]),
  },
  {
    id: 'lists-differ',
    summary: 'A and B do not have the same banks.',
    change: inVariant('b', () => ({ successBody: (banks) => ({ banks: banks.slice(1) }) })),
  },
  {
    id: 'bic-8',
    summary: 'A BIC has the eight characters of ISO 9362.',
    change: eachRecord((bank, index) => ({
      ...bank,
      bic: `BNK${String.fromCharCode(65 + (index % 26))}RUMM`,
    })),
  },
  {
    id: 'bic-11',
    summary: 'A BIC has the eleven characters of ISO 9362.',
    change: eachRecord((bank, index) => ({
      ...bank,
      bic: `BNKARUMM${String(index % 1000).padStart(3, '0')}`,
    })),
  },
  {
    id: 'bic-free',
    summary: 'A BIC has blanks and letters.',
    change: eachRecord((bank) => ({ ...bank, bic: `БИК ${bank.bic}` })),
  },
  {
    id: 'record-order',
    summary: 'The BIC comes before the name.',
    change: eachRecord(({ name, bic }) => ({ bic, name })),
  },
  {
    id: 'record-further-members',
    summary: 'Records have further members, an object and null among them.',
    change: eachRecord((bank, index) => ({ id: index, ...bank, logo: null, limits: { max: 1_000_000.5 } })),
  },
  {
    id: 'record-names-long',
    summary: 'Names have two thousand characters.',
    change: eachRecord((bank) => ({ ...bank, name: bank.name.padEnd(2_000, ' и партнёры') })),
  },
  {
    id: 'record-names-strange',
    summary: 'Names hold markup, quotation marks, control characters and characters beyond the BMP.',
    change: eachRecord((bank) => ({ ...bank, name: `${bank.name} <b>"x"</b> \u0001\u2028🏦` })),
  },
  {
    id: 'record-names-empty',
    summary: 'Names are empty.',
    change: eachRecord((bank) => ({ ...bank, name: '' })),
  },
  {
    id: 'json-pretty',
    summary: 'JSON is indented.',
    change: written((body) => JSON.stringify(body, null, 2)),
  },
  {
    id: 'json-pretty-crlf',
    summary: 'JSON is indented with tabs and has the line breaks of Windows.',
    change: written((body) => `${JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n')}\r\n`),
  },
  {
    id: 'json-escaped',
    summary: 'Whatever is not ASCII is escaped.',
    change: written((body) => escapeUnicode(JSON.stringify(body))),
  },
  {
    id: 'json-solidus-escaped',
    summary: 'Every solidus is escaped, and every text contains one.',
    change: written((body) => JSON.stringify(body).replaceAll('":"', '":"/').replaceAll('/', '\\/')),
  },
  {
    id: 'json-white-space-around',
    summary: 'There is white space before and after the JSON.',
    change: written((body) => `\n\t ${JSON.stringify(body)} \r\n\n`),
  },
  {
    id: 'error-further-members',
    summary: 'Error bodies have further members behind the text.',
    change: withErrorBody('both', error, (text) => ({
      description_status: text,
      code: 17,
      details: [{ hint: null }],
      timestamp: '2026-01-01T00:00:00Z',
    })),
  },
  {
    id: 'error-further-members-first',
    summary: 'Error bodies have further members before the text, one of them called message.',
    change: withErrorBody('both', error, (text) => ({
      status: 'error',
      message: 'see description_status',
      description_status: text,
    })),
  },
];
