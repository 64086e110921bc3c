import type { TextFacts } from '../verdict/facts.ts';
import { isEqual } from './canonical.ts';

/** Reads a text anew, as an error body would hold it. */
export type ReadAnew = (text: string) => TextFacts | null;

/** What may have been the value of a private header, and a word of the text as well: `X-Fault: unavailable`. */
const words = [
  'unavailable',
  'unencrypted',
  'unauthorized',
  'missing',
  'encrypted',
  'blocked',
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
] as const;

const placeholder = '<secret>';

/** Whether a record shows something else in the place of what was there. */
export const isMasked = (text: string): boolean => /<(?:password|ciphertext|secret)>/.test(text);

/**
 * Whether what is said of a text follows from what the record shows of it. Where a secret was masked that was a word of the
 * text, the rest has to mean what is claimed, with one of the words that conditions are brought about by at most.
 */
export function isTextBorneOut(claimed: TextFacts, seen: TextFacts, read: ReadAnew): boolean {
  const isSame = isEqual(
    [claimed.type, claimed.text, claimed.blank, claimed.naming],
    [seen.type, seen.text, seen.blank, seen.naming],
  );
  if (!isSame) return false;
  if (!isMasked(seen.text)) return isEqual(claimed, seen);
  const fillings = seen.text.includes(placeholder) ? [placeholder, ...words] : [placeholder];
  return fillings.some((word) => {
    const filled = read(seen.text.replaceAll(placeholder, word));
    return filled !== null && isEqual(meaningOf(filled), meaningOf(claimed));
  });
}

const meaningOf = ({ meanings, matchesPattern }: TextFacts): unknown => [meanings, matchesPattern];
