import type { Bank } from '../behaviour.ts';
import { toWindows1251, withAnswer, withByteOrderMark, withBytes, withList } from '../change.ts';
import { withPage, withRecords } from '../change.ts';
import { toJson } from '../conforming.ts';
import { fails, inA, inB, inBoth } from '../defect.ts';
import type { Altered } from '../defect.ts';

type Make = (banks: readonly Bank[]) => unknown;

const wrongBody = fails(['success.body']);

const body = (make: Make) => wrongBody(() => ({ successBody: make }));

const bytes = (make: (whole: string) => string | Uint8Array) => wrongBody(withBytes('success', make));

const wrongRecord = fails(['success.record']);

const record = (make: (bank: Bank, index: number, isLast: boolean) => unknown) =>
  wrongRecord(withRecords(make));

/** Changes every body except the first. */
const onceAsked = (violated: string, make: Make) =>
  fails([violated], { intermittent: true })(
    withAnswer('success', (_, { service }) =>
      service.seen('list') === 0 ? {} : { body: toJson(make(service.banks)) },
    ),
  );

const withNumber = (bank: Bank): unknown => ({ ...bank, bic: Number(bank.bic) });

/** Bodies that are no object with the list as its only member, and lists in which a record differs from the specification. */
export const successDefects: readonly Altered[] = [
  inB`list-twice: {} writes the list of its cache and then the new one, both as \`banks\`.`(
    bytes((whole) => whole.replace('{', '{"banks":null,')),
  ),
  inA`list-wrapped: {} wraps its answer into the envelope of its framework.`(
    body((banks) => ({ data: { banks } })),
  ),
  inB`list-wrapped: {} wraps its answer into the envelope of its framework.`(
    body((banks) => ({ result: { banks } })),
  ),
  inBoth`list-bare: {} answers with the bare array.`(body((banks) => banks)),
  inA`list-null: {} answers null where it has not loaded the list.`(body(() => ({ banks: null }))),
  inB`list-keyed: {} answers with an object of banks by BIC.`(
    body((banks) => ({ banks: Object.fromEntries(banks.map((bank) => [bank.bic, bank])) })),
  ),
  inA`list-with-total: {} gives the number of banks beside the list.`(
    body((banks) => ({ banks, total: banks.length })),
  ),
  inB`list-with-status: {} gives an empty description_status beside the list.`(
    body((banks) => ({ description_status: '', banks })),
  ),
  inA`list-capitalised: {} spells the member with a capital, as its classes do.`(
    body((banks) => ({ Banks: banks })),
  ),
  inB`list-renamed: {} calls the list bankList.`(body((banks) => ({ bankList: banks }))),
  inA`list-as-string: {} serializes the list twice, so that it is a string of JSON.`(
    body((banks) => ({ banks: JSON.stringify(banks) })),
  ),
  inB`body-as-string: {} serializes its answer twice, so that it is a string of JSON.`(
    body((banks) => JSON.stringify({ banks })),
  ),
  inA`list-cut-at-characters: {} counts characters where it should count bytes and cuts the body off.`(
    bytes((whole) => Buffer.from(whole).subarray(0, Math.min(whole.length, Buffer.byteLength(whole) - 2))),
  ),
  inB`success-empty: {} answers 200 without a body.`(bytes(() => '')),
  inA`success-html: {} answers with a page for browsers.`(
    wrongBody(
      withPage('success', 'text/html', '<!DOCTYPE html><html><body><ul><li>Банк</li></ul></body></html>'),
    ),
  ),
  inB`success-byte-order-mark: {} writes a byte order mark before its JSON.`(bytes(withByteOrderMark)),
  inA`success-windows-1251: {} writes the names of banks in windows-1251.`(
    bytes((whole) =>
      toWindows1251(`${whole.slice(0, -2)},{"name":"Банк","bic":"000000000"}]}`.replace('[,', '[')),
    ),
  ),
  inB`success-lines: {} writes one JSON object per bank and line.`(
    bytes((whole) => {
      const { banks } = JSON.parse(whole) as { readonly banks: readonly Bank[] };
      return [{}, ...banks].map((row) => `${JSON.stringify(row)}\n`).join('');
    }),
  ),
  inA`success-trailing-comma: {} builds its JSON by hand and leaves a comma behind the last bank.`(
    bytes((whole) => whole.replace(/\]\}$/, ',]}')),
  ),
  inB`success-error-text: {} answers valid credentials with 200 and the text of an unavailable service.`(
    body(() => ({ description_status: 'Сервис временно недоступен, повторите операцию позже' })),
  ),
  inBoth`bic-number: {} writes the BIC as a number and loses its leading zero.`(record(withNumber)),
  inA`bic-missing: {} leaves the BIC out.`(record(({ name }) => ({ name }))),
  inB`bic-null-once: {} has one bank without a BIC and writes null.`(
    record((bank, index) => (index === 0 ? { ...bank, bic: null } : bank)),
  ),
  inA`name-null: {} writes null for every name, because the column was renamed.`(
    record((bank) => ({ ...bank, name: null })),
  ),
  inB`name-missing: {} leaves the name of the last bank out.`(
    record(({ name, bic }, _, isLast) => (isLast ? { bic } : { name, bic })),
  ),
  inA`last-record-bic-number: {} has one bank at the end of its list whose BIC is a number.`(
    record((bank, _, isLast) => (isLast ? withNumber(bank) : bank)),
  ),
  inB`last-record-null: {} ends its list with null, after a comma too many.`(
    wrongRecord(withList((banks) => [...banks, null])),
  ),
  inA`record-tuple: {} writes every record as an array of name and BIC.`(
    record(({ name, bic }) => [name, bic]),
  ),
  inB`record-string: {} writes only the names.`(record(({ name }) => name)),
  inA`record-members-renamed: {} calls the members bankName and bankBic.`(
    record(({ name, bic }) => ({ bankName: name, bankBic: bic })),
  ),
  inB`record-bic-upper-case: {} spells BIC in capitals.`(record(({ name, bic }) => ({ name, BIC: bic }))),
  inA`name-by-language: {} gives the name in two languages, as an object.`(
    record(({ name, bic }) => ({ name: { ru: name, en: name }, bic })),
  ),
  inB`record-wrapped: {} wraps every record into an object \`bank\`.`(record((bank) => ({ bank }))),
  inA`record-broken-in-long-list: {} writes an empty record at the border of a page, behind the tenth bank.`(
    record((bank, index) => (index === 10 ? {} : bank)),
  ),
  inA`bic-number-from-second-list: {} keeps its list after the first request, and reads numbers for the BICs when it is asked again.`(
    onceAsked('success.record', (banks) => ({ banks: banks.map(withNumber) })),
  ),
  inB`total-from-second-list: {} counts the banks beside the list once it has read them.`(
    onceAsked('success.body', (banks) => ({ banks, total: banks.length })),
  ),
  inB`bic-twice: {} writes the BIC of every bank twice, from two tables that it joined.`(
    wrongRecord(withBytes('success', (whole) => whole.replaceAll('"bic":', '"bic":null,"bic":'))),
  ),
  inB`record-nested-pages: {} writes an array of pages where the records belong.`(
    wrongRecord(withList((banks) => [banks])),
  ),
].flat();
