import type { Answer, Bank, Change, VariantId } from '../behaviour.ts';
import { inVariant, toText, toWindows1251, withAnswer, withByteOrderMark, withBytes } from '../change.ts';
import { mistake } from '../defect.ts';
import type { Defect } from '../defect.ts';

const success = { kind: 'success' } as const;

function body(where: VariantId, make: (banks: readonly Bank[]) => unknown): Change {
  return inVariant(where, () => ({ successBody: make }));
}

function bytes(where: VariantId, make: (whole: Uint8Array) => Uint8Array): Change {
  return withBytes(where, success, make);
}

function asHtml(answer: Answer): Answer {
  const page = '<!DOCTYPE html><html><body><ul><li>Банк</li></ul></body></html>';
  return { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/html' }, body: Buffer.from(page) };
}

/** Successful answers whose body is not an object with the list as its only member. */
export const successBodyDefects: readonly Defect[] = [
  {
    id: 'b-list-twice',
    summary: 'B writes the list of its cache and then the new one, both as `banks`.',
    violates: ['b.success.body'],
    change: bytes('b', (whole) => Buffer.from(Buffer.from(whole).toString().replace('{', '{"banks":null,'))),
  },
  {
    id: 'a-list-wrapped',
    summary: 'A wraps its answer into the envelope of its framework.',
    violates: ['a.success.body'],
    change: body('a', (banks) => ({ data: { banks } })),
  },
  {
    id: 'b-list-wrapped',
    summary: 'B wraps its answer into the envelope of its framework.',
    violates: ['b.success.body'],
    change: body('b', (banks) => ({ result: { banks } })),
  },
  ...mistake('both', 'list-bare', 'answers with the bare array.', (variant) => ({
    violates: [`${variant}.success.body`],
    change: body(variant, (banks) => banks),
  })),
  {
    id: 'a-list-null',
    summary: 'A answers null where it has not loaded the list.',
    violates: ['a.success.body'],
    change: body('a', () => ({ banks: null })),
  },
  {
    id: 'b-list-keyed',
    summary: 'B answers with an object of banks by BIC.',
    violates: ['b.success.body'],
    change: body('b', (banks) => ({ banks: Object.fromEntries(banks.map((bank) => [bank.bic, bank])) })),
  },
  {
    id: 'a-list-with-total',
    summary: 'A gives the number of banks beside the list.',
    violates: ['a.success.body'],
    change: body('a', (banks) => ({ banks, total: banks.length })),
  },
  {
    id: 'b-list-with-status',
    summary: 'B gives an empty description_status beside the list.',
    violates: ['b.success.body'],
    change: body('b', (banks) => ({ description_status: '', banks })),
  },
  {
    id: 'a-list-capitalised',
    summary: 'A spells the member with a capital, as its classes do.',
    violates: ['a.success.body'],
    change: body('a', (banks) => ({ Banks: banks })),
  },
  {
    id: 'b-list-renamed',
    summary: 'B calls the list bankList.',
    violates: ['b.success.body'],
    change: body('b', (banks) => ({ bankList: banks })),
  },
  {
    id: 'a-list-as-string',
    summary: 'A serializes the list twice, so that it is a string of JSON.',
    violates: ['a.success.body'],
    change: body('a', (banks) => ({ banks: JSON.stringify(banks) })),
  },
  {
    id: 'b-body-as-string',
    summary: 'B serializes its answer twice, so that it is a string of JSON.',
    violates: ['b.success.body'],
    change: body('b', (banks) => JSON.stringify({ banks })),
  },
  {
    id: 'a-list-cut-at-characters',
    summary: 'A counts characters where it should count bytes and cuts the body off.',
    violates: ['a.success.body'],
    change: bytes('a', (whole) => whole.subarray(0, Math.min(toText(whole).length, whole.length - 2))),
  },
  {
    id: 'b-success-empty',
    summary: 'B answers 200 without a body.',
    violates: ['b.success.body'],
    change: bytes('b', () => Buffer.alloc(0)),
  },
  {
    id: 'a-success-html',
    summary: 'A answers with a page for browsers.',
    violates: ['a.success.body'],
    change: withAnswer('a', success, asHtml),
  },
  {
    id: 'b-success-byte-order-mark',
    summary: 'B writes a byte order mark before its JSON.',
    violates: ['b.success.body'],
    change: bytes('b', withByteOrderMark),
  },
  {
    id: 'a-success-windows-1251',
    summary: 'A writes the names of banks in windows-1251.',
    violates: ['a.success.body'],
    change: body1251('a'),
  },
  {
    id: 'b-success-lines',
    summary: 'B writes one JSON object per bank and line.',
    violates: ['b.success.body'],
    change: inVariant('b', (variant) => ({
      successBody: (banks) => banks,
      serialize: (value, outcome) =>
        Array.isArray(value)
          ? Buffer.from(
              [{}, ...(value as readonly unknown[])].map((row) => `${JSON.stringify(row)}\n`).join(''),
            )
          : variant.serialize(value, outcome),
    })),
  },
  {
    id: 'a-success-trailing-comma',
    summary: 'A builds its JSON by hand and leaves a comma behind the last bank.',
    violates: ['a.success.body'],
    change: bytes('a', (whole) => Buffer.from(toText(whole).replace(/\]\}$/, ',]}'))),
  },
  {
    id: 'b-success-error-text',
    summary: 'B answers valid credentials with 200 and the text of an unavailable service.',
    violates: ['b.success.body'],
    change: body('b', () => ({ description_status: 'Сервис временно недоступен, повторите операцию позже' })),
  },
];

