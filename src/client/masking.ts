import type { Header } from './exchange.ts';
import {
  comparable,
  formsOf,
  levels,
  shortest,
  undoEscapes,
  withoutBreaks,
  withoutNuls,
  type Form,
  type Placeholder,
  type Reading,
  type Secret,
} from './secret-spelling.ts';

/** Knows the secrets of a run and masks them in all output, in time linear in the text. */
export interface Redactor {
  /** Adds a secret. It is masked in every spelling from now on. */
  add(text: string, placeholder: Placeholder, setting: string): void;
  /** Replaces secrets by placeholders, and a JSON number that is a secret by 0. Idempotent. */
  mask(text: string): string;
  /**
   * Finds secrets of at least 8 characters: plain, base64, hex, or as in URLs, JSON and HTML. Undoes no
   * escapes.
   */
  find(text: string): readonly Secret[];
  /** Masks all values of private headers, and secrets in the other headers of an answer. */
  maskHeaders(headers: readonly Header[], privateHeaders: readonly Header[]): readonly Header[];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

/** Characters at the beginning of a form that are hashed together, and the size of the table of hashes. */
const gram = 3;
const grams = 2 ** 18;

/** Creates a redactor without secrets. Words of `ownTexts` are never masked, even if one equals a secret. */
export function createRedactor(ownTexts: readonly string[] = []): Redactor {
  const ownWords = readOwn(['<password> <ciphertext> <secret>', ...ownTexts]);
  const known = new Set<string>();
  const forms = createFinder(ownWords);
  const mask = (text: string): string => masked(text, joined([...spansIn(text, forms.search)]));
  return {
    add(text, placeholder, setting) {
      if (known.has(text)) return;
      known.add(text);
      for (const form of formsOf({ text, placeholder, setting }, ownWords.includes)) forms.insert(form);
    },
    mask,
    find(text) {
      const spans = joined([...forms.search(text)]).filter(({ start, end }) => end - start >= shortest);
      return [...new Set(spans.map(({ secret }) => secret))].filter((one) => one.text.length >= shortest);
    },
    maskHeaders: (headers, privateHeaders) =>
      headers.map(([name, value]) => [mask(name), mask(maskEchoes(name, value, privateHeaders))]),
  };
}

/** Finds the secrets in a text. */
type Search = (text: string) => Iterable<Span>;

/** Finds forms by the hashes of their first characters, so that the time does not grow with their number. */
function createFinder(ownWords: OwnWords) {
  const hashes = new Uint8Array(grams);
  const long = new Map<string, Form[]>();
  const short: Form[] = [];
  const insert = (form: Form): void => {
    if (form.least < shortest) {
      short.push(form);
      return;
    }
    const start = form.text.slice(0, shortest);
    for (let at = 0; at + gram <= shortest; at += 1) hashes[hashAt(start, at)] = 1;
    const alike = long.get(start);
    if (alike === undefined) long.set(start, [form]);
    else alike.push(form);
  };
  function* search(given: string): Generator<Span> {
    const text = comparable(given);
    // Every form contains one of its hashes at one of these steps.
    const step = shortest - gram + 1;
    let done = 0;
    for (let at = step - 1; at + gram <= text.length; at += step) {
      if (hashes[hashAt(text, at)] === 0) continue;
      for (let start = Math.max(done, at - step + 1); start <= at; start += 1) {
        const alike = long.get(text.slice(start, start + shortest));
        const span = alike === undefined ? null : longestAt(alike, text, given, start, ownWords);
        if (span === null) continue;
        yield span;
        done = span.end;
        start = done - 1;
      }
    }
    for (const form of short) {
      const start = form.text.slice(0, form.least);
      for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
        const span = longestAt([form], text, given, at, ownWords);
        if (span !== null) yield span;
      }
    }
  }
  return { insert, search };
}

/** The longest secret that begins here. */
function longestAt(
  forms: readonly Form[],
  text: string,
  given: string,
  start: number,
  ownWords: OwnWords,
): Span | null {
  let best: Span | null = null;
  let [length, goingOn] = [0, ''];
  for (const form of forms) {
    // Several ciphertexts can begin with the same characters. A longer match must continue after the best one
    // so far.
    if (best !== null && !goingOn.includes(form.text.charAt(length))) continue;
    const match = matchAt(form, text, given, start);
    if (match === null || match.end <= (best?.end ?? start)) continue;
    if (!counts(form, text, given, start, match.end) || ownWords.holds(text, start, match.end)) continue;
    best = { start, end: match.end, secret: form.secret };
    ({ length } = match);
    // A blank in the text may stand for a plus, or may have been skipped.
    goingOn = ` ${text.charAt(match.stop)}${text.charAt(match.end)}`;
  }
  return best;
}

/** True if it is no part of a longer word, and no blank after a placeholder was read as a plus at its end. */
const counts = ({ beside }: Form, text: string, given: string, start: number, end: number): boolean =>
  (beside === null || !(beside.test(text.charAt(start - 1)) || beside.test(text.charAt(end)))) &&
  !(given.charAt(end - 1) === ' ' && isPlaceholder(text, start, end - 1));

