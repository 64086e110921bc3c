// Keeps secrets out of everything that is written: finds them in every spelling of the contract, and masks them.

import type { Header } from './exchange.ts';
import { beginning, expressionOf, formsOf, lettersOf, unescaped } from './spelling.ts';
import type { Form } from './spelling.ts';

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
/** So many characters in a row tell a secret. */
const telling = 12;
/** Characters that are looked up at once, and the distance of two look-ups that cannot miss `telling` ones. */
const gram = 8;
const step = telling - gram + 1;
/** A private header's value is also masked within other headers if it has so many characters. */
const shortestEcho = 4;

interface Known {
  readonly secret: Secret;
  /** Letters and digits of its forms, without own words. */
  readonly pieces: readonly string[];
  /** True if a text that holds it must hold one of its pieces. */
  readonly isIndexed: boolean;
  readonly pattern: () => RegExp;
  /** Where a ciphertext ends whose beginning ends here. */
  readonly endFrom: (text: string, from: number) => number;
}

/** `ownTexts`: the words of the specification and of the suite, and settings that everybody may see. */
export function createMasker(secrets: readonly Secret[], ownTexts: readonly string[] = []): Masker {
  const ownWords = wordsOf(['<password> <ciphertext> <secret> <masked>', ...ownTexts].join('\n'));
  const known = new Map<string, Known>();
  /** By the beginnings of what tells them. */
  const index = new Map<string, Known[]>();
  /** Too short for the index. */
  const unindexed = new Set<Known>();
  const privateHeaders: Secret[] = [];

  const add = (secret: Secret): void => {
    const { value, placeholder, setting } = secret;
    if (/\bheaders[.[]/.test(setting) && value !== '') privateHeaders.push(secret);
    const isCounted = placeholder === '<secret>' ? value.length >= shortest : value.trim() !== '';
    if (!isCounted || known.has(value)) return;
    const one = know(secret, ownWords);
    known.set(value, one);
    if (!one.isIndexed) unindexed.add(one);
    for (const piece of one.pieces)
      for (let at = 0; at + gram <= piece.length; at += 1) {
        const key = piece.slice(at, at + gram);
        const alike = index.get(key);
        if (alike === undefined) index.set(key, [one]);
        else if (!alike.includes(one)) alike.push(one);
      }
  };

  const found = (text: string): ReadonlySet<Known> => {
    const letters = lettersOf(unescaped(text));
    const all = new Set<Known>();
    for (let at = 0; at + gram <= letters.length; at += step)
      for (const one of index.get(letters.slice(at, at + gram)) ?? [])
        if (!all.has(one) && tells(one, letters, at)) all.add(one);
    return all;
  };

  const mask = (text: string): string =>
    [...unindexed, ...found(text)]
      .toSorted((one, other) => other.secret.value.length - one.secret.value.length)
      .reduce(masked, text);

  const maskHeader = ([name, value]: Header): Header => {
    const hidden = privateHeaders.reduce((shown, { value: secret, setting }) => {
      const isOwn = setting.toLowerCase().endsWith(`headers.${name.toLowerCase()}`);
      if (isOwn && shown === secret) return '<secret>';
      const isWord = secret.length >= shortestEcho && !isOwnText(secret, ownWords);
      return isWord ? shown.replaceAll(secret, '<secret>') : shown;
    }, value);
    const shown = mask(hidden);
    return [mask(name), found(shown).size === 0 ? shown : '<masked>'];
  };

  for (const secret of secrets) add(secret);
  return {
    add,
    mask,
    maskHeaders: (headers) => headers.map(maskHeader),
    findSecrets: (text) => {
      const short = [...unindexed].filter(({ pattern, secret }) => {
        pattern().lastIndex = 0;
        return secret.value.length >= shortest && pattern().test(text);
      });
      return [...found(text), ...short].map(({ secret }) => secret);
    },
  };
}

function know(secret: Secret, ownWords: ReadonlySet<string>): Known {
  const isCiphertext = secret.placeholder === '<ciphertext>';
  // An own word is no secret where it is written plainly.
  const forms = formsOf(secret.value, isCiphertext).filter(
    ({ text, isCoded }) => isCoded || !isOwnText(text, ownWords),
  );
  const pieces = forms.map(({ text, isCoded }) => {
    const parts = isCoded
      ? [text.slice(0, isCiphertext ? 2 * beginning : text.length)]
      : partsOf(text, ownWords);
    return parts.map(lettersOf).filter(({ length }) => length >= telling);
  });
  let pattern: RegExp | null = null;
  return {
    secret,
    pieces: [...new Set(pieces.flat())],
    isIndexed: pieces.every(({ length }) => length > 0),
    pattern: () => (pattern ??= patternOf(forms, isCiphertext)),
    endFrom: isCiphertext ? endOf(forms) : (_text, from) => from,
  };
}

const word = /[\p{L}\p{N}_]+/gu;
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(word));

