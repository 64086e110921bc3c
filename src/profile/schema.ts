// The target profile as written: every setting once, with its type, message, default, meaning, and what is secret.

import { isIP } from 'node:net';
import { z } from 'zod';
import type { Path } from '../base/path.ts';
import { filled, needs, optional, tested, whole } from '../base/schema-field.ts';
import { algs, ciphers, encodings, encs, hashes } from '../encryption/settings.ts';

/** Of a setting, wherever it stands. */
interface Nature {
  /** Masked in every output. `password`: that of a partner; `url`: the password in a URL. */
  readonly secret?: 'password' | 'text' | 'url';
  /** No secret, even where it comes from `${…}`. */
  readonly isPublic?: true;
  /** Sent as it is written: YAML's numbers keep their digits, and stray characters are warned about. */
  readonly isSent?: true;
}

const shown: Nature = { isPublic: true, isSent: true };
const natures: Readonly<Record<string, Nature>> = {
  baseUrl: shown,
  bankCode: shown,
  partnerName: shown,
  unknownPartner: shown,
  useAuthByCert: shown,
  partnerPassword: { secret: 'password', isSent: true },
  rightPassword: { secret: 'password', isSent: true },
  template: { isSent: true },
  kid: { isSent: true },
  url: { secret: 'url' },
  proxy: { secret: 'url' },
  passphrase: { secret: 'text' },
};
const publicHeader = /^(?:accept|accept-language|content-type|cache-control|connection|user-agent)$/i;

/** By its own name; a header is private, unless it creates a condition. */
export function natureOf(path: Path): Nature {
  const [name, parent, , grandparent] = path.map(String).toReversed();
  if (parent !== 'headers') return (name !== undefined && natures[name]) || {};
  if (publicHeader.test(name ?? '')) return shown;
  return grandparent === 'conditions' ? { isSent: true } : { secret: 'text', isSent: true };
}

// The URL parser repairs white space, backslashes and missing slashes: something else would be requested.
const url = (expected: string, pattern: RegExp, word?: string) =>
  tested(
    expected,
    (value) => value === word || (pattern.test(value) && !/[\s\\\p{Cc}]/u.test(value) && URL.canParse(value)),
  );
