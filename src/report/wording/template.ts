/**
 * What a slot of a template takes. `data`: anything, left alone. `word`: data without white space. `number`: digits.
 * `say`: a phrase that is translated if it is known. `known`: a phrase that has to be known, or the template does not match.
 */
type Kind = 'data' | 'word' | 'number' | 'say' | 'known';

interface Slot {
  readonly number: string;
  readonly kind: Kind;
  /** It reaches to the last place where the text behind it stands, not to the first. */
  readonly isGreedy: boolean;
  /** The text behind it. */
  readonly tail: string;
}

/**
 * An English text with slots: `{1}` data, `{1:word}`, `{1:number}`, `{1:say}`, `{1:known}`; with `*` before the brace it
 * is greedy. Other braces stand for themselves.
 */
export interface Template {
  readonly head: string;
  readonly slots: readonly Slot[];
  /** Characters outside of slots: of two that match, the one with more says more. */
  readonly weight: number;
}

/** What the slots of a template hold, by their numbers. */
export type Values = ReadonlyMap<string, string>;

/** Translates a phrase inside another; null where it is unknown. */
export type Inner = (phrase: string) => string | null;

const slotPattern = /\{(\d)(?::(word|number|say|known))?(\*)?\}/g;

/** Places that are tried for the end of one slot: hostile text may repeat what stands behind it. */
const mostPlaces = 12;

/** Reads a template. */
export function parseTemplate(text: string): Template {
  const found = [...text.matchAll(slotPattern)];
  const literals = text.split(/\{\d(?::(?:word|number|say|known))?\*?\}/);
  return {
    head: literals[0] ?? '',
    slots: found.map(([, number = '', kind, star], index) => ({
      number,
      kind: (kind as Kind | undefined) ?? 'data',
      isGreedy: star === '*',
      tail: literals[index + 1] ?? '',
    })),
    weight: literals.join('').length,
  };
}

/** What the slots hold where the whole text is of the template, phrases translated; null where it is not. */
export function matchTemplate({ head, slots }: Template, text: string, inner: Inner): Values | null {
  return text.startsWith(head) ? matchSlots(slots, text.slice(head.length), inner) : null;
}

function matchSlots(slots: readonly Slot[], text: string, inner: Inner): Values | null {
  const [slot, ...others] = slots;
  if (slot === undefined) return text === '' ? new Map() : null;
  for (const end of endsOf(slot, others.length === 0, text)) {
    const value = valueOf(slot.kind, text.slice(0, end), inner);
    if (value === null) continue;
    const rest = matchSlots(others, text.slice(end + slot.tail.length), inner);
    if (rest !== null) return new Map([[slot.number, value], ...rest]);
  }
  return null;
}

function endsOf({ tail, isGreedy }: Slot, isLast: boolean, text: string): readonly number[] {
  if (isLast) return text.endsWith(tail) ? [text.length - tail.length] : [];
  const ends: number[] = [];
  const next = (from: number): number => (isGreedy ? text.lastIndexOf(tail, from) : text.indexOf(tail, from));
  let at = next(isGreedy ? text.length : 0);
  while (at !== -1 && ends.length < mostPlaces) {
    ends.push(at);
    if (isGreedy && at === 0) break;
    at = next(isGreedy ? at - 1 : at + 1);
  }
  return ends;
}

function valueOf(kind: Kind, text: string, inner: Inner): string | null {
  switch (kind) {
    case 'data':
      return text;
    case 'word':
      return /^\S+$/.test(text) ? text : null;
    case 'number':
      return /^\d+$/.test(text) ? text : null;
    case 'say':
      return inner(text) ?? text;
    case 'known':
      return inner(text);
  }
}

/** Puts values into a translated text: `{1}` the value, `{1|запись|записи|записей}` the form of a noun that the number asks for. */
export function fillIn(
  text: string,
  values: Values,
  formOf: (number: number, forms: readonly string[]) => string,
): string {
  return text.replace(/\{(\d)(?:\|([^}]*))?\}/g, (_, number: string, forms: string | undefined) => {
    const value = values.get(number) ?? '';
    return forms === undefined ? value : formOf(Number(value), forms.split('|'));
  });
}
