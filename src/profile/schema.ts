// The target profile as written: every setting once, with its type, message, default and meaning.

import { z } from 'zod';
import type { provisionedConditions } from '#banks/specification.ts';
import { algs, ciphers, encodings, encs, hashes } from '../encryption/settings.ts';
import {
  baseUrl,
  choice,
  conditionHeaders,
  filled,
  flag,
  headers,
  httpUrl,
  ipAddress,
  mapping,
} from './field.ts';
import {
  needs,
  optional,
  pathSegment,
  pattern,
  proxyOr,
  serverName,
  tested,
  traits,
  whole,
} from './field.ts';
import { rule } from '../base/problem.ts';

const partnerWords = 'the name of the partner, a string or a number';
const partnerName = filled(partnerWords).register(traits, { public: true, sent: true });
const passwordWords = 'a string; put a number in quotes';
const password = filled(`the API password of the partner, ${passwordWords}`).register(traits, {
  secret: 'password',
  sent: true,
});
const passphrase = z.string({ error: passwordWords }).register(traits, { secret: 'text' });
const file = filled('the path of a file');

const credentialsShape = {
  partnerName: optional(partnerName, 'Unique partner name; digits are kept as written.'),
  partnerPassword: optional(
    password,
    'API password as plain text, preferably ${NAME} or ${file:PATH}. It is encrypted before it is sent.',
  ),
  useAuthByCert: optional(
    filled('a string, "true" for a password that is encrypted').register(traits, {
      public: true,
      sent: true,
    }),
    'The value that says that encryption is used.',
  ),
};
const credentials = mapping(credentialsShape);

const templateWords = 'a string that holds {password}';
const template = tested(templateWords, (value) => value.includes('{password}'))
  .register(traits, { sent: true })
  .default('{password}')
  .meta({
    description:
      'The text to encrypt: {password}, and {timestamp} (ISO 8601) and {uuid} if the service needs them.',
    examples: ['{timestamp}:{password}'],
  });
const key = filled('the file of the certificate or public key that encrypts the password').meta({
  description: 'Certificate or public key of the service, PEM or DER, relative to the profile.',
});
const encoding = choice(encodings).default('base64').meta({ description: 'How the ciphertext is written.' });
const hash = choice(hashes).default('sha256').meta({ description: 'rsa-oaep: hash of OAEP.' });
const mgf1 = optional(
  choice(hashes),
  "rsa-oaep: hash of MGF1; default: the same as hash. Java's default is sha1.",
);
const commandWords = 'a list: the program, then its arguments';
const command = z
  .tuple([filled(commandWords)], z.string({ error: commandWords }), { error: commandWords })
  .meta({ description: 'Program that reads the password on standard input and prints the ciphertext.' });
const kid = filled('the identifier of the key, a string').register(traits, { sent: true });

/** The settings of each scheme. */
const schemes = {
  'rsa-oaep': { hash, mgf1, key, encoding, template },
  'rsa-pkcs1': { key, encoding, template },
  cms: {
    cipher: choice(ciphers).default('aes256').meta({ description: 'cms: cipher of the content, in CBC.' }),
    key,
    encoding: choice([...encodings, 'pem']).default('base64'),
    template,
  },
  jwe: {
    alg: choice(algs).default('RSA-OAEP-256').meta({ description: 'jwe: key management algorithm.' }),
    enc: choice(encs).default('A256GCM').meta({ description: 'jwe: content encryption algorithm.' }),
    kid: kid.nullable().default(null).meta({ description: 'jwe: identifier of the key in the header.' }),
    key,
    template,
  },
  command: { command, template },
  module: {
    module: file.meta({ description: 'JavaScript module whose default export returns the ciphertext.' }),
    template,
  },
} as const;

export type SchemeName = keyof typeof schemes;
const schemeNames = [
  'rsa-oaep',
  'rsa-pkcs1',
  'cms',
  'jwe',
  'command',
  'module',
] as const satisfies readonly SchemeName[];

const schemeOf = <const Name extends SchemeName>(scheme: Name) =>
  mapping({ scheme: z.literal(scheme), ...schemes[scheme] });

/** Complete settings of a scheme, and none of the others. */
export const encryptionSchema = z.discriminatedUnion(
  'scheme',
  [
    schemeOf('rsa-oaep'),
    schemeOf('rsa-pkcs1'),
    schemeOf('cms'),
    schemeOf('jwe'),
    schemeOf('command'),
    schemeOf('module'),
  ],
  { error: `one of ${schemeNames.join(', ')}` },
);

