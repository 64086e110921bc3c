import type { Meaning } from '../../spec/specification.ts';
import { normalise } from './normalise.ts';

/** Stems of the words of a topic, over normalised text, in which each word has a space before it. */
const topics: readonly (readonly [Meaning, RegExp])[] = [
  // What asks for correct data, that is: "неверный", "invalid", "не корректны" and "not valid" state a fault and ask for nothing.
  // Every text about a failed login has one, and would be left to a person where it stands for a missing parameter.
  ['correct-data', /(?<= )(?<! (?:не|not) )(?:коррект|правильн|верн(?:ые|ыми|ых|ый|ым) |correct|valid)/u],
  ['encrypted-form', /шифр|крипт|crypt|cipher/u],
  [
    'not-authorized',
    /авториз|аутентиф|authori[sz]|authenticat|(?<= )(?:логин|парол|login)|password|credential|(?<= )учетн/u,
  ],
  ['contact-manager', /(?<= )(?:менедж|manager)/u],
  [
    'try-later',
    /(?<= )(?:попозже|позже|поздн|later|временн|temporar|через (?:некоторое|несколько|минут|[0-9]+ минут))/u,
  ],
];

/** A parameter's name among normalised words, however its parts are joined. */
function spelling(parameter: string): RegExp {
  const parts = parameter.split(/(?<=\p{Ll})(?=\p{Lu})|[_.\s-]+/u).join(' ');
  return new RegExp(`(?<= )${normalise(parts).trim().replaceAll(' ', ' ?')} `, 'gu');
}

/**
 * Finds the meanings whose topic the first 16 KiB of a text touch, stated, denied or in words that the lexicon does not know.
 * The names of parameters, in any spelling, are no sign of a topic (section 4: meaning of description_status).
 */
export function findHints(text: string, parameters: readonly string[]): ReadonlySet<Meaning> {
  const words = parameters.reduce((rest, name) => rest.replace(spelling(name), ''), normalise(text));
  return new Set(topics.filter(([, stems]) => stems.test(words)).map(([meaning]) => meaning));
}
