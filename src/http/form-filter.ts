import { isEscapeLead, readPlainEscape, type UnitReader } from './escape.ts';
import { prefixLength, type SecretForm } from './secret-form.ts';
import { createSkipTable } from './skip-table.ts';

/** Passes over the places of a text at which no form can begin, which are nearly all. */
export interface FormFilter {
  /** From now on places at which that form begins are not passed over. */
  add(form: SecretForm): void;
  /** Gives, from one call to the next, the places of a text at which a form may begin; the length of the text where there is none from `from` on. */
  open(text: string, read: UnitReader): (from: number) => number;
}

/** Units of a form that are looked at: where fewer than these stand, nothing counts but the whole of a shorter form. */
const depth = 5;
const size = 2 ** 16;
const goesOn = 1;
const ends = 2;
/** What the HTML escapes with a name stand for. */
const named = ['&', '<', '>', '"', "'", '\u00a0'].map((value) => value.charCodeAt(0));

/** Creates a filter without forms. Other texts may get through, but no beginning of a form is held back. */
export function createFormFilter(): FormFilter {
  // One table for each number of units, by a hash of them; a table is small enough to stay close to the processor.
  const table = new Uint8Array(depth * size);
  const skips = createSkipTable(prefixLength);
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
  return {
    add({ text }) {
      skips.add(text);
      let hash = 0;
      const length = Math.min(depth, text.length);
      for (let level = 0; level < length; level += 1) {
        hash = mix(hash, text.charCodeAt(level));
        const at = level * size + hash;
        table[at] = (table[at] ?? 0) | (level === text.length - 1 ? ends : goesOn);
      }
    },
    open(text, read) {
      const nextLead = createLeadFinder(text);
      return (from) => {
        let at = from;
        while (at < text.length) {
          // What is written without escapes can be passed over in leaps.
          at = skips.leap(text, at, nextLead(at));
          if (at >= text.length || mayBegin(text, at, read)) return at;
          at += 1;
        }
        return at;
      };
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

/** Gives the first place from there on at which an escape may begin; the length of the text where there is none. For places that do not go back. */
function createLeadFinder(text: string): (from: number) => number {
  // Each by itself: a list of them would be gone through for every escape of a report.
  let [percent, ampersand, plus, backslash] = [-1, -1, -1, -1];
  const find = (lead: string, from: number): number => {
    const at = text.indexOf(lead, from);
    return at === -1 ? text.length : at;
  };
  return (from) => {
    if (percent < from) percent = find('%', from);
    if (ampersand < from) ampersand = find('&', from);
    if (plus < from) plus = find('+', from);
    if (backslash < from) backslash = find('\\', from);
    return Math.min(percent, ampersand, plus, backslash);
  };
}
