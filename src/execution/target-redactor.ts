import { createRedactor } from '../http/redactor.ts';
import type { Redactor } from '../http/redactor.ts';
import type { Target } from '../target/target.ts';

/** A redactor that knows every secret of the profile. */
export function createTargetRedactor(target: Target): Redactor {
  const redactor = createRedactor();
  const passwords = new Set(
    Object.values(target.variants).flatMap(({ credentials, conditions }) => [
      credentials.partnerPassword,
      ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerPassword ?? []),
    ]),
  );
  for (const password of passwords) redactor.add(password, '<password>');
  for (const secret of target.secrets) if (!passwords.has(secret)) redactor.add(secret, '<secret>');
  return redactor;
}
