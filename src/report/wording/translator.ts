import { pluralIn } from './plural.ts';
import { fillIn, matchTemplate, parseTemplate } from './template.ts';
import type { Template } from './template.ts';

/** Templates of a room: what is said in English, and in another language. */
export type Phrases = Readonly<Record<string, string>>;

interface Entry {
  readonly template: Template;
  readonly translated: string;
}

interface Catalogue {
  /** Without slots, by the text itself. */
  readonly exact: ReadonlyMap<string, string>;
  /** By the first character; '' for those that begin with a slot. The most telling first. */
  readonly byStart: ReadonlyMap<string, readonly Entry[]>;
}

/** Longer texts hold more of the target or of a stack than of ours. */
const longest = 8000;
/** Phrases within phrases that are looked at for one text: hostile text may look like many of them. */
const mostPhrases = 200;
const remembered = 20_000;

/**
 * Translates texts of Results by the phrases of a language; one that is unknown comes back as it is. Phrases are read
 * when the first text comes, and what was translated once is remembered.
 */
export function createTranslator(locale: string, phrases: Phrases): (english: string) => string {
  const memo = new Map<string, string>();
  let translate: ((text: string) => string | null) | null = null;
  return (english) => {
    const known = memo.get(english);
    if (known !== undefined) return known;
    translate ??= translatorOf(locale, readPhrases(phrases));
    const translated = translate(english) ?? english;
    if (memo.size >= remembered) memo.clear();
    memo.set(english, translated);
    return translated;
  };
}

function readPhrases(phrases: Phrases): Catalogue {
  const entries = Object.entries(phrases).map(([english, translated]) => ({
    english,
    translated,
    template: parseTemplate(english),
  }));
  const patterns = entries
    .filter(({ template }) => template.slots.length > 0)
    .toSorted((one, other) => other.template.weight - one.template.weight);
  return {
    exact: new Map(entries.map(({ english, translated }) => [english, translated])),
    byStart: Map.groupBy(patterns, ({ template }) => template.head.slice(0, 1)),
  };
}

function translatorOf(locale: string, { exact, byStart }: Catalogue): (text: string) => string | null {
  const formOf = pluralIn(locale);
  // What is made of several phrases comes before what one phrase may swallow.
  const general = byStart.get('') ?? [];
  return (whole) => {
    const found = new Map<string, string | null>();
    const search = (text: string): string | null => {
      for (const { template, translated } of [...general, ...(byStart.get(text.slice(0, 1)) ?? [])]) {
        const values = matchTemplate(template, text, translate);
        if (values !== null) return fillIn(translated, values, formOf);
      }
      return null;
    };
    const translate = (text: string): string | null => {
      const known = isQuotation(text) ? text : (exact.get(text) ?? found.get(text));
      if (known !== undefined) return known;
      if (found.size > mostPhrases || text.length > longest) return null;
      // Until it is known, it is no part of itself.
      found.set(text, null);
      const translated = search(text);
      found.set(text, translated);
      return translated;
    };
    return translate(whole);
  };
}

/** What a target has said stands in quotation marks and is nobody's to translate; neither are bare numbers. */
const isQuotation = (text: string): boolean => /^(?:“.*”|\d+)$/s.test(text);
