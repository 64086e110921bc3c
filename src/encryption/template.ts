import { UserError } from '../errors.ts';

/** Where the time and the identifiers in a template come from. */
export interface Clock {
  readonly now: () => Date;
  readonly uuid: () => string;
}

const PLACEHOLDER = /\{(password|timestamp|uuid)\}/g;

/** Puts the password, the time (ISO 8601, UTC) and a fresh identifier into a template, in one pass: what is put in is never replaced again. */
export function fillTemplate(template: string, password: string, clock: Clock): string {
  const values: Readonly<Record<string, () => string>> = {
    password: () => password,
    timestamp: () => clock.now().toISOString(),
    uuid: () => clock.uuid(),
  };
  return template.replace(PLACEHOLDER, (placeholder, name: string) => values[name]?.() ?? placeholder);
}

/** Throws a UserError for a template that leaves the password out. */
export function assertHoldsPassword(template: string): void {
  if (template.includes('{password}')) return;
  throw new UserError(
    'profile',
    'template-without-password',
    'encryption.template: found a text without {password}, expected one that says where the password stands',
    'Write {password} where the password goes, or leave `template` out to encrypt the password alone.',
  );
}
