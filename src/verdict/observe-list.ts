import { createHash } from 'node:crypto';
import { createDistinctCounter, nineDigits } from './distinct.ts';
import type { ListFacts } from './facts.ts';

/** What is observed of a list. */
export type Observed = Pick<ListFacts, 'sha256' | 'extraMembers' | 'bicShapes' | 'sortedBy' | 'duplicates'>;

/** A record that is what the specification shows. */
export interface Bank {
  readonly name: string;
  readonly bic: string;
}

const keptExtras = 20;
/** Few enough for their text to be short-lived. */
const batch = 200;

/** Observes the records of a list, one part of it after the other. */
export interface ListObserver {
  add(banks: readonly Bank[]): void;
  result(): Observed;
}

/** Creates an observer of records that are right; it keeps none of them. */
export function createListObserver(mask: (text: string) => string): ListObserver {
  const hash = createHash('sha256');
  const shapes = new Map<string, number>();
  const extras = new Set<string>();
  const bics = createDistinctCounter();
  let [isSortedByName, isSortedByBic] = [true, true];
  let before: Bank = { name: '', bic: '' };
  let [valueBefore, count] = [0, 0];
  const addBatch = (banks: readonly Bank[]): void => {
    let text = '';
    for (const bank of banks) {
      text += `${bank.name}\u0000${bank.bic}\n`;
      if (isSortedByName && bank.name < before.name) isSortedByName = false;
      const value = nineDigits(bank.bic);
      // Of numbers of one length the order is that of their texts, which takes longer to find out.
      const isLess = value > 0 && valueBefore > 0 ? value < valueBefore : bank.bic < before.bic;
      if (isLess) isSortedByBic = false;
      bics.add(bank.bic, value);
      before = bank;
      valueBefore = value;
    }
    hash.update(text);
    count += banks.length;
    countShapes(banks, shapes);
    if (extras.size < keptExtras) addExtras(banks, extras, mask);
  };
  return {
    add(banks) {
      for (let start = 0; start < banks.length; start += batch) addBatch(banks.slice(start, start + batch));
    },
    result: () => ({
      sha256: hash.digest('hex'),
      extraMembers: [...extras],
      bicShapes: Object.fromEntries(shapes),
      sortedBy: [...(isSortedByName ? ['name'] : []), ...(isSortedByBic ? ['bic'] : [])],
      duplicates: count - bics.count,
    }),
  };
}

function addExtras(banks: readonly Bank[], extras: Set<string>, mask: (text: string) => string): void {
  for (const bank of banks) {
    for (const name in bank) {
      if (name === 'name' || name === 'bic' || extras.size >= keptExtras) continue;
      extras.add(mask(name.slice(0, 100)));
    }
  }
}

/** Neighbours mostly have one shape, so they are counted together. */
function countShapes(banks: readonly Bank[], shapes: Map<string, number>): void {
  let shape = '';
  let count = 0;
  const note = (): void => {
    if (count > 0) shapes.set(shape, (shapes.get(shape) ?? 0) + count);
  };
  for (const { bic } of banks) {
    const own = shapeOf(bic);
    if (own !== shape) {
      note();
      [shape, count] = [own, 0];
    }
    count += 1;
  }
  note();
}

function shapeOf(bic: string): string {
  switch (bic.length) {
    case 9:
      return holds(bic, 0, 9, isDigit) ? '9 digits' : 'other';
    case 8:
      return isInternational(bic) ? '8 characters' : 'other';
    case 11:
      return isInternational(bic) ? '11 characters' : 'other';
    default:
      return 'other';
  }
}

/** Six letters, then letters and digits. */
const isInternational = (bic: string): boolean =>
  holds(bic, 0, 6, isCapital) && holds(bic, 6, bic.length, (code) => isCapital(code) || isDigit(code));

function holds(text: string, start: number, end: number, isRight: (code: number) => boolean): boolean {
  for (let at = start; at < end; at += 1) if (!isRight(text.charCodeAt(at))) return false;
  return true;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
