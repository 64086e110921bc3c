import type { Sign, Word } from './clause.ts';

/** One concept of a pattern, or a choice of several. */
interface Element {
  /** With the required sign; null allows either. */
  readonly wanted: readonly (readonly [concept: string, sign: Sign | null])[];
  /** Maximum number of words before it, and the range: clause, sentence or text. */
  readonly gap: number;
  readonly scope: string;
}

/** A sequence of concepts; see `compilePattern`. */
export type Pattern = readonly Element[];

/** A word that a pattern matched. */
export interface Hit {
  readonly index: number;
  /** Sign of its concept; `1` if the pattern requires a sign. */
  readonly sign: Sign;
}

/**
 * Compiles a pattern: concepts in their order. `a|b` is either; `+a` and `-a` require a sign. Before a concept
 * stands how many words may be between: `..2` within the clause, `,,2` within the sentence, `;;2` within the
 * text, `~~2` within the clause on either side. Default: none (`..0`).
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

/** Matches the rest of a pattern after these hits. The nearest words come first. */
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
      // A first word that is nearer to the next one is matched separately.
      if (hits.length === 1 && element.scope !== '~~' && hitAt(words, index, pattern[0]) !== null) break;
    }
  return null;
}

/** Matches the pattern from each word with which it can begin. `places` has the positions of the concepts. */
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
