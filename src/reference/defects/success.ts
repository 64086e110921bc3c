import type { Bank, Patch } from '../behaviour.ts';
import { toText, toWindows1251, withAnswer, withByteOrderMark, withBytes, withPage } from '../change.ts';
import { toJson } from '../conforming.ts';
import { inA, inB, inBoth } from '../defect.ts';
import type { Altered, Mistaken } from '../defect.ts';

type Make = (banks: readonly Bank[]) => unknown;

const wrongBody = (patch: Patch) => ({ violates: ['success.body'], patch });

const body = (where: Mistaken, id: string, summary: string, make: Make): readonly Altered[] =>
  where(id, { summary, ...wrongBody(() => ({ successBody: make })) });

const bytes = (
  where: Mistaken,
  id: string,
  summary: string,
  make: (whole: Uint8Array) => Uint8Array,
): readonly Altered[] => where(id, { summary, ...wrongBody(withBytes('success', make)) });

/** Successful answers whose body is not an object with the list as its only member. */
export const successBodyDefects: readonly Altered[] = [
  bytes(
    inB,
    'list-twice',
    '{} writes the list of its cache and then the new one, both as `banks`.',
    (whole) => Buffer.from(toText(whole).replace('{', '{"banks":null,')),
  ),
  body(inA, 'list-wrapped', '{} wraps its answer into the envelope of its framework.', (banks) => ({
    data: { banks },
  })),
  body(inB, 'list-wrapped', '{} wraps its answer into the envelope of its framework.', (banks) => ({
    result: { banks },
  })),
  body(inBoth, 'list-bare', '{} answers with the bare array.', (banks) => banks),
  body(inA, 'list-null', '{} answers null where it has not loaded the list.', () => ({ banks: null })),
  body(inB, 'list-keyed', '{} answers with an object of banks by BIC.', (banks) => ({
    banks: Object.fromEntries(banks.map((bank) => [bank.bic, bank])),
  })),
  body(inA, 'list-with-total', '{} gives the number of banks beside the list.', (banks) => ({
    banks,
    total: banks.length,
  })),
  body(inB, 'list-with-status', '{} gives an empty description_status beside the list.', (banks) => ({
    description_status: '',
    banks,
  })),
  body(inA, 'list-capitalised', '{} spells the member with a capital, as its classes do.', (banks) => ({
    Banks: banks,
  })),
  body(inB, 'list-renamed', '{} calls the list bankList.', (banks) => ({ bankList: banks })),
  body(inA, 'list-as-string', '{} serializes the list twice, so that it is a string of JSON.', (banks) => ({
    banks: JSON.stringify(banks),
  })),
  body(inB, 'body-as-string', '{} serializes its answer twice, so that it is a string of JSON.', (banks) =>
    JSON.stringify({ banks }),
  ),
  bytes(
    inA,
    'list-cut-at-characters',
    '{} counts characters where it should count bytes and cuts the body off.',
    (whole) => whole.subarray(0, Math.min(toText(whole).length, whole.length - 2)),
  ),
  bytes(inB, 'success-empty', '{} answers 200 without a body.', () => Buffer.alloc(0)),
  inA('success-html', {
    summary: '{} answers with a page for browsers.',
    ...wrongBody(
      withPage('success', 'text/html', '<!DOCTYPE html><html><body><ul><li>Банк</li></ul></body></html>'),
    ),
  }),
  bytes(inB, 'success-byte-order-mark', '{} writes a byte order mark before its JSON.', withByteOrderMark),
  bytes(inA, 'success-windows-1251', '{} writes the names of banks in windows-1251.', (whole) =>
    toWindows1251(`${toText(whole).slice(0, -2)},{"name":"Банк","bic":"000000000"}]}`.replace('[,', '[')),
  ),
  bytes(inB, 'success-lines', '{} writes one JSON object per bank and line.', (whole) => {
    const { banks } = JSON.parse(toText(whole)) as { readonly banks: readonly Bank[] };
    return Buffer.from([{}, ...banks].map((row) => `${JSON.stringify(row)}\n`).join(''));
  }),
  bytes(
    inA,
    'success-trailing-comma',
    '{} builds its JSON by hand and leaves a comma behind the last bank.',
    (whole) => Buffer.from(toText(whole).replace(/\]\}$/, ',]}')),
  ),
  body(
    inB,
    'success-error-text',
    '{} answers valid credentials with 200 and the text of an unavailable service.',
    () => ({
      description_status: 'Сервис временно недоступен, повторите операцию позже',
    }),
  ),
].flat();