/** Whether a scheme has a use for a setting. */
export const fitsScheme = (scheme: SchemeName, setting: string): boolean =>
  setting === 'scheme' || setting in schemes[scheme];

/** Without defaults: the parts of a variant are merged over the common ones. */
const bare = <Schema extends z.ZodType>(schema: z.ZodDefault<Schema>): z.ZodExactOptional<Schema> =>
  schema.unwrap().exactOptional();
const encryption = mapping({
  scheme: optional(
    choice(schemeNames),
    'Default: rsa-oaep. `command` runs a program of yours, `module` calls a function of yours.',
  ),
  hash: bare(hash).meta({ description: 'rsa-oaep: hash of OAEP; default: sha256.' }),
  mgf1,
  cipher: bare(schemes.cms.cipher).meta({
    description: 'cms: cipher of the content, in CBC; default: aes256.',
  }),
  encoding: bare(schemes.cms.encoding).meta({
    description: 'How the ciphertext is written; default: base64. pem is for cms.',
  }),
  alg: bare(schemes.jwe.alg).meta({ description: 'jwe: key management algorithm; default: RSA-OAEP-256.' }),
  enc: bare(schemes.jwe.enc).meta({ description: 'jwe: content encryption algorithm; default: A256GCM.' }),
  kid: optional(kid, 'jwe: identifier of the key in the header; default: none.'),
  key: key.exactOptional(),
  command: command.exactOptional(),
  module: schemes.module.module.exactOptional(),
  template: bare(template),
});

const methodWords = 'a method of HTTP in capitals';
const request = mapping({
  method: tested(methodWords, (value) => /^(?!CONNECT$)[A-Z]+$/.test(value))
    .register(traits, { quoted: true })
    .default('POST'),
  url: httpUrl,
  headers: headers.default({}),
  body: z.string({ error: 'a string' }).nullable().default(null),
});

const eitherAction = rule('both or none of them', 'either command or request');
const action = mapping({
  command: optional(filled('a command for the shell'), 'Run by the shell in the folder of the profile.'),
  request: optional(request, 'Sent with the settings of `tls`; any answer except 2xx is a failure.'),
})
  .refine((value) => (value.command === undefined) !== (value.request === undefined), eitherAction)
  .transform(({ command: line = '', request: sent }) =>
    sent === undefined ? { command: line } : { request: sent },
  );

const ofCondition = 'Credentials of a partner for whom the condition holds, merged over the usual ones.';
const provisionShape = {
  credentials: optional(credentials, ofCondition),
  headers: optional(conditionHeaders, 'Headers that create the condition, merged over the common ones.'),
  baseUrl: optional(baseUrl, 'Another address at which the condition holds.'),
  localAddress: optional(ipAddress, 'Address of this machine to send from.'),
  proxy: optional(proxyOr(), 'HTTP proxy to send through.'),
  setup: optional(action, 'Changes the target so that the condition holds; the condition then runs alone.'),
  teardown: optional(action, 'Undoes `setup`; it always runs.'),
  until: optional(
    mapping({ status: whole(100, 599), within: whole(1, 600_000) }),
    'Repeats the request until it is answered with this status, for `within` milliseconds at most.',
  ),
};
const [teardownNeeds, untilNeeds] = [needs('teardown', 'setup'), needs('until', 'setup')];
const provision = mapping(provisionShape).check(teardownNeeds, untilNeeds);
const differs = 'How this condition differs from the plain request.';
const ofUnauthorized = mapping({
  ...provisionShape,
  credentials: optional(
    mapping({
      ...credentialsShape,
      rightPassword: optional(password, 'The right password of another partner.'),
    }),
    'Another partner for wrong passwords, which are made from its `rightPassword`.',
  ),
  unknownPartner: optional(
    partnerName,
    'A partner that does not exist; default: made-up digits.',
    '900900900',
  ),
}).check(teardownNeeds, untilNeeds);

const conditions = mapping({
  unauthorized: optional(ofUnauthorized, differs),
  'partner-blocked': optional(provision, differs),
  'ip-blocked': optional(provision, differs, { localAddress: '127.0.0.2' }),
  'reward-unavailable': optional(provision, differs),
  unavailable: optional(provision, differs, {
    setup: { command: './stop-database' },
    teardown: { command: './start-database' },
    until: { status: 500, within: 30_000 },
  }),
} satisfies Record<'unauthorized' | (typeof provisionedConditions)[number], z.ZodType>);

