import type { BodyFacts, ListFacts, TextFacts } from '../verdict/facts.ts';
import { inspectBody } from '../verdict/inspect.ts';
import type { Inspection } from '../verdict/inspect.ts';
import { keptText } from '../verdict/read-text.ts';
import { isEqual } from './canonical.ts';
import { isMasked, isTextBorneOut } from './check-text.ts';
import type { ReadAnew } from './check-text.ts';
import { readJsonPrefix } from './json-prefix.ts';
import type { JsonPrefix } from './json-prefix.ts';

type JsonFacts = Extract<BodyFacts, { readonly kind: 'json' }>;

/** Whether what is said of a body fits the beginning of it that the record holds: what is complete there has to be told as it is. */
export function fitsBeginning(body: string, facts: BodyFacts, inspection: Inspection): boolean {
  const inspect = (text: string, error: string | null = null): BodyFacts =>
    inspectBody(Buffer.from(text, 'utf8'), error, inspection);
  if (facts.kind === 'not-json')
    return facts.showsList || !inspect(withoutOpenComment(body), 'cut').showsList;
  const prefix = readJsonPrefix(body);
  switch (prefix) {
    case 'blank':
      return true;
    case 'unread':
      return /^\s*["\d{[tfn-]/.test(body);
    case 'broken':
      // What a placeholder stands for may have been a number.
      return isMasked(body);
    default:
      return fitsPrefix(prefix, facts, inspect, isMasked(body), inspection);
  }
}

/** A list in a comment is none, and where the comment ends is not on record. */
const withoutOpenComment = (body: string): string => body.replace(/\/\*(?:(?!\*\/)[^])*$/, '');

function fitsPrefix(
  prefix: JsonPrefix,
  facts: JsonFacts,
  inspect: (text: string) => BodyFacts,
  isAltered: boolean,
  { contract }: Inspection,
): boolean {
  const [seen, begun] = [inspect(prefix.complete), inspect(prefix.begun)];
  if (seen.kind !== 'json') return isAltered;
  const read: ReadAnew = (text) => {
    const own = inspect(JSON.stringify({ [contract.text]: text }));
    return own.kind === 'json' ? own.text : null;
  };
  return (
    facts.type === seen.type &&
    (facts.showsList || !begun.showsList) &&
    (!facts.isSuccess || seen.memberCount === 0 || seen.isSuccess) &&
    fitsMembers(seen, facts) &&
    fitsList(seen.list, facts.list, prefix.isOpen, isAltered) &&
    fitsText(seen, facts, read) &&
    fitsOpenText(prefix.openText?.name === contract.text ? prefix.openText.value : null, facts, read)
  );
}

function fitsMembers(seen: JsonFacts, { members, memberCount }: JsonFacts): boolean {
  const isListed = memberCount > members.length || seen.members.every((name) => members.includes(name));
  return memberCount >= seen.memberCount && isListed;
}

function fitsList(
  seen: ListFacts | null,
  claimed: ListFacts | null,
  isOpen: boolean,
  isAltered: boolean,
): boolean {
  if (seen === null) return true;
  if (claimed === null || claimed.type !== seen.type || claimed.count < seen.count) return false;
  const known = claimed.problems.filter(({ index }) => index < seen.count);
  if (!isEqual(known, seen.problems) || claimed.problemCount < seen.problemCount) return false;
  if (isAltered) return true;
  return isOpen ? claimed.problemCount > 0 || growsInto(seen, claimed) : isEqual(claimed, seen);
}

/** What is observed of the first records goes for all of them, or only grows with the others. */
function growsInto(seen: ListFacts, claimed: ListFacts): boolean {
  const shapes = Object.entries(seen.bicShapes);
  const isFull = claimed.extraMembers.length >= 20;
  return (
    shapes.every(([shape, count]) => (claimed.bicShapes[shape] ?? 0) >= count) &&
    claimed.duplicates >= seen.duplicates &&
    claimed.sortedBy.every((name) => seen.sortedBy.includes(name)) &&
    (isFull || seen.extraMembers.every((name) => claimed.extraMembers.includes(name)))
  );
}

function fitsText(seen: JsonFacts, facts: JsonFacts, read: ReadAnew): boolean {
  if (seen.text === null) return true;
  return facts.text !== null && facts.isError === seen.isError && isTextBorneOut(facts.text, seen.text, read);
}

/** Of a text without an end, what is looked at for its meaning may be there all the same. */
function fitsOpenText(begun: string | null, { text }: JsonFacts, read: ReadAnew): boolean {
  if (begun === null) return true;
  if (text === null || text.type !== 'string') return false;
  const seen = read(begun);
  if (seen === null) return false;
  if (begun.length < keptText || isMasked(begun)) return text.text.startsWith(begun.slice(0, keptText));
  return isEqual(kept(text), kept(seen));
}

const kept = ({ text, blank, meanings, matchesPattern }: TextFacts): unknown => [
  text,
  blank,
  meanings,
  matchesPattern,
];
