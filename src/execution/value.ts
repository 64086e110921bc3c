import type { Encryptor } from '../encryption/encryptor.ts';
import type { PasswordForm, Stimulus } from '../case/test-case.ts';
import type { Variant } from '../spec/specification.ts';
import type { Credentials, Provision, VariantTarget } from '../target/target.ts';
import type { MadeUp } from './made-up.ts';

/** What a request's parameters are made from. */
export interface Ingredients {
  readonly variant: Variant;
  readonly settings: VariantTarget;
  readonly provision: Provision;
  readonly madeUp: MadeUp;
  readonly encryptor: Encryptor;
  /** The ciphertext that the request before has sent, for a replay. */
  readonly previous: string | null;
}

const richAttempts = 20;

/** The parameters that a stimulus sends, by name, in the order of the specification; rejects with a UserError of the encryption. */
export async function makeValues(
  stimulus: Stimulus,
  ingredients: Ingredients,
): Promise<ReadonlyMap<string, string>> {
  const credentials = credentialsOf(stimulus, ingredients);
  const values = new Map<string, string>();
  for (const { name, role } of ingredients.variant.parameters) {
    if (stimulus.without?.includes(name)) continue;
    switch (role) {
      case 'partner':
        values.set(name, credentials.partnerName);
        break;
      case 'flag':
        values.set(name, credentials.useAuthByCert);
        break;
      case 'password':
        values.set(name, await makePassword(stimulus, credentials.partnerPassword, ingredients));
        break;
    }
  }
  return values;
}

/** The credentials before encryption: the profile's, or what the stimulus puts in their place. */
export function credentialsOf(stimulus: Stimulus, { settings, provision, madeUp }: Ingredients): Credentials {
  const own = { ...settings.credentials, ...provision.credentials };
  if (stimulus.partner === 'unknown') {
    const partnerName = settings.conditions.unauthorized?.unknownPartner ?? madeUp.unknownPartner();
    return { ...settings.credentials, partnerName };
  }
  if (stimulus.password !== 'wrong') return own;
  const given = stimulus.condition === 'unauthorized' ? provision.credentials?.partnerPassword : undefined;
  return { ...own, partnerPassword: given ?? madeUp.wrongPassword };
}

async function makePassword(
  stimulus: Stimulus,
  password: string,
  { encryptor, previous }: Ingredients,
): Promise<string> {
  if (stimulus.twist?.kind === 'replay' && previous !== null) return previous;
  const form: PasswordForm = stimulus.password ?? 'encrypted';
  switch (form) {
    case 'encrypted':
    case 'wrong':
      return stimulus.spelling === 'rich-ciphertext'
        ? encryptRich(encryptor, password)
        : encryptor.encrypt(password);
    case 'plain':
      return password;
    case 'empty':
      return '';
    case 'base64':
      return Buffer.from(password, 'utf8').toString('base64');
    case 'hex':
      return Buffer.from(password, 'utf8').toString('hex');
    case 'undecryptable':
      return scramble(await encryptor.encrypt(password));
  }
}

/** A ciphertext that holds all of +, / and =, where the encoding has them at all. */
async function encryptRich(encryptor: Encryptor, password: string): Promise<string> {
  let found = await encryptor.encrypt(password);
  for (let attempt = 1; attempt < richAttempts && !isRich(found) && isBase64(found); attempt += 1) {
    found = await encryptor.encrypt(password);
  }
  return found;
}

const isRich = (text: string): boolean => ['+', '/', '='].every((character) => text.includes(character));

/** Standard base64 of a length that ends in padding: only there all three characters can come together. */
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+=+$/.test(text);

const cycles = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Text of the same encoding and length that no key decrypts: every letter and digit moves on by one among its kind. */
export function scramble(ciphertext: string): string {
  return ciphertext
    .split('\n')
    .map((line) => (line.startsWith('-----') ? line : line.replaceAll(/[0-9A-Za-z]/g, moveOn)))
    .join('\n');
}

function moveOn(character: string): string {
  const cycle = cycles.find((members) => members.includes(character)) ?? character;
  return cycle[(cycle.indexOf(character) + 1) % cycle.length] ?? character;
}