const isOwnText = (text: string, ownWords: ReadonlySet<string>): boolean => {
  const words = wordsOf(text);
  return words.size > 0 && [...words].every((one) => ownWords.has(one));
};

/** What is left of a text between own words. */
const partsOf = (text: string, ownWords: ReadonlySet<string>): readonly string[] =>
  unescaped(text)
    .replaceAll('\n', ' ')
    .replaceAll(word, (one) => (ownWords.has(one.toLowerCase()) ? '\n' : one))
    .split('\n');

/** Whether characters around this place that tell the secret stand in the text. */
function tells({ pieces }: Known, letters: string, at: number): boolean {
  for (let from = Math.max(0, at - step + 1); from <= at && from + telling <= letters.length; from += 1) {
    const window = letters.slice(from, from + telling);
    if (pieces.some((piece) => piece.includes(window))) return true;
  }
  return false;
}

/** All spellings of a secret. A short one, and one of digits, must be no part of a longer word or number. */
function patternOf(forms: readonly Form[], isCiphertext: boolean): RegExp {
  const alternatives = forms
    .toSorted((one, other) => other.text.length - one.text.length)
    .map((form) => {
      const length = isCiphertext ? beginning : form.text.length;
      const spelled = expressionOf(form, length);
      const beside =
        form.text.length < shortest
          ? String.raw`[\p{L}\p{N}]`
          : /^\p{N}+$/u.test(form.text)
            ? String.raw`\p{N}`
            : '';
      // The last characters of base64 depend on what follows.
      const end = form.isCoded ? '(?:[A-Za-z0-9+/_-](?![A-Za-z0-9+/_-]))?(?:=|%(?:25)*3[dD])*' : '';
      return beside === '' ? `${spelled}${end}` : `(?<!${beside})${spelled}(?!${beside})`;
    });
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'gu');
}

/** A number of JSON becomes a string, so that the text stays JSON. */
function masked(text: string, { secret, pattern, endFrom }: Known): string {
  const { placeholder, value } = secret;
  let [result, at] = ['', 0];
  const expression = pattern();
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const { index } = match;
    const end = endFrom(text, index + match[0].length);
    const isNumber =
      /^[\d.eE+-]+$/.test(value) &&
      /[:,[]\s*$/.test(text.slice(Math.max(0, index - 20), index)) &&
      /^\s*[,\]}]/.test(text.slice(end, end + 20));
    result += text.slice(at, index) + (isNumber ? `"${placeholder}"` : placeholder);
    at = end;
    expression.lastIndex = Math.max(end, index + 1);
  }
  return result + text.slice(at);
}

/** Finds the end of a ciphertext: as far as any form of it goes on. */
function endOf(forms: readonly Form[]): Known['endFrom'] {
  const expressions = new Map<string, RegExp>();
  const expressionFor = (form: Form): RegExp => {
    const key = `${form.isCoded} ${form.text}`;
    const known = expressions.get(key) ?? new RegExp(expressionOf(form, 1), 'yu');
    expressions.set(key, known);
    return known;
  };
  return (text, from) => {
    const ends = forms.map(({ text: whole, isCoded }) => {
      let end = from;
      for (const character of whole.slice(beginning)) {
        const next = expressionFor({ text: character, isCoded });
        next.lastIndex = end;
        if (!next.test(text)) break;
        end = next.lastIndex;
      }
      return end;
    });
    return Math.max(from, ...ends);
  };
}
