import { randomInt } from 'node:crypto';
import type { Target } from '../target/target.ts';

/** Partners and passwords that are made up for a run: as long as the real ones, and of the same kinds of characters. */
export interface MadeUp {
  /** A partner who does not exist; another one each time, for a target may lock names after some failures. */
  readonly unknownPartner: (like: string) => string;
  /** A random password. */
  readonly password: (like: string) => string;
}

const kinds = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;

/** The characters of the same kind, or the character alone. */
export const kindOf = (character: string): string =>
  kinds.find((members) => members.includes(character)) ?? character;

const drawn = (members: string): string => members[randomInt(members.length)] ?? '';

/** Fewer digits are soon those of a real partner. */
const fewestDigits = 6;

/** Makes up partners that differ from everything that the profile names. */
export function makeUp(target: Target): MadeUp {
  const taken = new Set(
    Object.values(target.variants).flatMap(({ credentials, conditions }) => [
      credentials.partnerName,
      ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerName ?? []),
    ]),
  );
  const unknownPartner = (like: string): string => {
    const length = Math.max(like.length, fewestDigits);
    // An int without a leading zero, which is a string as well.
    const digits = Array.from({ length }, (_, at) => drawn(at === 0 ? '123456789' : kinds[0])).join('');
    if (taken.has(digits)) return unknownPartner(like);
    taken.add(digits);
    return digits;
  };
  return {
    unknownPartner,
    password: (like) => Array.from(like, (character) => drawn(kindOf(character))).join(''),
  };
}
