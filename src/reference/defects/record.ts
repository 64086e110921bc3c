import type { Bank, Change, VariantId } from '../behaviour.ts';
import { inVariant, withAnswer } from '../change.ts';
import type { Defect } from '../defect.ts';

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
  {
    id: 'a-bic-number',
    summary: 'A writes the BIC as a number and loses its leading zero.',
    violates: ['a.success.record'],
    change: eachRecord('a', (bank) => ({ ...bank, bic: Number(bank.bic) })),
  },
  {
    id: 'b-bic-number',
    summary: 'B writes the BIC as a number and loses its leading zero.',
    violates: ['b.success.record'],
    change: eachRecord('b', (bank) => ({ ...bank, bic: Number(bank.bic) })),
  },
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