const baseUrl = url(
  'an http or https URL as http://localhost:9191, without /partner/…, user information, query and fragment',
  /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?(?<!\/sbp\/banks\/*)$/i,
).transform((value) => value.replace(/\/+$/, ''));
const proxyWords = 'an http or https URL of a proxy, without path, query and fragment, % as %25';
const isProxy = /^https?:\/\/(?:[^/?#%]|%[\da-f]{2})+\/?$/i;

/** A number or a word that is sent as its text. */
const sent = (expected: string, pattern = /\S/) =>
  z
    .union([z.string(), z.number(), z.boolean()], { error: expected })
    .transform(String)
    .refine((value) => pattern.test(value) && value.isWellFormed(), { error: expected });

const reserved =
  /^(?:connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;
const headerName = tested(
  'the name of a header (letters, digits and hyphens) that the suite does not set itself',
  (name) => /^[\w!#$%&'*+\-.^`|~]+$/.test(name) && !reserved.test(name),
);
const headerValue = sent('one line of Latin-1 characters', /^[\t\x20-\x7e\x80-\xff]*$/);
const headers = z
  .record(headerName, headerValue)
  .refine(
    (all) => new Set(Object.keys(all).map((name) => name.toLowerCase())).size === Object.keys(all).length,
    { error: 'every header once; upper and lower case are the same' },
  );

const partner = sent('the name of the partner');
const password = filled('the API password, a string; put a number in quotes');
const useAuthByCert = sent('a string, "true" for a password that is encrypted');
const credentials = z.strictObject({
  partnerName: optional(partner, 'Unique name; digits are kept as written.'),
  partnerPassword: optional(password, 'API password as plain text, preferably ${NAME} or ${file:PATH}.'),
  useAuthByCert: optional(useAuthByCert, 'The value that says that encryption is used.'),
});

/** What stands in a file is never quoted as its name. */
const fileOf = (expected: string) =>
  tested(expected, (value) => value.trim() !== '' && !/-----BEGIN|[\r\n]/.test(value));
const file = fileOf('the path of a file');
const template = tested('a string that holds {password}', (value) => value.includes('{password}'))
  .default('{password}')
  .describe('What is encrypted: {password}, also {timestamp} (ISO 8601) and {uuid}.');
const key = fileOf('the file of the certificate or public key that encrypts the password').describe(
  'Certificate or public key of the service, PEM or DER.',
);
const encoding = z.enum(encodings).default('base64').describe('How the ciphertext is written.');
const oaep = {
  hash: z.enum(hashes).default('sha256').describe('rsa-oaep: hash of OAEP.'),
  mgf1: optional(
    z.enum(hashes),
    "rsa-oaep: hash of MGF1, by default the same as hash; Java's default is sha1.",
  ),
};
const kid = sent('the identifier of the key').nullable().default(null);
const jwe = {
  alg: z.enum(algs).default('RSA-OAEP-256').describe('jwe: key management.'),
  enc: z.enum(encs).default('A256GCM').describe('jwe: content encryption.'),
  kid: kid.describe('jwe: identifier of the key.'),
};
const withPem = z.enum([...encodings, 'pem']).default('base64');
const cms = {
  cipher: z.enum(ciphers).default('aes256').describe('cms: cipher of the content, in CBC.'),
  encoding: withPem.describe('How the ciphertext is written; pem: only cms.'),
};
const command = z
  .tuple([filled('a program')], z.string(), { error: 'a list: the program, then its arguments' })
  .describe('command: reads the password on standard input, prints the ciphertext.');
const module = file.describe('module: file whose default export returns the ciphertext.');

const schemes = [
  z.strictObject({ scheme: z.literal('rsa-oaep'), ...oaep, key, encoding, template }),
  z.strictObject({ scheme: z.literal('rsa-pkcs1'), key, encoding, template }),
  z.strictObject({ scheme: z.literal('cms'), ...cms, key, template }),
  z.strictObject({ scheme: z.literal('jwe'), ...jwe, key, template }),
  z.strictObject({ scheme: z.literal('command'), command, template }),
  z.strictObject({ scheme: z.literal('module'), module, template }),
] as const;
const names = schemes.map(({ shape }) => shape.scheme.value);
const scheme = z.enum(names).describe('How the password is encrypted; default: rsa-oaep.');
/** Settings of any scheme, since variants are merged. */
const encryption = z
  .strictObject({ scheme, ...oaep, ...jwe, command, module, key, ...cms, template })
  .partial();

export const fitsScheme = (name: string, setting: string): boolean =>
  schemes.some(({ shape }) => shape.scheme.value === name && setting in shape);

const method = tested('a method of HTTP in capitals', (value) => /^(?!CONNECT$)[A-Z]+$/.test(value));
const request = z.strictObject({
  method: method.default('POST'),
  url: url('an http or https URL', /^https?:\/\/[^/?#]/i),
  headers: headers.default({}),
  body: z.string().nullable().default(null),
});
export const action = z
  .strictObject({
    command: optional(filled('a command for the shell'), 'In the folder of the profile.'),
    request: optional(request, 'Sent with `tls`; any answer but 2xx is a failure.'),
  })
  .refine((one) => (one.command === undefined) !== (one.request === undefined), {
    error: 'either command or request',
  })
  .transform(({ command: line = '', request: asked }) =>
    asked === undefined ? { command: line } : { request: asked },
  );

const ipAddress = tested('an IPv4 or IPv6 address', (value) => isIP(value) !== 0);
const until = z.strictObject({ status: whole(100, 599), within: whole(1, 600_000) });
const provisionShape = {
  credentials: optional(credentials, 'A partner for whom it holds.'),
  headers: optional(headers, 'Headers that create it.'),
  baseUrl: optional(baseUrl, 'Another address at which it holds.'),
  localAddress: optional(ipAddress, 'Address of this machine to send from.'),
  proxy: optional(url(proxyWords, isProxy), 'HTTP proxy to send through.'),
  setup: optional(action, 'Makes the condition hold, which then runs alone.'),
  teardown: optional(action, 'Undoes `setup`; it always runs.'),
  until: optional(until, 'Repeats the request until this status comes, for `within` ms at most.'),
};
const chained = [needs('teardown', 'setup'), needs('until', 'setup')] as const;
const way = 'How it differs from the plain request.';
const provision = optional(z.strictObject(provisionShape).check(...chained), way);
const rightPassword = optional(password, 'Its right password, from which wrong ones are made.');
export const unauthorized = z
  .strictObject({
    ...provisionShape,
    credentials: optional(credentials.extend({ rightPassword }), 'Another partner for wrong passwords.'),
    unknownPartner: optional(partner, 'A partner that does not exist; default: made-up digits.'),
  })
  .check(...chained);
const conditions = z.strictObject({
  unauthorized: optional(unauthorized, way),
  'partner-blocked': provision,
  'ip-blocked': provision,
  'reward-unavailable': provision,
  unavailable: provision,
});

/** A variant may override these. */
const shared = {
  credentials: optional(credentials, 'Credentials of the partner.'),
  encryption: optional(encryption, 'How the password is encrypted.'),
  conditions: optional(conditions, 'How each is created.'),
  headers: optional(headers, 'Headers of every request; their values are private.'),
};
const bankCode = sent(
  "one path segment of Latin letters, digits and -._~!$&'()*+,;=:@",
  /^(?!\.{1,2}$)[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/,
);
const variant = 'Settings of its own, merged over the common ones.';
const variants = z.strictObject({
  a: optional(z.strictObject(shared), variant),
  b: optional(
    z.strictObject({ bankCode: optional(bankCode, '<bank_code> of the path.'), ...shared }),
    variant,
  ),
});

/** The settings of one variant, merged: complete. */
export const variantSchema = z.object({
  bankCode: bankCode.nullable().default(null),
  credentials: credentials.required(),
  encryption: z.discriminatedUnion('scheme', schemes),
  headers,
  conditions: conditions.extend({ unauthorized: unauthorized.default({}) }),
});

const rateWords = { error: 'a number of requests per second above 0, at most 100000' };
const rate = z.number(rateWords).gt(0, rateWords).max(100_000, rateWords).nullable().default(null);
export const limits = z.strictObject({
  concurrency: whole(1, 256).default(8).describe('Requests open at once.'),
  rate: rate.describe('Requests per second; null: unlimited.'),
  timeout: whole(1, 600_000).default(10_000).describe('Milliseconds for a whole answer.'),
  retries: whole(0, 20).default(4).describe('Rounds in which what is in doubt is asked again.'),
  failedLogins: whole(0, 1000).default(3).describe('Failed logins with a real partner in one run.'),
  recheck: whole(0, 3_600_000).default(60_000).describe('Milliseconds of waiting for a lost target.'),
});

const tls = z
  .strictObject({
    ca: optional(file, 'Authorities to trust, not those of this machine (PEM).'),
    cert: optional(file, 'Client certificate (PEM).'),
    key: optional(file, 'Private key of the client certificate (PEM).'),
    pfx: optional(file, 'Both in one file (PKCS#12).'),
    passphrase: optional(z.string(), 'Passphrase of the private key; put a number in quotes.'),
    verify: optional(z.boolean(), 'false: any certificate is accepted; reports say so.'),
  })
  .refine((one) => one.pfx === undefined || (one.cert ?? one.key) === undefined, {
    path: ['pfx'],
    error: 'either cert and key or pfx',
  })
  .check(needs('cert', 'key'), needs('key', 'cert'), needs('passphrase', 'key', 'pfx'));

const pattern = tested('a regular expression (Unicode mode)', (value) => {
  try {
    return value !== '' && RegExp(value, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
});

export const profileSchema = z.strictObject({
  name: optional(filled('a name for reports'), 'Name for reports; default: its host.'),
  baseUrl: optional(baseUrl, 'Where the service is, {base_url}.'),
  variants: variants.default({}).describe('Those that it implements.'),
  ...shared,
  tls: tls.default({}).describe('Authority and client certificate.'),
  limits: limits.prefault({}).describe('Of a run.'),
  proxy: optional(
    url(`${proxyWords}, or environment`, isProxy, 'environment'),
    'HTTP proxy; environment: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say.',
  ),
  http2: z.boolean().default(false).describe('Offer HTTP/2.'),
  language: z.enum(['en', 'ru']).default('en').describe('Language of reports.'),
  production: z.array(pattern).default([]).describe('Addresses against which a run needs --yes.'),
});

const address = url(proxyWords, isProxy, '').optional();
/** Of the environment, in the order of undici. */
export const proxyVariables = z.object({
  https_proxy: address,
  HTTPS_PROXY: address,
  http_proxy: address,
  HTTP_PROXY: address,
});

/** The JSON Schema (2020-12) of a profile, for editors. */
export function targetJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(profileSchema, {
    io: 'input',
    // A setting without a value counts as absent, and words may come from `${…}`.
    override: ({ jsonSchema }) => {
      const { type, enum: words } = jsonSchema;
      if (words !== undefined) {
        delete jsonSchema.type;
        delete jsonSchema.enum;
        const reference = { type: 'string', pattern: '^\\$\\{[^}]+\\}$' } as const;
        jsonSchema.anyOf = [{ type: 'string', enum: words }, reference, { type: 'null' }];
      } else if (type !== undefined) Object.assign(jsonSchema, { type: [...new Set([type, 'null'].flat())] });
    },
  });
  return { $id: 'urn:sbp-banks-conformance:target:1', title: 'Target profile', $schema, ...schema };
}
