import { randomBytes, randomInt } from 'node:crypto';
import type { Target } from '../target/target.ts';

/** What is made up once for a run: a partner who does not exist and a password that is wrong. */
export interface MadeUp {
  /** Nine digits, so that it is an int as well. */
  readonly unknownPartner: string;
  readonly wrongPassword: string;
}

/** Makes up both, different from everything that the profile names. */
export function makeUp(target: Target): MadeUp {
  const taken = new Set(partnersOf(target));
  const digits = (): string => String(randomInt(900_000_000, 1_000_000_000));
  let unknownPartner = digits();
  while (taken.has(unknownPartner)) unknownPartner = digits();
  return { unknownPartner, wrongPassword: `Wrong-${randomBytes(9).toString('hex')}` };
}

function partnersOf(target: Target): readonly string[] {
  return Object.values(target.variants).flatMap(({ credentials, conditions }) => [
    credentials.partnerName,
    ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerName ?? []),
  ]);
}