const wrongRecord = (patch: Patch) => ({ violates: ['success.record'], patch });

const list = (where: Mistaken, id: string, summary: string, make: Make): readonly Altered[] =>
  where(id, { summary, ...wrongRecord(() => ({ successBody: (banks) => ({ banks: make(banks) }) })) });

const record = (
  where: Mistaken,
  id: string,
  summary: string,
  make: (bank: Bank, index: number, isLast: boolean) => unknown,
): readonly Altered[] =>
  list(where, id, summary, (banks) =>
    banks.map((bank, index) => make(bank, index, index === banks.length - 1)),
  );

/** Changes every list except the first. */
const onceAsked = (make: Make): Patch =>
  withAnswer('success', (answer, { service }) =>
    service.seen('list') === 0 ? answer : { ...answer, body: toJson(make(service.banks)) },
  );

const withNumber = (bank: Bank): unknown => ({ ...bank, bic: Number(bank.bic) });

/** Lists in which one or all records differ from the specification. */
export const recordDefects: readonly Altered[] = [
  record(inBoth, 'bic-number', '{} writes the BIC as a number and loses its leading zero.', withNumber),
  record(inA, 'bic-missing', '{} leaves the BIC out.', ({ name }) => ({ name })),
  record(inB, 'bic-null-once', '{} has one bank without a BIC and writes null.', (bank, index) =>
    index === 0 ? { ...bank, bic: null } : bank,
  ),
  record(inA, 'name-null', '{} writes null for every name, because the column was renamed.', (bank) => ({
    ...bank,
    name: null,
  })),
  record(inB, 'name-missing', '{} leaves the name of the last bank out.', ({ name, bic }, _, isLast) =>
    isLast ? { bic } : { name, bic },
  ),
  record(
    inA,
    'last-record-bic-number',
    '{} has one bank at the end of its list whose BIC is a number.',
    (bank, _, isLast) => (isLast ? withNumber(bank) : bank),
  ),
  list(inB, 'last-record-null', '{} ends its list with null, after a comma too many.', (banks) => [
    ...banks,
    null,
  ]),
  record(inA, 'record-tuple', '{} writes every record as an array of name and BIC.', ({ name, bic }) => [
    name,
    bic,
  ]),
  record(inB, 'record-string', '{} writes only the names.', ({ name }) => name),
  record(inA, 'record-members-renamed', '{} calls the members bankName and bankBic.', ({ name, bic }) => ({
    bankName: name,
    bankBic: bic,
  })),
  record(inB, 'record-bic-upper-case', '{} spells BIC in capitals.', ({ name, bic }) => ({ name, BIC: bic })),
  record(inA, 'name-by-language', '{} gives the name in two languages, as an object.', ({ name, bic }) => ({
    name: { ru: name, en: name },
    bic,
  })),
  record(inB, 'record-wrapped', '{} wraps every record into an object `bank`.', (bank) => ({ bank })),
  record(
    inA,
    'record-broken-in-long-list',
    '{} writes an empty record at the border of a page, behind the tenth bank.',
    (bank, index) => (index === 10 ? {} : bank),
  ),
  inA('bic-number-from-second-list', {
    summary:
      '{} keeps its list after the first request, and reads numbers for the BICs when it is asked again.',
    ...wrongRecord(onceAsked((banks) => ({ banks: banks.map(withNumber) }))),
    intermittent: true,
  }),
  inB('total-from-second-list', {
    summary: '{} counts the banks beside the list once it has read them.',
    ...wrongBody(onceAsked((banks) => ({ banks, total: banks.length }))),
    intermittent: true,
  }),
  inB('bic-twice', {
    summary: '{} writes the BIC of every bank twice, from two tables that it joined.',
    ...wrongRecord(
      withBytes('success', (whole) => Buffer.from(toText(whole).replaceAll('"bic":', '"bic":null,"bic":'))),
    ),
  }),
  list(inB, 'record-nested-pages', '{} writes an array of pages where the records belong.', (banks) => [
    banks,
  ]),
].flat();
