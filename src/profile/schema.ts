// The target profile as written: every setting once, with its type, message, default, meaning, and what is secret.

import { isIP } from 'node:net';
import { z } from 'zod';
import type { provisionedConditions } from '#banks/specification.ts';
import { rule } from '../base/problem.ts';
import { choice, filled, flag, mapping, needs, optional, tested, whole } from '../base/schema-field.ts';
import { algs, ciphers, encodings, encs, hashes } from '../encryption/settings.ts';

/** What a setting says of itself. */
export interface Traits {
  /** Masked in every output. `password`: that of a partner; `url`: the password in a URL. */
  readonly secret?: 'password' | 'text' | 'url';
  /** No secret, even where it comes from `${…}`. */
  readonly public?: true;
  /** Messages quote its value, of others they name only the kind. `address`: if it is a bare one. */
  readonly quoted?: true | 'address';
  /** Sent as it is written: YAML's numbers keep their digits, and stray characters are warned about. */
  readonly sent?: true;
  /** Of a mapping with any keys: what the entry of a key says. */
  readonly entry?: (key: string) => Traits;
}

/** `schema.register(traits, { … })`; a wrapper says what it wraps. */
export const traits = z.registry<Traits>();

// The URL parser repairs white space, backslashes and missing slashes: the request would differ from the text.
const isHttpUrl = (value: string): boolean =>
  /^https?:\/\/[^/?#]/i.test(value) && !/[\s\\\p{Cc}]/u.test(value) && URL.canParse(value);
/** Host and port alone, without a scheme. */
const isBare = (value: string): boolean =>
  /^[\w.-]+(?::\d+)?(?:\/[^?#]*)?$/.test(value) && !/^https?:/i.test(value);
const baseUrl = tested(
  'an http or https URL without user information, query and fragment',
  (value) => isBare(value) || (isHttpUrl(value) && !/[?#]|^\w+:\/\/[^/]*@/.test(value)),
)
  .refine((value) => !isBare(value), {
    error: 'http:// or https:// in front of it, as in http://localhost:9191',
  })
  .transform((value) => value.replace(/\/+$/, ''))
  .register(traits, { quoted: 'address', public: true });
const proxyWords = 'an http or https URL of a proxy, without path, query and fragment';
const proxyOr = (...words: readonly string[]) =>
  tested([proxyWords, ...words].join(' or '), (value) => {
    if (words.includes(value)) return true;
    const { pathname, search, hash } = isHttpUrl(value)
      ? new URL(value)
      : { pathname: '', search: '', hash: '' };
    return pathname === '/' && search === '' && hash === '';
  }).register(traits, { secret: 'url' });

const headerWords = 'the name of a header (letters, digits and hyphens) that the suite does not set itself';
const reserved =
  /^(?:connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;
const open = /^(?:accept|accept-language|content-type|cache-control|connection|user-agent)$/i;
/** `others`: what the values say of themselves that are not open. */
function headersWhere(others: Traits) {
  const name = tested(headerWords, (one) => /^[\w!#$%&'*+\-.^`|~]+$/.test(one) && !reserved.test(one));
  const valueWords = 'a header value: one line of Latin-1 characters';
  const value = tested(valueWords, (one) => /^[\t\x20-\x7e\x80-\xff]*$/.test(one));
  const entry = (one: string): Traits => ({ sent: true, ...(open.test(one) ? { public: true } : others) });
  return z
    .record(name, value, { error: 'a mapping of header names to strings' })
    .refine(
      (all) => new Set(Object.keys(all).map((one) => one.toLowerCase())).size === Object.keys(all).length,
      'every header once; upper and lower case are the same',
    )
    .register(traits, { entry });
}
const headers = headersWhere({ secret: 'text' });
/** As they are written, headers that create a condition are no secret. */
const conditionHeaders = headersWhere({});

const shown = { public: true, sent: true } as const;
const partner = filled('the name of the partner, a string or a number').register(traits, shown);
const inQuotes = 'a string; put a number in quotes';
const password = filled(`the API password of the partner, ${inQuotes}`).register(traits, {
  secret: 'password',
  sent: true,
});
const file = filled('the path of a file');
const useAuthByCert = filled('a string, "true" for a password that is encrypted').register(traits, shown);
const credentialsShape = {
  partnerName: optional(partner, 'Unique partner name; digits are kept as written.'),
  partnerPassword: optional(password, 'API password as plain text, preferably ${NAME} or ${file:PATH}.'),
  useAuthByCert: optional(useAuthByCert, 'The value that says that encryption is used.'),
};
const credentials = mapping(credentialsShape);

const template = tested('a string that holds {password}', (value) => value.includes('{password}'))
  .register(traits, { sent: true })
  .default('{password}')
  .describe('What is encrypted: {password}, also {timestamp} (ISO 8601) and {uuid}.');
const key = filled('the file of the certificate or public key that encrypts the password').describe(
  'Certificate or public key of the service, PEM or DER.',
);
const encoding = choice(encodings).default('base64').describe('How the ciphertext is written.');
const argument = z.string({ error: 'a string' });
const command = z
  .tuple([filled('a program')], argument, { error: 'a list: the program, then its arguments' })
  .describe('Program that reads the password on standard input and prints the ciphertext.');
const module = file.describe('JavaScript module whose default export returns the ciphertext.');
const kid = filled('the identifier of the key, a string').register(traits, { sent: true });

const schemes = [
  mapping({
    scheme: z.literal('rsa-oaep'),
    hash: choice(hashes).default('sha256').describe('Hash of OAEP.'),
    mgf1: optional(choice(hashes), "Hash of MGF1; default: the same as hash. Java's default is sha1."),
    key,
    encoding,
    template,
  }),
  mapping({ scheme: z.literal('rsa-pkcs1'), key, encoding, template }),
  mapping({
    scheme: z.literal('cms'),
    cipher: choice(ciphers).default('aes256').describe('Cipher of the content, in CBC.'),
    key,
    encoding: choice([...encodings, 'pem']).default('base64'),
    template,
  }),
  mapping({
    scheme: z.literal('jwe'),
    alg: choice(algs).default('RSA-OAEP-256').describe('Key management algorithm.'),
    enc: choice(encs).default('A256GCM').describe('Content encryption algorithm.'),
    kid: kid.nullable().default(null).describe('Identifier of the key in the header.'),
    key,
    template,
  }),
  mapping({ scheme: z.literal('command'), command, template }),
  mapping({ scheme: z.literal('module'), module, template }),
] as const;
const schemeNames = ['rsa-oaep', 'rsa-pkcs1', 'cms', 'jwe', 'command', 'module'] as const;

/** Complete settings of a scheme, and none of the others. */
export const encryptionSchema = z.discriminatedUnion('scheme', schemes, {
  error: `one of ${schemeNames.join(', ')}`,
});

export const fitsScheme = (scheme: string, setting: string): boolean =>
  schemes.some(({ shape }) => shape.scheme.value === scheme && setting in shape);

/** Parts of it: those of a variant are merged over the common ones before they are checked. */
export const encryptionPart = z.looseObject(
  { scheme: optional(choice(schemeNames), 'Default: rsa-oaep.') },
  { error: 'a mapping of settings' },
);

const request = mapping({
  method: tested('a method of HTTP in capitals', (value) => /^(?!CONNECT$)[A-Z]+$/.test(value))
    .register(traits, { quoted: true })
    .default('POST'),
  url: tested('an http or https URL', isHttpUrl).register(traits, { secret: 'url' }),
  headers: headers.default({}),
  body: z.string({ error: 'a string' }).nullable().default(null),
});
const action = mapping({
  command: optional(filled('a command for the shell'), 'Run by the shell in the folder of the profile.'),
  request: optional(request, 'Sent with the settings of `tls`; any answer except 2xx is a failure.'),
})
  .refine(
    (value) => (value.command === undefined) !== (value.request === undefined),
    rule('both or none of them', 'either command or request'),
  )
  .transform(({ command: line = '', request: sent }) =>
    sent === undefined ? { command: line } : { request: sent },
  );

const ipAddress = tested('an IPv4 or IPv6 address', (value) => isIP(value) !== 0).register(traits, {
  quoted: true,
});
const until = mapping({ status: whole(100, 599), within: whole(1, 600_000) });
const provisionShape = {
  credentials: optional(credentials, 'A partner for whom the condition holds, merged over the usual one.'),
  headers: optional(conditionHeaders, 'Headers that create the condition, merged over the common ones.'),
  baseUrl: optional(baseUrl, 'Another address at which the condition holds.'),
  localAddress: optional(ipAddress, 'Address of this machine to send from.'),
  proxy: optional(proxyOr(), 'HTTP proxy to send through.'),
  setup: optional(action, 'Changes the target so that the condition holds; the condition then runs alone.'),
  teardown: optional(action, 'Undoes `setup`; it always runs.'),
  until: optional(until, 'Repeats the request until it gets this status, for `within` milliseconds at most.'),
};
const chained = [needs('teardown', 'setup'), needs('until', 'setup')] as const;
const provision = optional(
  mapping(provisionShape).check(...chained),
  'How it differs from the plain request.',
);
const rightPassword = optional(password, 'Its right password, from which wrong ones are made.');
const unauthorized = mapping({
  ...provisionShape,
  credentials: optional(
    mapping({ ...credentialsShape, rightPassword }),
    'Another partner for wrong passwords.',
  ),
  unknownPartner: optional(partner, 'A partner that does not exist; default: made-up digits.'),
}).check(...chained);
const conditions = mapping({
  unauthorized: optional(unauthorized, 'How it differs from the plain request.'),
  'partner-blocked': provision,
  'ip-blocked': provision,
  'reward-unavailable': provision,
  unavailable: provision,
} satisfies Record<'unauthorized' | (typeof provisionedConditions)[number], z.ZodType>);

/** Settings that a variant may override. */
const shared = {
  credentials: optional(credentials, 'Credentials of the partner.'),
  encryption: optional(encryptionPart, 'How the password is encrypted.'),
  conditions: optional(conditions, 'How to create each special condition; others are inconclusive.'),
  headers: optional(headers, 'Headers of every request; their values are private.'),
};
const segmentWords = "one path segment of letters, digits and -._~!$&'()*+,;=:@";
const isSegment = (value: string): boolean => /^(?!\.{1,2}$)[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/.test(value);
const bankCode = optional(
  tested(segmentWords, isSegment).register(traits, { ...shown, quoted: true }),
  '<bank_code> of the path.',
);
const variants = mapping({
  a: optional(mapping(shared), 'Settings of this variant only, merged over the common ones.'),
  b: optional(
    mapping({ bankCode, ...shared }),
    'Settings of this variant only, merged over the common ones.',
  ),
});

const rateWords = { error: 'a number of requests per second above 0, at most 100000' };
const rate = z.number(rateWords).gt(0, rateWords).max(100_000, rateWords).nullable().default(null);
const limits = mapping({
  concurrency: whole(1, 256).default(8).describe('Requests open at once.'),
  rate: rate.describe('Requests per second; null: unlimited.'),
  timeout: whole(1, 600_000).default(10_000).describe('Milliseconds for a whole answer.'),
  retries: whole(0, 20).default(4).describe('Rounds in which what is in doubt is asked again.'),
  failedLogins: whole(0, 1000).default(3).describe('Failed logins with a real partner in one run.'),
  recheck: whole(0, 3_600_000).default(60_000).describe('Milliseconds of waiting for a lost target.'),
});

const passphrase = z.string({ error: inQuotes }).register(traits, { secret: 'text' });
const tls = mapping({
  ca: optional(file, 'Authorities to trust, in the place of those of this machine (PEM).'),
  cert: optional(file, 'Client certificate (PEM).'),
  key: optional(file, 'Private key of the client certificate (PEM).'),
  pfx: optional(file, 'Client certificate with its key (PKCS#12), instead of cert and key.'),
  passphrase: optional(passphrase, 'Passphrase of the private key.'),
  verify: optional(flag(), 'false: the certificate of the target is not verified, which every report says.'),
})
  .refine(
    ({ cert, key: own, pfx }) => pfx === undefined || (cert === undefined && own === undefined),
    rule('cert or key beside pfx', 'either cert and key or pfx', 'pfx'),
  )
  .check(needs('cert', 'key'), needs('key', 'cert'), needs('passphrase', 'key', 'pfx'));

// Its error does not quote it: the engine's message would.
const pattern = tested('a regular expression (Unicode mode)', (value) => {
  try {
    return value !== '' && RegExp(value, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
});

export const profileSchema = mapping({
  name: optional(filled('a name for reports'), 'Name of the target for reports; default: its host.'),
  baseUrl: optional(baseUrl, 'Where the service is, {base_url}.'),
  variants: variants.default({}).describe('The variants that the target implements; another is not claimed.'),
  ...shared,
  tls: tls.default({}).describe('Authority and client certificate; files relative to the profile.'),
  limits: limits.prefault({}).describe('Limits of a run.'),
  proxy: optional(
    proxyOr('environment'),
    'HTTP proxy of all requests, or environment: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say.',
  ),
  http2: flag().default(false).describe('Whether HTTP/2 is offered.'),
  language: choice(['en', 'ru']).default('en').describe('Language of reports.'),
  production: z
    .array(pattern, { error: 'a list of patterns' })
    .default([])
    .describe('Patterns of addresses against which a run needs --yes.'),
});

/** A validated profile, not merged, key files not read. */
export type Profile = z.output<typeof profileSchema>;

/** The JSON Schema (2020-12) of a profile's file, for editors. It does not check what only code can check. */
export function targetJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(profileSchema, { io: 'input', override: asWritten });
  const title = 'Target profile of sbp-banks-conformance';
  return { $id: 'urn:sbp-banks-conformance:target:1', title, $schema, ...schema };
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** A member without a value counts as absent, what is sent is taken as written, and words may come from `${…}`. */
const asWritten: Override = ({ zodSchema, jsonSchema }) => {
  const { type, enum: words } = jsonSchema;
  if (zodSchema === encryptionPart) {
    const { oneOf = [], anyOf = oneOf } = z.toJSONSchema(encryptionSchema, {
      io: 'input',
      override: asWritten,
    });
    const parts = anyOf.map((one) => (typeof one === 'object' ? { ...one, required: [] } : one));
    Object.assign(jsonSchema, { anyOf: parts, properties: {} });
  } else if (words !== undefined) {
    for (const name of ['type', 'enum'] as const) delete jsonSchema[name];
    const reference = { type: 'string', pattern: '^\\$\\{[^}]+\\}$' } as const;
    jsonSchema.anyOf = [{ type: 'string', enum: words }, reference, { type: 'null' }];
  } else if (traits.get(zodSchema)?.sent === true && type === 'string')
    Object.assign(jsonSchema, { type: ['string', 'number', 'boolean', 'null'] });
  else if (typeof type === 'string' && type !== 'null') Object.assign(jsonSchema, { type: [type, 'null'] });
};
