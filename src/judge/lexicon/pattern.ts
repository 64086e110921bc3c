import type { Sign, Word } from './clause.ts';

/** One concept of a pattern, or one of several. */
interface Element {
  /** With the sign that is asked for; null for either. */
  readonly wanted: readonly (readonly [concept: string, sign: Sign | null])[];
  /** How many words may come before it, and within what: clause, sentence or text. */
  readonly gap: number;
  readonly scope: string;
}

/** A sequence of concepts; see `compilePattern`. */
export type Pattern = readonly Element[];

/** A word that a pattern found. */
export interface Hit {
  readonly index: number;
  /** Of its concept; `1` where the pattern asks for a sign. */
  readonly sign: Sign;
}

/**
 * Compiles a pattern: concepts in their order. `a|b` is either; `+a` and `-a` ask for a sign. Before a concept
 * stands how many words may lie between: `..2` within the clause, `,,2` within the sentence, `;;2` within the
 * text, `~~2` within the clause on either side. Without it, none may (`..0`).
 */
export function compilePattern(text: string): Pattern {
  const parts = text.matchAll(/(?:(\.\.|,,|;;|~~)(\d+) )?(\S+)/gu);
  return Array.from(parts, ([, scope = '..', gap = '0', concepts = '']) => ({
    wanted: concepts.split('|').map((concept) => {
      const sign = concept.startsWith('-') ? -1 : concept.startsWith('+') ? 1 : null;
      return [sign === null ? concept : concept.slice(1), sign] as const;
    }),
    gap: Number(gap),
    scope,
  }));
}

function hitAt(words: readonly Word[], index: number, element: Element | undefined): Hit | null {
  for (const [concept, sign] of element?.wanted ?? []) {
    const found = words[index]?.concepts.get(concept);
    if (found !== undefined && (sign ?? found) === found) return { index, sign: sign === null ? found : 1 };
  }
  return null;
}

function areTogether(one: Word | undefined, other: Word | undefined, scope: string): boolean {
  if (one === undefined || other === undefined) return false;
  if (scope === ';;') return true;
  return scope === ',,' ? one.sentence === other.sentence : one.clause === other.clause;
}

/** Finds the rest of a pattern behind these hits; the nearest words come first. */
function findRest(words: readonly Word[], hits: readonly Hit[], pattern: Pattern): readonly Hit[] | null {
  const element = pattern[hits.length];
  const from = hits.at(-1)?.index ?? 0;
  if (element === undefined) return hits;
  for (const step of element.scope === '~~' ? [1, -1] : [1])
    for (let index = from + step; Math.abs(index - from) <= element.gap + 1; index += step) {
      if (!areTogether(words[from], words[index], element.scope)) break;
      const hit = hitAt(words, index, element);
      const found = hit === null ? null : findRest(words, [...hits, hit], pattern);
      if (found !== null) return found;
      // A first word that is nearer to what follows is found by itself.
      if (hits.length === 1 && element.scope !== '~~' && hitAt(words, index, pattern[0]) !== null) break;
    }
  return null;
}

/** Finds the pattern from each word that it may begin with; `places` has the positions of the concepts. */
export function findAll(
  words: readonly Word[],
  places: ReadonlyMap<string, readonly number[]>,
  pattern: Pattern,
): readonly (readonly Hit[])[] {
  if (!pattern.every(({ wanted }) => wanted.some(([concept]) => places.has(concept)))) return [];
  const starts = new Set(pattern[0]?.wanted.flatMap(([concept]) => places.get(concept) ?? []));
  return Array.from(starts, (index) => {
    const hit = hitAt(words, index, pattern[0]);
    return hit === null ? null : findRest(words, [hit], pattern);
  }).filter((hits) => hits !== null);
}
