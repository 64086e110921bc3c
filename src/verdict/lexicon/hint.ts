import type { Meaning } from '../../spec/specification.ts';
import { normalise } from './normalise.ts';
import { topics } from './topic.ts';
import type { Topic } from './topic.ts';

/** A parameter's name among normalised words, however its parts are joined. */
function spelling(parameter: string): RegExp {
  const parts = parameter.split(/(?<=\p{Ll})(?=\p{Lu})|[_.\s-]+/u).join(' ');
  return new RegExp(`(?<= )${normalise(parts).trim().replaceAll(' ', ' ?')} `, 'gu');
}

function isTouched({ holds, lacks, names = 0 }: Topic, words: string, named: number): boolean {
  return named >= names && holds.every((stems) => stems.test(words)) && lacks?.test(words) !== true;
}

/**
 * Finds the meanings whose topic the first 16 KiB of a text touch, stated, denied or in words that the lexicon does not know.
 * The names of parameters, in any spelling, are no sign of a topic by themselves (section 4: meaning of description_status).
 */
export function findHints(text: string, parameters: readonly string[]): ReadonlySet<Meaning> {
  const whole = normalise(text);
  const names = parameters.map((name) => spelling(name));
  const named = names.filter((name) => whole.search(name) !== -1).length;
  const words = names.reduce((rest, name) => rest.replace(name, ''), whole);
  return new Set(topics.filter((topic) => isTouched(topic, words, named)).map(({ meaning }) => meaning));
}
