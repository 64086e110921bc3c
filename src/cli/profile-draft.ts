import { needsBankCode } from '../target/known-variant.ts';
import { specification } from '../spec/variant.ts';

/** What is known of a target before its profile is written; null: a variable of the environment stands for it. */
export interface ProfileAnswers {
  readonly baseUrl: string | null;
  readonly variants: readonly string[];
  readonly bankCode: string | null;
  readonly partner: string | null;
  /** Path of a PEM file, relative to the profile. */
  readonly key: string | null;
}

/** A commented target profile in YAML; secrets stand in it only as `${NAME}`. */
export function draftProfile({ baseUrl, variants, bankCode, partner, key }: ProfileAnswers): string {
  const claimed = specification.variants.filter(({ id }) => variants.includes(id));
  const lines = claimed.flatMap((variant) =>
    needsBankCode(variant)
      ? [`  ${variant.id}:`, `    bankCode: ${value(bankCode, 'SBP_BANK_CODE')}   # <bank_code> in the path`]
      : [`  ${variant.id}: {}`],
  );
  const conditions = new Set(claimed.flatMap((variant) => variant.conditions.map(({ name }) => name)));
  const examples = Object.entries(conditionExamples)
    .filter(([name]) => [...conditions].some((condition) => condition === name))
    .flatMap(([, example]) => example);
  return [
    '# Target profile. ${NAME} is read from the environment or from .env beside the place of the run.',
    `baseUrl: ${value(baseUrl, 'SBP_BASE_URL')}`,
    'variants:                       # those that the target implements',
    ...lines,
    'credentials:',
    `  partnerName: ${value(partner, 'SBP_PARTNER_NAME')}`,
    '  partnerPassword: ${SBP_PARTNER_PASSWORD}',
    '  useAuthByCert: "true"         # the value that signals encryption',
    'encryption:                     # ask the operator of the service',
    '  scheme: rsa-oaep              # rsa-oaep | rsa-pkcs1 | cms | command | module',
    '  hash: sha256                  # sha1 | sha256 | sha384 | sha512',
    '  # mgf1: sha1                  # where it differs from hash, as by default in Java',
    `  key: ${value(key, 'SBP_ENCRYPTION_KEY')}   # certificate or public key, PEM`,
    '  encoding: base64              # base64 | base64url | hex',
    '',
    '# How each special condition is brought about: what is left out is not judged.',
    '# conditions:',
    ...examples.map((line) => `# ${line}`),
    '',
    '# headers: { X-Gateway-Key: "${GATEWAY_KEY}" }   # sent with every request',
    '# tls:',
    '#   ca: keys/ca.pem             # where the target’s certificate is not publicly trusted',
    '#   cert: keys/client.pem       # where the target wants a client certificate',
    '#   key: keys/client.key',
    '# limits: { concurrency: 8, rate: 50, timeout: 10000, retries: 2, failedLogins: 3 }',
    '# production: ["api\\\\.example\\\\.com"]   # a base URL that matches needs --yes',
    '',
  ].join('\n');
}

const conditionExamples = {
  'partner-blocked': [
    '  partner-blocked:',
    '    credentials: { partnerName: 1043, partnerPassword: "${BLOCKED_PASSWORD}" }',
  ],
  'ip-blocked': ['  ip-blocked:', '    localAddress: 127.0.0.2       # or proxy, baseUrl, headers'],
  'reward-unavailable': [
    '  reward-unavailable:',
    '    credentials: { partnerName: 1044, partnerPassword: "${NO_REWARD_PASSWORD}" }',
  ],
  unavailable: ['  unavailable:', '    headers: { X-Fault: unavailable }   # or setup and teardown'],
} as const;

// JSON's strings are YAML's double-quoted ones.
const value = (given: string | null, variable: string): string =>
  given === null ? `\${${variable}}` : JSON.stringify(given);

/** Names of the variables that a drafted profile needs, comments aside. */
export function variablesOf(profile: string): readonly string[] {
  const lines = profile.split('\n').filter((line) => !line.startsWith('#'));
  return lines.flatMap((line) => /\$\{(\w+)\}/.exec(line)?.[1] ?? []);
}
