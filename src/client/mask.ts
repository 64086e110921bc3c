// Keeps secrets out of everything that is written: finds them in every spelling of the contract, and masks them.

import type { Header } from './exchange.ts';
import { formsOf, lettersOf, viewsOf } from './spelling.ts';

/** A text that must appear in no output. */
export interface Secret {
  readonly value: string;
  /** The setting that holds it: `credentials.partnerPassword`. */
  readonly setting: string;
  readonly placeholder: '<password>' | '<ciphertext>' | '<secret>';
}

/** Knows the secrets of a run. Grows: ciphertexts are added as they are made. */
export interface Masker {
  readonly add: (secret: Secret) => void;
  /** Puts placeholders in the place of secrets. What is masked already stays as it is. */
  readonly mask: (text: string) => string;
  /** Also hides the values of private headers, and what is left of a secret. */
  readonly maskHeaders: (headers: readonly Header[]) => readonly Header[];
  /** Secrets of which 12 characters in a row stand in a text, whatever its escapes, own words aside. */
  readonly findSecrets: (text: string) => readonly Secret[];
}

/** From so many characters on a secret is masked within words, and one that is no password at all. */
const shortest = 8;
/** So many characters in a row tell a secret; half of them stand in a text at one of the places `stride` apart. */
const [telling, half, stride] = [12, 6, 7];
/** Of a ciphertext its first characters are enough. */
const beginning = 32;
/** A private header's value is also masked within other headers if it has so many characters. */
const shortestEcho = 4;