function body1251(where: VariantId): Change {
  return inVariant(where, (variant) => ({
    serialize: (value, outcome) =>
      outcome.kind === 'success'
        ? toWindows1251(
            `${JSON.stringify(value).slice(0, -2)},{"name":"Банк","bic":"000000000"}]}`.replace('[,', '['),
          )
        : variant.serialize(value, outcome),
  }));
}

function eachRecord(where: VariantId, make: (bank: Bank, index: number, count: number) => unknown): Change {
  return inVariant(where, () => ({
    successBody: (banks) => ({ banks: banks.map((bank, index) => make(bank, index, banks.length)) }),
  }));
}

/** Lists from the second one on. */
function onceAsked(where: VariantId, make: (banks: readonly Bank[]) => unknown): Change {
  return withAnswer(where, { kind: 'success' }, (answer, { service }) =>
    service.seen(`list of ${where}`) === 0
      ? answer
      : { ...answer, body: Buffer.from(JSON.stringify(make(service.banks))) },
  );
}

const isLast = (index: number, count: number): boolean => index === count - 1;

/** Lists in which one record or all of them are not what the specification shows. */
export const recordDefects: readonly Defect[] = [
  ...mistake('both', 'bic-number', 'writes the BIC as a number and loses its leading zero.', (variant) => ({
    violates: [`${variant}.success.record`],
    change: eachRecord(variant, (bank) => ({ ...bank, bic: Number(bank.bic) })),
  })),
  {
    id: 'a-bic-missing',
    summary: 'A leaves the BIC out.',
    violates: ['a.success.record'],
    change: eachRecord('a', ({ name }) => ({ name })),
  },
  {
    id: 'b-bic-null-once',
    summary: 'B has one bank without a BIC and writes null.',
    violates: ['b.success.record'],
    change: eachRecord('b', (bank, index) => (index === 0 ? { ...bank, bic: null } : bank)),
  },
  {
    id: 'a-name-null',
    summary: 'A writes null for every name, because the column was renamed.',
    violates: ['a.success.record'],
    change: eachRecord('a', (bank) => ({ ...bank, name: null })),
  },
  {
    id: 'b-name-missing',
    summary: 'B leaves the name of the last bank out.',
    violates: ['b.success.record'],
    change: eachRecord('b', ({ name, bic }, index, count) =>
      isLast(index, count) ? { bic } : { name, bic },
    ),
  },
  {
    id: 'a-last-record-bic-number',
    summary: 'A has one bank at the end of its list whose BIC is a number.',
    violates: ['a.success.record'],
    change: eachRecord('a', (bank, index, count) =>
      isLast(index, count) ? { ...bank, bic: Number(bank.bic) } : bank,
    ),
  },
  {
    id: 'b-last-record-null',
    summary: 'B ends its list with null, after a comma too many.',
    violates: ['b.success.record'],
    change: inVariant('b', () => ({ successBody: (banks) => ({ banks: [...banks, null] }) })),
  },
  {
    id: 'a-record-tuple',
    summary: 'A writes every record as an array of name and BIC.',
    violates: ['a.success.record'],
    change: eachRecord('a', ({ name, bic }) => [name, bic]),
  },
  {
    id: 'b-record-string',
    summary: 'B writes only the names.',
    violates: ['b.success.record'],
    change: eachRecord('b', ({ name }) => name),
  },
  {
    id: 'a-record-members-renamed',
    summary: 'A calls the members bankName and bankBic.',
    violates: ['a.success.record'],
    change: eachRecord('a', ({ name, bic }) => ({ bankName: name, bankBic: bic })),
  },
  {
    id: 'b-record-bic-upper-case',
    summary: 'B spells BIC in capitals.',
    violates: ['b.success.record'],
    change: eachRecord('b', ({ name, bic }) => ({ name, BIC: bic })),
  },
  {
    id: 'a-name-by-language',
    summary: 'A gives the name in two languages, as an object.',
    violates: ['a.success.record'],
    change: eachRecord('a', ({ name, bic }) => ({ name: { ru: name, en: name }, bic })),
  },
  {
    id: 'b-record-wrapped',
    summary: 'B wraps every record into an object `bank`.',
    violates: ['b.success.record'],
    change: eachRecord('b', (bank) => ({ bank })),
  },
  {
    id: 'a-record-broken-in-long-list',
    summary: 'A writes an empty record at the border of a page, behind the tenth bank.',
    violates: ['a.success.record'],
    change: eachRecord('a', (bank, index) => (index === 10 ? {} : bank)),
  },
  {
    id: 'a-bic-number-from-second-list',
    summary:
      'A keeps its list after the first request, and reads numbers for the BICs when it is asked again.',
    violates: ['a.success.record'],
    intermittent: true,
    change: onceAsked('a', (banks) => ({ banks: banks.map((bank) => ({ ...bank, bic: Number(bank.bic) })) })),
  },
  {
    id: 'b-total-from-second-list',
    summary: 'B counts the banks beside the list once it has read them.',
    violates: ['b.success.body'],
    intermittent: true,
    change: onceAsked('b', (banks) => ({ banks, total: banks.length })),
  },
  {
    id: 'b-record-nested-pages',
    summary: 'B writes an array of pages where the records belong.',
    violates: ['b.success.record'],
    change: inVariant('b', () => ({ successBody: (banks) => ({ banks: [banks] }) })),
  },
];
