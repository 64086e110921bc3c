import { needsBankCode } from '../target/known-variant.ts';
import { specification } from '../spec/variant.ts';
import type { Variant } from '../spec/specification.ts';
import type { Scheme } from '../target/scheme.ts';
import { encryptionLines } from './profile-draft-encryption.ts';
import { conditionLines, furtherLines } from './profile-draft-options.ts';

/** What is known of a target before its profile is written; null: a variable of the environment stands for it. */
export interface ProfileAnswers {
  readonly baseUrl: string | null;
  readonly variants: readonly string[];
  readonly bankCode: string | null;
  readonly partner: string | null;
  readonly scheme: Scheme;
  /** Path of a certificate or public key, or for the schemes without one of the program or module that encrypts; relative to the profile. */
  readonly key: string | null;
}

/** A commented target profile in YAML; secrets stand in it only as `${NAME}`. */
export function draftProfile(answers: ProfileAnswers): string {
  const { baseUrl, variants, bankCode, partner, scheme, key } = answers;
  const claimed = specification.variants.filter(({ id }) => variants.includes(id));
  return [
    '# Target profile: all that a run must be told about the service. ${NAME} is read from the environment',
    '# or from .env in the folder of the run, ${file:PATH} from a file, relative to this one.',
    '# An example begins with its key (`# headers:`): to use it, take `# ` away from the lines of that paragraph.',
    '',
    '# name: Staging                 # how reports call it; the host if left out',
    `baseUrl: ${value(baseUrl, 'SBP_BASE_URL')}   # what stands before /partner/…, without a query`,
    'variants:                       # those that the target implements',
    ...claimed.flatMap((variant) => variantLines(variant, bankCode)),
    'credentials:',
    `  partnerName: ${value(partner, 'SBP_PARTNER_NAME')}`,
    '  partnerPassword: ${SBP_PARTNER_PASSWORD}',
    '  useAuthByCert: "true"         # the value that signals encryption',
    ...encryptionLines(scheme, key),
    '',
    ...conditionLines(new Set(claimed.flatMap(({ conditions }) => conditions.map(({ name }) => name)))),
    '',
    ...furtherLines,
    '',
  ].join('\n');
}

function variantLines(variant: Variant, bankCode: string | null): readonly string[] {
  if (!needsBankCode(variant)) return [`  ${variant.id}: {}`];
  return [
    `  ${variant.id}:`,
    `    bankCode: ${value(bankCode, 'SBP_BANK_CODE')}   # <bank_code> in the path`,
  ];
}

// JSON's strings are YAML's double-quoted ones.
const value = (given: string | null, variable: string): string =>
  given === null ? `\${${variable}}` : JSON.stringify(given);

/** Names of the variables that a drafted profile needs, comments aside. */
export function variablesOf(profile: string): readonly string[] {
  const lines = profile.split('\n').filter((line) => !line.startsWith('#'));
  return lines.flatMap((line) => /\$\{(\w+)\}/.exec(line)?.[1] ?? []);
}
