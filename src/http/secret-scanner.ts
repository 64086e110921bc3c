import { createUnitReader } from './escape-reader.ts';
import { isEscapeLead, type UnitReader } from './escape.ts';
import { createFormFilter } from './form-filter.ts';
import { createFormIndex, findCandidates, indexedLength, insertForm, type FormIndex } from './form-index.ts';
import type { SecretForm } from './secret-form.ts';

/** A stretch of text that is a secret, or that is to be passed over (`skip`). */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly form: SecretForm;
}

/** Finds spellings of secrets, escaped in any way, in texts. */
export interface SecretScanner {
  /** Adds a spelling that is looked for from now on. */
  add(form: SecretForm): void;
  /** Yields what is found from left to right, the longest at each place, without overlaps; linear in the text. */
  scan(text: string): Generator<Span>;
  /** Whether a text is part of a public word, upper and lower case alike. */
  isPublic(text: string): boolean;
}

interface State {
  /** Units of the form that are matched. */
  readonly matched: number;
  /** Position in the text. */
  readonly at: number;
}

/** An escaped secret is long for what it says: a part of the usual characters counts where they fill the usual length. */
const escapedPart = { password: 5 / 8, ciphertext: 7 / 8 } as const;
const maxStates = 16;

/** Creates a scanner; of a form that is part of a public word no beginning counts, and the whole only where it stands alone. */
export function createSecretScanner(publicWords: readonly string[]): SecretScanner {
  const root = createFormIndex();
  const filter = createFormFilter();
  const words = publicWords.map((word) => word.toLowerCase());
  return {
    add(form) {
      insertForm(root, form);
      filter.add(form);
    },
    *scan(text) {
      const read = createUnitReader(text);
      const next = filter.open(text, read);
      let at = next(0);
      while (at < text.length) {
        const span = findAt(text, at, root, read, words);
        if (span !== null) yield span;
        at = next(span?.end ?? at + 1);
      }
    },
    isPublic: (text) => isPublic(text, words),
  };
}

function findAt(
  text: string,
  start: number,
  root: FormIndex,
  read: UnitReader,
  words: readonly string[],
): Span | null {
  let best: Span | null = null;
  for (const [form, ends] of findCandidates(text, start, root, read)) {
    const { matched, at: end } = extend(text, form, ends, read);
    const isLonger = best === null || end > best.end;
    if (isLonger && counts(text, { start, end, form }, matched, words)) best = { start, end, form };
  }
  return best;
}

/** Follows a form as far as the text goes with it, by every reading of the text; its first units end at `ends`. */
function extend(text: string, form: SecretForm, ends: ReadonlySet<number>, read: UnitReader): State {
  const matched = indexedLength(form.text);
  let best: State = { matched: 0, at: 0 };
  let states: readonly State[] = [...ends].map((at) => ({ matched, at }));
  while (states.length > 0) {
    const advanced = states.map((state) => skipPlain(text, form.text, state));
    for (const state of advanced) if (isFurther(state, best)) best = state;
    states = step(form.text, advanced, read);
  }
  return best;
}

function isFurther(state: State, than: State): boolean {
  return state.matched > than.matched || (state.matched === than.matched && state.at > than.at);
}

function skipPlain(text: string, wanted: string, { matched, at }: State): State {
  let length = 0;
  while (matched + length < wanted.length) {
    const code = text.charCodeAt(at + length);
    if (code !== wanted.charCodeAt(matched + length) || isEscapeLead(code)) break;
    length += 1;
  }
  return { matched: matched + length, at: at + length };
}

function step(wanted: string, states: readonly State[], read: UnitReader): State[] {
  const next = new Map<string, State>();
  for (const { matched, at } of states) {
    if (matched >= wanted.length) continue;
    for (const { value, end } of read(at)) {
      const state = { matched: matched + value.length, at: end };
      if (wanted.startsWith(value, matched)) next.set(`${state.matched}:${state.at}`, state);
    }
  }
  return [...next.values()].slice(0, maxStates);
}

function counts(text: string, span: Span, matched: number, words: readonly string[]): boolean {
  const isWhole = matched === span.form.text.length;
  switch (span.form.use) {
    case 'skip':
      return isWhole;
    case 'word':
      return isWhole && isWord(text, span);
    case 'whole':
      return isWhole && (!isPublic(span.form.text, words) || standsAlone(text, span));
    case 'prefix':
      if (isWhole) return !isPublic(span.form.text, words) || standsAlone(text, span);
      return isLongEnough(span, matched) && !isPublic(span.form.text.slice(0, matched), words);
  }
}

/** Of hundreds of ciphertexts, one or another begins like anything that is short. */
function isLongEnough({ start, end, form }: Span, matched: number): boolean {
  const part = escapedPart[form.placeholder === '<ciphertext>' ? 'ciphertext' : 'password'];
  return end - start >= form.least && matched >= form.least * part;
}

function isPublic(beginning: string, words: readonly string[]): boolean {
  const text = beginning.toLowerCase();
  return words.some((word) => word.includes(text));
}

function isWord(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const isEscapeBefore = /(%[\da-f]{2}|\\u[\da-f]{4}|\\[bfnrt])$/i.test(before);
  return (
    (isEscapeBefore || !/[\p{L}\p{N}]$/u.test(before)) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

/** Neither a word nor a part of an id or a name that is joined by dots, hyphens, underscores or slashes. */
function standsAlone(text: string, span: Span): boolean {
  const before = text.slice(Math.max(0, span.start - 2), span.start);
  const after = text.slice(span.end, span.end + 2);
  return isWord(text, span) && !/[\p{L}\p{N}][-._/]$/u.test(before) && !/^[-._/][\p{L}\p{N}]/u.test(after);
}
