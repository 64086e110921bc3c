import { randomBytes, randomInt } from 'node:crypto';
import type { Target } from '../target/target.ts';

/** What is made up for a run: partners who do not exist and a password that is wrong. */
export interface MadeUp {
  /** Another one each time, lest a target that locks names after some failures answers as to a blocked partner; nine digits, so that it is an int as well. */
  readonly unknownPartner: () => string;
  readonly wrongPassword: string;
}

/** Makes up both, different from everything that the profile names. */
export function makeUp(target: Target): MadeUp {
  const taken = new Set(partnersOf(target));
  const unknownPartner = (): string => {
    const digits = String(randomInt(900_000_000, 1_000_000_000));
    if (taken.has(digits)) return unknownPartner();
    taken.add(digits);
    return digits;
  };
  return { unknownPartner, wrongPassword: `Wrong-${randomBytes(9).toString('hex')}` };
}

function partnersOf(target: Target): readonly string[] {
  return Object.values(target.variants).flatMap(({ credentials, conditions }) => [
    credentials.partnerName,
    ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerName ?? []),
  ]);
}
