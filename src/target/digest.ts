import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { TlsMaterial } from '../http/exchange.ts';
import type { Action, Credentials, Provision, Target, VariantTarget } from './target.ts';

/**
 * Digest (SHA-256, hex) of a target profile as it was understood: the same digest, the same settings. Certificates and
 * public keys count by their bytes; passwords, private keys, values of headers and what only this machine says of the
 * profile (its folder) do not. Of a `module` its path counts, not what stands in it.
 */
export function digestOfProfile(target: Target): string {
  const mask = maskFor(target.secrets);
  const counted = {
    name: target.name,
    baseUrl: target.baseUrl,
    variants: Object.fromEntries(
      Object.entries(target.variants).map(([id, variant]) => [id, ofVariant(variant, target)]),
    ),
    limits: target.limits,
    tls: ofTls(target.tls),
    http2: target.http2,
    production: target.production,
    waivers: target.waivers,
    source: null,
    folder: null,
    // Reports say the same in every language, and decisions stand in the Results.
    language: null,
    reviewsFile: null,
    secrets: null,
    warnings: null,
  } satisfies Readonly<Record<keyof Target, unknown>>;
  return createHash('sha256')
    .update(JSON.stringify(counted, canonical(mask)))
    .digest('hex');
}

function ofVariant(variant: VariantTarget, target: Target): Readonly<Record<keyof VariantTarget, unknown>> {
  return {
    bankCode: variant.bankCode,
    credentials: ofCredentials(variant.credentials),
    encryption: ofEncryption(variant.encryption, target),
    headers: ofHeaders(variant.headers),
    texts: variant.texts,
    conditions: Object.fromEntries(
      Object.entries(variant.conditions).map(([name, provision]) => [name, ofProvision(provision)]),
    ),
  };
}

/** Whether there is a password counts, not which. */
const ofCredentials = (credentials: Partial<Credentials>): unknown => ({
  ...credentials,
  ...('partnerPassword' in credentials ? { partnerPassword: secret } : {}),
});

function ofEncryption(settings: EncryptionSettings, { folder, secrets }: Target): unknown {
  switch (settings.scheme) {
    case 'command':
      return {
        ...settings,
        command: settings.command.map((word) => (secrets.includes(word) ? secret : word)),
        folder: null,
      };
    case 'module':
      return { ...settings, module: relative(folder, settings.module).replaceAll(sep, '/') };
    case 'rsa-oaep':
    case 'rsa-pkcs1':
    case 'cms':
    case 'jwe':
      // A private key only tries out what is sent anyway.
      return { ...settings, key: publicBytes(settings.key), privateKey: null };
  }
}

function ofProvision(provision: Provision): Readonly<Record<keyof Provision, unknown>> {
  const { credentials, headers, proxy, setup, teardown } = provision;
  return {
    credentials: credentials === undefined ? null : ofCredentials(credentials),
    unknownPartner: provision.unknownPartner,
    headers: headers === undefined ? null : ofHeaders(headers),
    baseUrl: provision.baseUrl,
    localAddress: provision.localAddress,
    proxy: proxy === undefined ? null : withoutPassword(proxy),
    setup: setup === undefined ? null : ofAction(setup),
    teardown: teardown === undefined ? null : ofAction(teardown),
    until: provision.until,
  };
}

function ofAction(action: Action): unknown {
  switch (action.kind) {
    case 'command':
      return action;
    case 'request':
      return { ...action, headers: ofHeaders(action.headers) };
  }
}

function ofTls({
  ca,
  cert,
  key,
  pfx,
  passphrase,
}: TlsMaterial): Readonly<Record<keyof TlsMaterial, unknown>> {
  return {
    ca: ca === undefined ? null : publicBytes(ca),
    cert: cert === undefined ? null : publicBytes(cert),
    key: key === undefined ? null : secret,
    pfx: pfx === undefined ? null : secret,
    passphrase: passphrase === undefined ? null : secret,
  };
}

/** Upper and lower case in names of headers mean the same; their values are private. */
const ofHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(headers)
    .map((name) => name.toLowerCase())
    .toSorted();

function withoutPassword(proxy: string): string {
  const { protocol, username, host } = new URL(proxy);
  return `${protocol}//${username}@${host}`;
}

const publicBlocks =
  /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE|(?:RSA )?PUBLIC KEY)-----([^-]*)-----END \1-----/g;

/** The certificates and public keys of a PEM text in base64, however its lines are broken; a private key beside them is left out. */
const publicBytes = (pem: string): readonly string[] =>
  [...pem.matchAll(publicBlocks)].map(([, , base64 = '']) => base64.replaceAll(/\s/g, ''));

const secret = '<secret>';
const shortest = 8;

/** Secrets may stand within a command, a URL or a body as well; short ones would hide anything. */
function maskFor(secrets: readonly string[]): (text: string) => string {
  const long = secrets
    .filter(({ length }) => length >= shortest)
    .toSorted((left, right) => right.length - left.length);
  return (text) => long.reduce((masked, one) => masked.replaceAll(one, secret), text);
}

/** Members in the order of their names, whatever the order in the file; texts without secrets. */
function canonical(mask: (text: string) => string): (key: string, value: unknown) => unknown {
  return (key, value) => {
    if (typeof value === 'string') return publicMembers.includes(key) ? value : mask(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  };
}

// What is no secret wherever it comes from, even where a password is the same word.
const publicMembers: readonly string[] = [
  'baseUrl',
  'partnerName',
  'unknownPartner',
  'useAuthByCert',
  'bankCode',
  'name',
];