/** Settings that a variant may override. */
const shared = {
  credentials: optional(credentials, 'Credentials of the partner.'),
  encryption: optional(encryption, 'How the password is encrypted.'),
  conditions: optional(
    conditions,
    'How to create each special condition; one that is missing is inconclusive (not-provisioned).',
  ),
  headers: optional(headers, 'Headers that are sent with every request; their values are private.', {
    'X-Gateway-Key': '${GATEWAY_KEY}',
  }),
};

const own = 'Settings of this variant only, merged over the common ones.';
const variants = mapping({
  a: optional(mapping(shared), own),
  b: optional(
    mapping({ bankCode: optional(pathSegment, 'The segment <bank_code> of the path.', 'acme'), ...shared }),
    own,
  ),
});

const rateWords = 'a number of requests per second above 0, at most 100000';
const limits = mapping({
  concurrency: whole(1, 256).default(8).describe('Requests open at once.'),
  rate: z
    .number({ error: rateWords })
    .gt(0, { error: rateWords })
    .max(100_000, { error: rateWords })
    .nullable()
    .default(null)
    .meta({ description: 'Requests per second; null: unlimited.', examples: [50] }),
  timeout: whole(1, 600_000).default(10_000).describe('Milliseconds for a whole answer.'),
  retries: whole(0, 20).default(4).describe('Rounds in which what is in doubt is asked again.'),
  failedLogins: whole(0, 1000).default(3).describe('Failed logins with a real partner in one run.'),
  recheck: whole(0, 3_600_000)
    .default(60_000)
    .describe('Milliseconds of waiting for a target that has stopped answering, in all.'),
});

const tls = mapping({
  ca: optional(file, 'Authorities to trust, in the place of those of this machine (PEM).', 'keys/ca.pem'),
  cert: optional(file, 'Client certificate (PEM).', 'keys/client.pem'),
  key: optional(file, 'Private key of the client certificate (PEM).', 'keys/client.key'),
  pfx: optional(file, 'Client certificate with its key (PKCS#12), instead of cert and key.'),
  passphrase: optional(passphrase, 'Passphrase of the private key.', '${TLS_PASSPHRASE}'),
  serverName: optional(
    serverName,
    'The name for TLS and its certificate, in the place of the host of baseUrl.',
  ),
  verify: optional(flag(), 'false: the certificate of the target is not verified, which every report says.'),
})
  .refine(
    ({ cert, key: privateKey, pfx }) => pfx === undefined || (cert === undefined && privateKey === undefined),
    rule('cert or key beside pfx', 'either cert and key or pfx', 'pfx'),
  )
  .check(needs('cert', 'key'), needs('key', 'cert'), needs('passphrase', 'key', 'pfx'));

export const profileSchema = mapping({
  name: optional(
    filled('a name for reports, a string'),
    'Name of the target for reports; default: its host.',
    'Staging',
  ),
  baseUrl: optional(baseUrl, 'Where the service is, {base_url}.'),
  variants: variants.default({}).describe('The variants that the target implements; another is not claimed.'),
  ...shared,
  tls: tls
    .default({})
    .describe('Certificate authority and client certificate; files relative to the profile.'),
  limits: limits.prefault({}).describe('Limits of a run.'),
  proxy: optional(
    proxyOr('environment'),
    'HTTP proxy of all requests, or environment: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say.',
    'http://user:${PROXY_PASSWORD}@proxy.example.com:3128',
  ),
  http2: flag().default(false).describe('Whether HTTP/2 is offered.'),
  language: choice(['en', 'ru']).default('en').describe('Language of reports.'),
  production: z
    .array(pattern, { error: 'a list of patterns' })
    .default([])
    .meta({
      description: 'Patterns of addresses against which a run needs --yes.',
      examples: [['^https://api[.]example[.]com']],
    }),
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
  if (words !== undefined) {
    delete jsonSchema.type;
    delete jsonSchema.enum;
    jsonSchema.anyOf = [
      { type: 'string', enum: words },
      { type: 'string', pattern: '^\\$\\{[^}]+\\}$' },
      { type: 'null' },
    ];
  } else if (traits.get(zodSchema)?.sent === true && type === 'string')
    Object.assign(jsonSchema, { type: ['string', 'number', 'boolean', 'null'] });
  else if (typeof type === 'string' && type !== 'null') Object.assign(jsonSchema, { type: [type, 'null'] });
};