/** Finds secrets in a text as it is, then again after each level of escapes is undone. */
function* spansIn(text: string, search: Search): Generator<Span> {
  let reading: Reading | null = withoutNuls(text) ?? { text, placeOf: (index) => index };
  for (let level = 0; level <= levels && reading !== null; level += 1) {
    const { text: read, placeOf }: Reading = reading;
    for (const { start, end, secret } of search(read)) {
      yield { start: placeOf(start), end: placeOf(end), secret };
    }
    const lines: Reading | null = withoutBreaks(read);
    for (const { start, end, secret } of lines === null ? [] : search(lines.text)) {
      // A line break is not part of what begins on the next line.
      const last = (lines?.placeOf(end - 1) ?? 0) + 1;
      yield { start: placeOf(lines?.placeOf(start) ?? 0), end: placeOf(last), secret };
    }
    const deeper = undoEscapes(read);
    reading = deeper && { text: deeper.text, placeOf: (index) => placeOf(deeper.placeOf(index)) };
  }
}

function masked(text: string, spans: readonly Span[]): string {
  const isJson = /^\s*[[{]/.test(text);
  let [shown, at] = ['', 0];
  for (const span of spans) {
    const number = isJson ? numberAround(text, span) : null;
    const { start, end } = number ?? span;
    shown += text.slice(at, Math.max(at, start)) + (number === null ? span.secret.placeholder : '0');
    at = end;
  }
  return shown + text.slice(at);
}

const hashAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) << 11) ^ (text.charCodeAt(at + 1) << 5) ^ text.charCodeAt(at + 2)) & (grams - 1);

/**
 * How much of a form matches here, where it ends and where the text differs; null if too little. `given` keeps
 * pluses.
 */
function matchAt(
  { text: wanted, least, isBroken }: Form,
  text: string,
  given: string,
  start: number,
): { readonly length: number; readonly end: number; readonly stop: number } | null {
  const last = least - 1;
  if (!isBroken && wanted.charCodeAt(last) !== text.charCodeAt(start + last)) return null;
  let [length, end, stop] = [0, start, start];
  for (; length < wanted.length && stop < text.length; stop += 1) {
    if (text.charCodeAt(stop) === wanted.charCodeAt(length)) {
      length += 1;
      end = stop + 1;
    } else if (!isBroken || given.charAt(stop).trim() !== '') break;
  }
  return length < least ? null : { length, end, stop };
}

interface OwnWords {
  readonly includes: (secret: string) => boolean;
  /** True inside a timestamp, an own word, or own words joined like `application/json`. */
  readonly holds: (text: string, start: number, end: number) => boolean;
}

const inWord = /[\p{L}\p{N}_]/u;
/** Characters of a token: no blank, quotation mark or bracket. */
const inToken = /[^\s"'`<>()[\]{},;&]/;
const moment = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d\.\d{3}z$/;
const longestWord = 64;

function readOwn(texts: readonly string[]): OwnWords {
  const all = `\n${texts.join('\n').toLowerCase()}\n`;
  // Computed only if a secret was found, which is rare: it takes longer than a short run.
  const words = lazily(() => new Set(all.match(/[\p{L}\p{N}_]+/gu)));
  const tokens = lazily(() => new Set(all.match(/[^\s"'`<>()[\]{},;&]+/g)?.map(withoutStop)));
  return {
    includes(secret) {
      const word = secret.trim().toLowerCase();
      for (let at = all.indexOf(word, 1); at !== -1; at = all.indexOf(word, at + 1)) {
        if (!inWord.test(all.charAt(at - 1)) && !inWord.test(all.charAt(at + word.length))) return true;
      }
      return false;
    },
    holds(text, start, end) {
      const [first, last] = around(text, start, end, inWord);
      if (last - first >= end - start && words().has(text.slice(first, last).toLowerCase())) return true;
      if (isPlaceholder(text, start, end)) return true;
      const [from, to] = around(text, start, end, inToken);
      const token = withoutStop(text.slice(from, to).toLowerCase());
      return tokens().has(token) || moment.test(token);
    },
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Placeholders, plain, in HTML and in URLs. */
const placeholders = /(?:<|&lt;|%3c)(?:password|ciphertext|secret)(?:>|&gt;|%3e)/gi;

function isPlaceholder(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - longestWord);
  const near = text.slice(from, end + longestWord).matchAll(placeholders);
  return [...near].some(({ index, 0: { length } }) => from + index <= start && from + index + length >= end);
}

const withoutStop = (token: string): string => token.replace(/[.:!?]+$/, '');

/** Extends a place by the adjacent characters that match `kind`, a few dozen at most. */
function around(text: string, start: number, end: number, kind: RegExp): readonly [number, number] {
  let [first, last] = [start, end];
  while (start - first < longestWord && kind.test(text.charAt(first - 1))) first -= 1;
  while (last - end < longestWord && kind.test(text.charAt(last))) last += 1;
  return [first, last];
}

/** The JSON number that is or contains a secret; null if the span is in no number, or in a string. */
function numberAround(text: string, span: Span): { readonly start: number; readonly end: number } | null {
  const [start, end] = around(text, span.start, span.end, /[\d.eE+-]/);
  const isValue = /[:,[]\s*$/.test(text.slice(Math.max(0, start - longestWord), start));
  const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text.slice(start, end));
  return isValue && isNumber && /^\s*[,\]}]/.test(text.slice(end, end + longestWord)) ? { start, end } : null;
}

/** Sorts spans from left to right and merges those that overlap. */
function joined(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

/** A private header's value is also masked inside other headers if it has at least this many characters. */
const shortestEcho = 4;

function maskEchoes(name: string, value: string, privateHeaders: readonly Header[]): string {
  return privateHeaders.reduce((masked, [privateName, secret]) => {
    if (secret === '') return masked;
    const isOwn = privateName.toLowerCase() === name.toLowerCase();
    if (isOwn && masked === secret) return '<secret>';
    return secret.length >= shortestEcho ? masked.replaceAll(secret, () => '<secret>') : masked;
  }, value);
}
