import type { Bank, Patch } from '../behaviour.ts';
import { withBytes, withErrorBody, withList, withRecords } from '../change.ts';
import { tolerance, toleranceOfB } from '../defect.ts';
import type { Altered } from '../defect.ts';

/** Writes the same JSON in another way. */
const json = (write: (body: unknown) => string): Patch =>
  withBytes('any', (whole) => write(JSON.parse(whole)));

function escapeUnicode(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const thousand: readonly Bank[] = Array.from({ length: 1000 }, (_, index) => ({
  name: `Банк ${index}`,
  bic: String(40_000_000 + index).padStart(9, '0'),
}));

const further = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`detail${index}`, null]));

/** Other lists, and other ways to write the same JSON. */
export const bodyTolerances: readonly Altered[] = [
  {
    ...tolerance`list-empty: The list is empty.`(withList(() => [])),
    vacuous: ['a.success.record', 'b.success.record'],
  },
  tolerance`list-one: The list has one bank.`(withList((banks) => banks.slice(0, 1))),
  tolerance`list-1000: The list has a thousand banks.`(withList(() => thousand)),
  tolerance`list-reversed: The list is not sorted.`(withList((banks) => banks.toReversed())),
  tolerance`list-sorted-by-name: The list is sorted by name.`(
    withList((banks) => banks.toSorted((left, right) => right.name.localeCompare(left.name, 'ru'))),
  ),
  tolerance`list-duplicates: Every bank is there twice.`(withList((banks) => [...banks, ...banks])),
  toleranceOfB`lists-differ: A and B do not have the same banks.`(withList((banks) => banks.slice(1))),
  tolerance`bic-8: A BIC has the eight characters of ISO 9362.`(
    withRecords((bank, index) => ({ ...bank, bic: `BNK${String.fromCharCode(65 + (index % 26))}RUMM` })),
  ),
  tolerance`bic-11: A BIC has the eleven characters of ISO 9362.`(
    withRecords((bank, index) => ({ ...bank, bic: `BNKARUMM${String(index % 1000).padStart(3, '0')}` })),
  ),
  tolerance`bic-free: A BIC has blanks and letters.`(
    withRecords((bank) => ({ ...bank, bic: `БИК ${bank.bic}` })),
  ),
  tolerance`record-order: The BIC comes before the name.`(withRecords(({ name, bic }) => ({ bic, name }))),
  tolerance`record-further-members: Records have further members, an object and null among them.`(
    withRecords((bank, index) => ({ id: index, ...bank, logo: null, limits: { max: 1_000_000.5 } })),
  ),
  tolerance`record-names-long: Names have two thousand characters.`(
    withRecords((bank) => ({ ...bank, name: bank.name.padEnd(2_000, ' и партнёры') })),
  ),
  tolerance`record-names-strange: Names hold markup, quotation marks, control characters and characters beyond the BMP.`(
    withRecords((bank) => ({ ...bank, name: `${bank.name} <b>"x"</b> \u0001\u2028🏦` })),
  ),
  tolerance`record-names-empty: Names are empty.`(withRecords((bank) => ({ ...bank, name: '' }))),
  tolerance`json-pretty: JSON is indented.`(json((body) => JSON.stringify(body, null, 2))),
  tolerance`json-pretty-crlf: JSON is indented with tabs and has the line breaks of Windows.`(
    json((body) => `${JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n')}\r\n`),
  ),
  tolerance`json-escaped: Whatever is not ASCII is escaped.`(
    json((body) => escapeUnicode(JSON.stringify(body))),
  ),
  tolerance`json-solidus-escaped: Every solidus is escaped, and every text contains one.`(
    json((body) => JSON.stringify(body).replaceAll('":"', '":"/').replaceAll('/', '\\/')),
  ),
  tolerance`json-white-space-around: There is white space before and after the JSON.`(
    json((body) => `\n\t ${JSON.stringify(body)} \r\n\n`),
  ),
  tolerance`error-further-members: Error bodies have further members behind the text.`(
    withErrorBody('error', (text) => ({
      description_status: text,
      code: 17,
      details: [{ hint: null }],
      timestamp: '2026-01-01T00:00:00Z',
    })),
  ),
  tolerance`error-thirty-members-first: Error bodies have thirty further members before the text.`(
    withErrorBody('error', (text) => ({ ...further(30), description_status: text })),
  ),
  tolerance`error-thousand-members-first: Error bodies have a thousand further members before the text.`(
    withErrorBody('error', (text) => ({ ...further(1000), description_status: text })),
  ),
  tolerance`error-empty-list: Error bodies have the member of the list, which is empty.`(
    withErrorBody('error', (text) => ({ description_status: text, banks: [] })),
  ),
  tolerance`error-further-members-first: Error bodies have further members before the text, one of them called message.`(
    withErrorBody('error', (text) => ({
      status: 'error',
      message: 'see description_status',
      description_status: text,
    })),
  ),
];
