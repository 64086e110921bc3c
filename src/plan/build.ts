// From a row to what is sent: values made up or encrypted afresh, written, with an address and headers.

import { drawCiphertext } from '#banks/ciphertexts.ts';
import { separatorOf } from '#banks/passwords.ts';
import { Encrypted } from '#banks/row.ts';
import { pathOf, variants } from '#banks/specification.ts';
import { toJson, toQuery } from '#banks/spellings.ts';
import { createStrangers } from '#banks/strangers.ts';
import { UserError } from '../base/errors.ts';
import type { Material, Row, Values } from '#banks/row.ts';
import type { VariantId } from '#banks/specification.ts';
import type { Header, Wire } from '../client/exchange.ts';
import type { Secret } from '../client/mask.ts';
import type { Credentials, Provision, Target, VariantTarget } from '../profile/target.ts';

/** Encrypts a password, differently at each call. Rejects with a UserError. */
export type Encrypt = (password: string) => Promise<string>;

export interface Supplies {
  readonly suite: { readonly name: string; readonly version: string };
  readonly encrypt: Readonly<Partial<Record<VariantId, Encrypt>>>;
  /** A whole number below `end`, drawn by the seed. */
  readonly draw: (end: number) => number;
  readonly requestId: () => string;
}

/** Of a plain request of the variant that was accepted; null where there is none yet. */
export type Learned = Pick<Material, 'ciphertext' | 'cookie'>;

export interface Built {
  readonly wire: Wire;
  /** Null: the password was not sent encrypted. */
  readonly ciphertext: string | null;
  /** Besides those of the profile: the ciphertext, and a password that is nearly the right one. */
  readonly secrets: readonly Secret[];
}

/** Null: there is nothing to make the request of. Rejects with a UserError if the right password is not encrypted. */
export type Build = (row: Row, learned?: Learned) => Promise<Built | null>;

export function createBuild(target: Target, { suite, encrypt, draw, requestId }: Supplies): Build {
  const partners = partnersOf(target);
  const names = partners.map(({ partnerName }) => partnerName);
  const makeStranger = createStrangers(names, draw);
  return async (row, learned = { ciphertext: null, cookie: null }) => {
    const settings = target.variants[row.variant];
    const encryptOne = encrypt[row.variant];
    if (settings === undefined || encryptOne === undefined) return null;
    const provision = (row.condition && settings.conditions[row.condition]) ?? {};
    const { partnerName, partnerPassword, useAuthByCert } = loginOf(settings, provision);
    const isOther = (one: Credentials): boolean =>
      one.partnerName !== partnerName && one.partnerPassword !== partnerPassword;
    const material: Material = {
      partnerName,
      partnerPassword,
      stranger: provision.unknownPartner ?? makeStranger(partnerName.length),
      otherPassword: partners.find(isOther)?.partnerPassword ?? null,
      separator: separatorOf(settings.encryption.template),
      mayDropEnds: settings.encryption.scheme === 'command',
      ...learned,
    };
    const replaced = row.values === undefined ? {} : row.values(material);
    if (replaced === null) return null;
    const isPlain = (row.values ?? row.write) === undefined;
    const isInQuery = variants[row.variant].credentialsIn === 'query';
    // Two hundred draws are too many for a program.
    const isDrawn = isPlain && isInQuery && ['rsa-oaep', 'rsa-pkcs1'].includes(settings.encryption.scheme);
    const right = new Encrypted([partnerPassword], isDrawn ? 'without-plus' : 'usual');
    const values: Values = { partnerName, partnerPassword: right, useAuthByCert, ...replaced };
    // A name that is nearly the partner's may be that of another one in the profile.
    const isNamed = names.some((name) => name === values.partnerName);
    if (row.cost === 'free' && isNamed && (values.partnerPassword ?? null) !== null) return null;
    const sealed = await seal(values.partnerPassword, partnerPassword, encryptOne);
    if (sealed === null) return null;
    const usual = {
      Accept: 'application/json',
      'User-Agent': `${suite.name}/${suite.version}`,
      'X-Request-Id': requestId(),
    };
    const layers = [usual, settings.headers, provision.headers ?? {}, row.headers?.(material) ?? {}];
    const path = pathOf(row.variant, settings.bankCode, row.hasOtherSlash);
    const address = `${provision.baseUrl ?? target.baseUrl}${path}`;
    const route = { localAddress: provision.localAddress ?? null, proxy: provision.proxy ?? target.proxy };
    const { sent, ...known } = sealed;
    return { ...known, wire: wireOf(row, { ...values, partnerPassword: sent }, address, layers, route) };
  };
}

/** All that the profile names, with their right passwords. */
const partnersOf = ({ variants: claimed }: Target): readonly Credentials[] =>
  Object.values(claimed).flatMap((settings) => [
    settings.credentials,
    ...Object.values(settings.conditions).map((provision) => loginOf(settings, provision)),
  ]);

function loginOf({ credentials }: VariantTarget, provision: Provision): Credentials {
  const { rightPassword, ...own } = provision.credentials ?? {};
  return { ...credentials, ...own, ...(rightPassword !== undefined && { partnerPassword: rightPassword }) };
}

/** `sent`: the ciphertext, or what the row sends in place of one. */
type Sealed = Pick<Built, 'ciphertext' | 'secrets'> & { readonly sent: unknown };

/** Null: no candidate can be encrypted. */
async function seal(value: unknown, right: string, encrypt: Encrypt): Promise<Sealed | null> {
  if (!(value instanceof Encrypted)) return { sent: value, ciphertext: null, secrets: [] };
  for (const password of value.candidates) {
    try {
      const sent = await drawCiphertext(value.form, () => encrypt(password));
      const setting = 'credentials.partnerPassword';
      const secret = { value: sent, setting, placeholder: '<ciphertext>' as const };
      const other = { value: password, setting, placeholder: '<password>' as const };
      return { sent, ciphertext: sent, secrets: password === '' ? [secret] : [secret, other] };
    } catch (error) {
      if (!(error instanceof UserError) || password === right) throw error;
    }
  }
  return null;
}

type Layer = Readonly<Record<string, string | null>>;

function wireOf(
  { variant, method = 'POST', write, cost }: Row,
  values: Values,
  address: string,
  layers: readonly Layer[],
  route: Wire['route'],
): Wire {
  const inBody = variants[variant].credentialsIn === 'body';
  // HTTP gives the body of other methods no meaning (RFC 9110, 9.3).
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const written = (write ?? (inBody ? toJson : toQuery))(values);
  const ofBody: Layer = inBody ? { 'Content-Type': 'application/json' } : { 'Content-Length': '0' };
  return {
    method,
    url: inBody || written === '' ? address : `${address}?${written}`,
    headers: layered([hasBody ? ofBody : {}, ...layers]),
    body: inBody && hasBody ? written : null,
    route,
    isFresh: cost === 'login' || cost === 'wrong',
  };
}

/** The later one wins. Names are compared ignoring case, and null leaves one out. */
function layered(layers: readonly Layer[]): readonly Header[] {
  const headers = new Map<string, Header>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), [name, value]);
  }
  return [...headers.values()];
}