/** One way in which a secret is looked for. */
interface Form {
  readonly text: string;
  readonly secret: Secret;
  /** Of a ciphertext less than the whole is enough. */
  readonly least: number;
  readonly isCoded: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** `ownTexts`: the words of the specification and of the suite, and settings that everybody may see. */
export function createMasker(secrets: readonly Secret[], ownTexts: readonly string[] = []): Masker {
  const own = ['<password> <ciphertext> <secret> <masked>', ...ownTexts].join('\n');
  const ownWords = new Set(wordsIn(own));
  const values = new Set<string>();
  /** By their first characters, and those that have fewer. */
  const index = new Map<string, Form[]>();
  const short: Form[] = [];
  /** Letters and digits in a row that tell a secret. */
  const tales = new Map<string, Secret>();
  const halves = new Set<string>();
  const privateHeaders: Secret[] = [];

  const isOwnText = (text: string): boolean => {
    const words = wordsIn(text);
    return words.length > 0 && words.every((word) => ownWords.has(word));
  };

  const withoutOwn = (text: string): string =>
    text.replaceAll('\n', ' ').replaceAll(word, (one) => (ownWords.has(one.toLowerCase()) ? '\n' : one));

  function add(secret: Secret): void {
    const { value, placeholder, setting } = secret;
    if (/\bheaders[.[]/.test(setting) && value !== '') privateHeaders.push(secret);
    const isCounted = placeholder === '<secret>' ? value.length >= shortest : value.trim() !== '';
    if (!isCounted || values.has(value)) return;
    values.add(value);
    const { plain, coded } = formsOf(value);
    const isCiphertext = placeholder === '<ciphertext>';
    // An own word is no secret where it is written plainly.
    const kept = isOwnText(value) ? [] : plain;
    const told = new Set<string>();
    for (const text of [...kept, ...coded]) {
      const least = isCiphertext ? Math.min(beginning, text.length) : text.length;
      const form: Form = { text, secret, least, isCoded: coded.includes(text) };
      const key = text.slice(0, telling);
      if (least < telling) short.push(form);
      else index.set(key, [...(index.get(key) ?? []), form]);
      const some = isCiphertext ? text.slice(0, beginning) : text;
      // Own words in a secret tell nothing.
      for (const piece of form.isCoded ? [some] : withoutOwn(some).split('\n')) told.add(lettersOf(piece));
    }
    for (const letters of told)
      for (let at = 0; at + half <= letters.length; at += 1) {
        halves.add(letters.slice(at, at + half));
        if (at + telling <= letters.length) tales.set(letters.slice(at, at + telling), secret);
      }
  }

  function spansIn(original: string): readonly Span[] {
    const spans: Span[] = [];
    for (const { text, starts, ends } of viewsOf(original)) {
      const found = (form: Form, at: number): void => {
        const end = endOf(form, text, at);
        const { placeholder } = form.secret;
        spans.push({ start: starts?.[at] ?? at, end: ends?.[end - 1] ?? end, placeholder });
      };
      for (let at = 0; index.size > 0 && at + telling <= text.length; at += 1)
        for (const form of index.get(text.slice(at, at + telling)) ?? [])
          if (isAt(form, text, at)) found(form, at);
      for (const form of short) for (const at of placesOf(form, text)) found(form, at);
    }
    return spans;
  }

  const mask = (text: string): string => {
    let [result, at] = ['', 0];
    for (const { start, end, placeholder } of joined(spansIn(text))) {
      result += text.slice(at, start) + (isNumber(text, start, end) ? `"${placeholder}"` : placeholder);
      at = end;
    }
    return result + text.slice(at);
  };

  const findSecrets = (text: string): readonly Secret[] => {
    let last = text;
    for (const view of viewsOf(text)) last = view.text;
    const letters = lettersOf(last);
    const all = new Set<Secret>();
    for (let at = 0; at + half <= letters.length; at += stride)
      if (halves.has(letters.slice(at, at + half)))
        for (let from = Math.max(0, at - half); from <= at; from += 1) {
          const secret = tales.get(letters.slice(from, from + telling));
          if (secret !== undefined) all.add(secret);
        }
    for (const form of short)
      if (form.secret.value.length >= shortest && !placesOf(form, last).next().done) all.add(form.secret);
    return [...all];
  };

  const maskHeader = ([name, value]: Header): Header => {
    const hidden = privateHeaders.reduce((shown, { value: secret, setting }) => {
      const isOwn = setting.toLowerCase().endsWith(`headers.${name.toLowerCase()}`);
      if (isOwn && shown === secret) return '<secret>';
      const isEcho = secret.length >= shortestEcho && !isOwnText(secret);
      return isEcho ? shown.replaceAll(secret, '<secret>') : shown;
    }, value);
    const shown = mask(hidden);
    return [mask(name), findSecrets(shown).length === 0 ? shown : '<masked>'];
  };

  for (const secret of secrets) add(secret);
  return { add, mask, maskHeaders: (headers) => headers.map(maskHeader), findSecrets };
}

const word = /[\p{L}\p{N}_]+/gu;
const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(word) ?? [];

/** A short secret, and one of digits, must be no part of a longer word or number. */
function isAt({ text: form, least }: Form, text: string, at: number): boolean {
  if (!text.startsWith(form.slice(0, least), at)) return false;
  const beside = form.length < shortest ? /[\p{L}\p{N}]/u : /^\p{N}+$/u.test(form) ? /\p{N}/u : null;
  return beside === null || !(beside.test(text[at - 1] ?? '') || beside.test(text[at + form.length] ?? ''));
}

function* placesOf(form: Form, text: string): Generator<number> {
  for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + 1))
    if (isAt(form, text, at)) yield at;
}

/** As far as it goes on; behind base64 what depends on what follows, and padding. */
function endOf({ text: form, least, isCoded }: Form, text: string, at: number): number {
  let end = at + least;
  while (end - at < form.length && text[end] === form[end - at]) end += 1;
  if (!isCoded || end - at < form.length) return end;
  const rest = /^(?:[\w+/-](?![\w+/-]))?=*/.exec(text.slice(end, end + 4))?.[0] ?? '';
  return end + rest.length;
}

/** In order, each place once; where two secrets begin, the longer one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const kept: Span[] = [];
  for (const span of sorted) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end };
  }
  return kept;
}

/** A number of JSON becomes a string, so that the text stays JSON. */
const isNumber = (text: string, start: number, end: number): boolean =>
  /^[\d.eE+-]+$/.test(text.slice(start, end)) &&
  /[:,[]\s*$/.test(text.slice(Math.max(0, start - 20), start)) &&
  /^\s*[,\]}]/.test(text.slice(end, end + 20));
