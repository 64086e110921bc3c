import { escapeLeads, isEscapeLead, readPlainEscape, type UnitReader } from './escape.ts';
import type { SecretForm } from './secret-form.ts';

/** Passes over the places of a text at which no form can begin, which are nearly all. */
export interface FormFilter {
  /** From now on places at which that form begins are not passed over. */
  add(form: SecretForm): void;
  /** The next place from there on at which a form may begin; the length of the text where there is none. */
  next(text: string, from: number, read: UnitReader): number;
}

/** Units of a form that are looked at: where fewer than these stand, nothing counts but the whole of a shorter form. */
const depth = 5;
const size = 2 ** 16;
const goesOn = 1;
const ends = 2;
/** What the HTML escapes with a name stand for. */
const named = [...'&<>"\'\u00a0'].map((value) => value.charCodeAt(0));

/** Creates a filter without forms. Other texts may get through, but no beginning of a form is held back. */
export function createFormFilter(): FormFilter {
  // One table for each number of units, by a hash of them; a table is small enough to stay close to the processor.
  const table = new Uint8Array(depth * size);
  const leads = new Uint8Array(size);
  for (const lead of escapeLeads) leads[lead] = 1;
  const mayGoOnEscaped = (at: number, known: number, hash: number, read: UnitReader): boolean =>
    read(at).some(({ value, end }) => {
      let level = known;
      let mixed = hash;
      for (let index = 0; index < value.length; index += 1) {
        mixed = mix(mixed, value.charCodeAt(index));
        const found = table[level * size + mixed] ?? 0;
        if (found === 0) return false;
        level += 1;
        if ((found & ends) !== 0 || level === depth) return true;
      }
      return mayGoOnEscaped(end, level, mixed, read);
    });
  // Apart from what calls it: a closure over the variables of a loop would make them anew for every place.
  const mayBeNamed = (level: number, hash: number): boolean =>
    named.some((value) => (table[level * size + mix(hash, value)] ?? 0) !== 0);
  const mayBegin = (text: string, start: number, read: UnitReader): boolean => {
    let hash = 0;
    let at = start;
    for (let level = 0; level < depth; level += 1) {
      if (at >= text.length) return false;
      let code = text.charCodeAt(at);
      if (isEscapeLead(code)) {
        const meant = readPlainEscape(text, at);
        const isRawToo = (table[level * size + mix(hash, code)] ?? 0) !== 0;
        if (meant === 0 && isPlainName(text, at) && !isRawToo && !mayBeNamed(level, hash)) return false;
        if (meant === 0 || isRawToo) return mayGoOnEscaped(at, level, hash, read);
        at += meant >>> 16;
        code = meant & 0xffff;
      } else at += 1;
      hash = mix(hash, code);
      const found = table[level * size + hash] ?? 0;
      if (found === 0) return false;
      if ((found & ends) !== 0) return true;
    }
    return true;
  };
  /** Three units with no escape among them, of which no form can begin; all else is for `mayBegin`. */
  const isPlainMiss = (first: number, second: number, third: number): boolean => {
    const one = table[first];
    if (one === 0) return leads[first] === 0;
    if (one !== goesOn || leads[first] !== 0 || leads[second] !== 0) return false;
    const pair = mix(first, second);
    const two = table[size + pair];
    if (two === 0) return true;
    return two === goesOn && leads[third] === 0 && table[2 * size + mix(pair, third)] === 0;
  };
  return {
    add({ text }) {
      let hash = 0;
      const length = Math.min(depth, text.length);
      for (let level = 0; level < length; level += 1) {
        hash = mix(hash, text.charCodeAt(level));
        const at = level * size + hash;
        table[at] = (table[at] ?? 0) | (level === text.length - 1 ? ends : goesOn);
      }
    },
    next(text, from, read) {
      const { length } = text;
      let at = from;
      // Units beyond the end are none: the engine would give up its fast code for them.
      for (; at < length - 2; at += 1) {
        const isMiss = isPlainMiss(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
        if (!isMiss && mayBegin(text, at, read)) return at;
      }
      while (at < length && !mayBegin(text, at, read)) at += 1;
      return at;
    },
  };
}

/** Of two units of ASCII no two pairs are taken for one another. */
const mix = (hash: number, code: number): number => ((hash << 7) ^ (hash >>> 9) ^ code) & (size - 1);

/** Whether an ampersand stands here that begins an HTML escape with a name or none at all. */
function isPlainName(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 38 && next !== 35 && !isEscapeLead(next);
}
