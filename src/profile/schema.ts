import { z } from 'zod';
import { ownSettings, schemeNames, settingsFor } from '../encryption/registry.ts';
import type { ConditionName } from '../operation/specification.ts';
import {
  choice,
  day,
  filled,
  flag,
  mapping,
  needs,
  optional,
  rule,
  tested,
  text,
  whole,
} from '../base/schema-field.ts';
import {
  baseUrl,
  conditionHeaders,
  headers,
  httpUrl,
  ipAddress,
  pathSegment,
  pattern,
  proxyOr,
  serverName,
  traits,
} from './field.ts';

// Everything about a setting, once: type, message, default, meaning, example, and what is secret about it.

/** Whether the scheme uses the setting. True for an unknown scheme, which is reported elsewhere. */
export function fitsScheme(scheme: string | undefined, key: string | undefined): boolean {
  const known = schemeNames.find((each) => each === scheme);
  return known === undefined || key === 'scheme' || settingsFor(known).includes(key ?? '');
}

const partnerWords = 'the name of the partner, a string or a number';
const partnerName = z
  .union([filled(partnerWords), z.number()], { error: partnerWords })
  .transform(String)
  .register(traits, { public: true, unmasked: true, verbatim: true });

const certWords = 'a string, "true" for a password that is encrypted';
const useAuthByCert = z
  .union([filled(certWords), z.boolean(), z.number()], { error: certWords })
  .transform(String)
  .register(traits, { public: true, unmasked: true, verbatim: true });

const passphrase = z
  .string({ error: 'a string; put a number in quotes' })
  .register(traits, { secret: 'text' });
const filePath = filled('the path of a file');
const commandWords = 'a list: the program, then its arguments';

const credentialsShape = {
  partnerName: optional(partnerName, 'Unique partner name; digits are kept as written.'),
  partnerPassword: optional(
    filled('the API password of the partner, a string; put a number in quotes').register(traits, {
      secret: 'password',
    }),
    'API password as plain text, preferably ${NAME} or ${file:PATH}. It is encrypted before it is sent.',
  ),
  useAuthByCert: optional(useAuthByCert, 'The value that says that encryption is used.'),
};
const credentials = mapping(credentialsShape);

/** A setting of some schemes with a few possible words, described by its scheme. */
function own<Name extends Exclude<keyof typeof ownSettings, 'kid'>>(name: Name) {
  const { values, description, example } = ownSettings[name];
  return optional(choice<(typeof ownSettings)[Name]['values']>(values), description, example);
}

const ownMembers = {
  hash: own('hash'),
  mgf1: own('mgf1'),
  cipher: own('cipher'),
  encoding: own('encoding'),
  alg: own('alg'),
  enc: own('enc'),
  kid: optional(
    filled('the identifier of the key, a string'),
    ownSettings.kid.description,
    ownSettings.kid.example,
  ).register(traits, { sent: true }),
} as const satisfies Readonly<Record<keyof typeof ownSettings, z.ZodType>>;

const encryption = mapping({
  scheme: optional(
    choice(schemeNames),
    'Default: rsa-oaep. `command` runs a program of yours, `module` calls a function of yours.',
  ),
  ...ownMembers,
  key: optional(
    filePath,
    'File with the certificate or public key of the service, relative to the profile.',
  ).register(traits, { counted: 'certificates' }),
  passphrase: optional(passphrase, 'Passphrase of `key` if it is a PKCS#12 file.'),
  template: optional(
    tested('a string that holds {password}', (value) => value.includes('{password}')),
    'The text to encrypt: {password}, and {timestamp} (ISO 8601) and {uuid} if the service needs them; default: {password}.',
    '{timestamp}:{password}',
  ).register(traits, { sent: true }),
  command: optional(
    z
      .array(z.string({ error: 'a string' }), { error: commandWords })
      .refine(([program = '']) => program !== '', { error: commandWords }),
    'Program and arguments; it reads the password on standard input and prints the ciphertext.',
    ['./encrypt-password'],
  ),
  module: optional(
    filePath,
    'JavaScript module whose default export returns the ciphertext of the password.',
    './encrypt-password.mjs',
  ).register(traits, { counted: 'path' }),
});

const request = mapping({
  method: tested('a method of HTTP in capitals', (value) => /^(?!CONNECT$)[A-Z]+$/.test(value))
    .register(traits, { quoted: true })
    .default('POST'),
  url: httpUrl.register(traits, { secret: 'url' }),
  headers: headers.prefault({}),
  body: text().nullable().default(null),
});

const action = mapping({
  command: optional(filled('a command for the shell'), 'Run by the shell in the folder of the profile.'),
  request: optional(request, 'Sent with the settings of `tls`; any answer except 2xx is a failure.'),
})
  .refine((value) => (value.command === undefined) !== (value.request === undefined), {
    error: 'either command or request',
  })
  .transform(({ command, request: sent }) =>
    sent === undefined
      ? { kind: 'command' as const, command: command ?? '' }
      : { kind: 'request' as const, ...sent },
  );

const credentialsOfCondition =
  'Credentials of a partner for whom the condition holds, merged over the usual ones.';

const provisionShape = {
  credentials: optional(credentials, credentialsOfCondition),
  headers: optional(conditionHeaders, 'Headers that create the condition, merged over the common ones.'),
  baseUrl: optional(baseUrl, 'Another address at which the condition holds.'),
  localAddress: optional(ipAddress, 'Address of this machine to send from.').register(traits, {
    quoted: true,
  }),
  proxy: optional(proxyOr('none'), 'HTTP proxy to send through in place of the usual one, or none.'),
  setup: optional(action, 'Changes the target so that the condition holds; the condition then runs alone.'),
  teardown: optional(action, 'Undoes `setup`; it always runs.'),
  until: optional(
    mapping({ status: whole(100, 599), within: whole(1, 600_000) }),
    'Repeats the request until it is answered with this status, for `within` milliseconds at most.',
  ),
};

const unauthorizedShape = {
  ...provisionShape,
  credentials: optional(
    mapping({
      ...credentialsShape,
      rightPassword: optional(
        filled('the right API password of that partner, a string; put a number in quotes').register(traits, {
          secret: 'password',
        }),
        'The right password of that partner: the wrong ones that are sent are made from it.',
      ),
    }),
    credentialsOfCondition,
  ),
  unknownPartner: optional(partnerName, 'Name of a partner that does not exist; default: made-up digits.'),
};

const differs = 'How this condition differs from the plain request.';
const provision = mapping(provisionShape);

// A request alone creates `success`, `missing` and `unencrypted`.
const conditions = mapping({
  unauthorized: optional(mapping(unauthorizedShape), differs, {
    credentials: { partnerName: 1045 },
    unknownPartner: 900900900,
  }),
  'partner-blocked': optional(provision, differs, {
    credentials: { partnerName: 1043, partnerPassword: '${BLOCKED_PASSWORD}' },
  }),
  'ip-blocked': optional(provision, differs, { localAddress: '127.0.0.2' }),
  'reward-unavailable': optional(provision, differs, {
    credentials: { partnerName: 1044, partnerPassword: '${NO_REWARD_PASSWORD}' },
  }),
  unavailable: optional(provision, differs, {
    setup: { command: './stop-database' },
    teardown: { command: './start-database' },
    until: { status: 500, within: 30_000 },
  }),
} satisfies Partial<Record<ConditionName, z.ZodType>>);

/** Settings that a variant may override, described among the common ones. */
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

const variantSettings = mapping({
  bankCode: optional(
    pathSegment,
    'The segment <bank_code> of the path, for a variant whose path has one.',
  ).register(traits, { quoted: true, public: true, unmasked: true, verbatim: true }),
  ...shared,
});
const variant = z
  .preprocess((value: z.input<typeof variantSettings> | null | undefined) => value ?? {}, variantSettings)
  .describe('Settings of this variant only, merged over the common ones.');

const rateWords = 'a number of requests per second above 0, at most 100000';

const userAgentWords = 'at most 200 visible ASCII characters';

/** The limits of a run. */
const limitsShape = {
  concurrency: whole(1, 256).default(8).describe('Requests open at once.'),
  rate: z
    .number({ error: rateWords })
    .gt(0, { error: rateWords })
    .max(100_000, { error: rateWords })
    .nullable()
    .default(null)
    .meta({ description: 'Requests per second; null: unlimited.', example: 50 }),
  timeout: whole(1, 600_000)
    .default(10_000)
    .describe('Milliseconds for a whole answer; a connection has to be accepted within 2500.'),
  retries: whole(0, 20)
    .default(4)
    .describe('How often a doubtful request is repeated; after a time-out at most twice.'),
  recheck: whole(0, 3_600_000)
    .default(60_000)
    .describe('Milliseconds for repeating doubtful requests, all together.'),
  failedLogins: whole(0, 1000).default(3).describe('Failed logins with a real partner in one run.'),
};

/** The limits of a profile that sets none. */
export const defaultLimits = mapping(limitsShape).parse({});

const tls = mapping({
  ca: optional(
    filePath,
    'Certificates of the authorities to trust, in the place of those of this machine.',
    'keys/ca.pem',
  ).register(traits, {
    counted: 'certificates',
  }),
  cert: optional(filePath, 'Client certificate.', 'keys/client.pem').register(traits, {
    counted: 'certificates',
  }),
  key: optional(filePath, 'Private key of the client certificate.', 'keys/client.key').register(traits, {
    counted: 'certificates',
  }),
  pfx: optional(filePath, 'Client certificate with its key (PKCS#12), instead of cert and key.').register(
    traits,
    { counted: 'presence' },
  ),
  passphrase: optional(passphrase, 'Passphrase of the private key.', '${TLS_PASSPHRASE}'),
  serverName: optional(
    serverName,
    'The name for TLS (SNI) and for the certificate, in the place of the host of baseUrl: to try one node behind a balancer by its address. Add a header Host if the service needs it.',
    'api.example.test',
  ),
  verify: optional(
    flag(),
    'false: the certificate of the target is not verified, which every report says; no certificate of conformance is issued then.',
    true,
  ),
})
  .refine(
    ({ cert, key, pfx }) => pfx === undefined || (cert === undefined && key === undefined),
    rule('cert or key beside pfx', 'either cert and key or pfx', 'pfx'),
  )
  .check(needs('cert', 'key'), needs('key', 'cert'), needs('passphrase', 'key', 'pfx', 'ca'));

const waiver = mapping({
  requirement: filled('the id of a requirement')
    .describe('Id of the requirement that fails.')
    .register(traits, { quoted: true }),
  reason: filled('the reason, a string').describe('Why that is accepted.'),
  owner: filled('who answers for it, a string').describe('Who is responsible.'),
  until: day()
    .describe('First day (YYYY-MM-DD, UTC) on which it no longer applies.')
    .register(traits, { quoted: true }),
});

/** The target profile as written, `${…}` replaced. Completeness is checked elsewhere. */
export const profileSchema = mapping({
  name: optional(
    filled('a name for reports, a string'),
    'Name of the target for reports; default: the host of baseUrl.',
    'Staging',
  ).register(traits, { verbatim: true }),
  baseUrl: optional(
    baseUrl,
    'Where the service is, {base_url}: an http or https URL without user information, query and fragment.',
  ).register(traits, { unmasked: true }),
  variants: z
    .record(z.string(), variant, { error: 'a mapping of the variants that the target implements' })
    .default({})
    .describe('The variants that the target implements, by their id; one that is not listed is not claimed.'),
  ...shared,
  tls: tls
    .default({})
    .describe('Certificate authority and client certificate; files relative to the profile.'),
  limits: mapping(limitsShape).prefault({}).describe('Limits of a run.'),
  proxy: optional(
    proxyOr('environment', 'none'),
    'HTTP proxy that all requests go through, or environment for what HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY say. Without this setting no proxy is used.',
    'http://user:${PROXY_PASSWORD}@proxy.example.com:3128',
  ),
  http2: flag().default(false).describe('Whether HTTP/2 is offered.'),
  userAgent: optional(
    filled(userAgentWords).regex(/^[\x20-\x7e]{1,200}$/, { error: userAgentWords }),
    'The User-Agent of every request, in place of name and version of the suite.',
    'partner-client/2.1',
  ).register(traits, { counted: 'no', sent: true }),
  language: choice(['en', 'ru'])
    .default('en')
    .describe('Language of reports.')
    .register(traits, { counted: 'no' }),
  production: z
    .array(pattern, { error: 'a list of patterns' })
    .default([])
    .meta({
      description: 'Patterns of production base URLs; a run against one needs --yes.',
      example: ['^https://api[.]example[.]com'],
    }),
  waivers: z
    .array(waiver, { error: 'a list of waivers' })
    .default([])
    .meta({
      description: 'Known deviations that do not fail the run until their date.',
      example: [
        {
          requirement: 'a.unavailable.meaning',
          reason: 'text is being reworded',
          owner: 'payouts team',
          until: '2099-01-31',
        },
      ],
    }),
  reviews: optional(
    filePath,
    'File with decisions of persons on texts under review, relative to the profile.',
    'reviews.yaml',
  ),
});

/** A validated profile, not merged, key files not read. */
export type Profile = z.output<typeof profileSchema>;

/** The encryption settings as written, not complete. */
export type EncryptionPart = NonNullable<Profile['encryption']>;

/** A JSON Schema or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const summary =
  'It contains everything that a run needs to know about the service under test. `${NAME}` in a string is replaced from the environment or `.env`, `${file:PATH}` by the text of a file; a member without a value counts as absent.';

/** The JSON Schema (2020-12) of a profile's file, for editors. It does not check what only code can check. */
export function targetJsonSchema(): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(profileSchema, { io: 'input', override: asWritten });
  const title = 'Target profile of sbp-banks-conformance';
  return { $id: 'urn:sbp-banks-conformance:target:1', title, description: summary, $schema, ...schema };
}

/** The same for people. It does not repeat that members may be blank or words come from the environment. */
export function describedProfile(): JsonSchema {
  return { description: summary, ...z.toJSONSchema(profileSchema, { io: 'input', override: asRead }) };
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

const asRead: Override = ({ zodSchema, jsonSchema }) => {
  // zod drops `examples` of transformed values.
  if (jsonSchema['example'] !== undefined) jsonSchema['examples'] = [jsonSchema['example']];
  delete jsonSchema['example'];
  if (traits.get(zodSchema)?.verbatim === true && jsonSchema.type === 'string')
    Object.assign(jsonSchema, { type: ['string', 'number'] });
  if (zodSchema !== variant) return;
  const references = Object.keys(shared).map((key) => [key, { $ref: `#/properties/${key}` }]);
  Object.assign(jsonSchema.properties ?? {}, Object.fromEntries(references));
};

const asWritten: Override = (given) => {
  asRead(given);
  const { zodSchema, jsonSchema } = given;
  const isOptional = ['optional', 'default', 'prefault'].includes(zodSchema._zod.def.type);
  const { verbatim, sent } = traits.get(zodSchema) ?? {};
  // Its text is taken as it is written.
  if ((verbatim === true || sent === true) && [jsonSchema.type].flat().includes('string'))
    Object.assign(jsonSchema, { type: ['string', 'number', 'boolean'] });
  const { type, enum: words, format } = jsonSchema;
  // A word from a list or a date may come from the environment.
  if (isOptional ? words !== undefined : type === 'string' && format !== undefined)
    orElse(jsonSchema, { type: 'string', pattern: '\\$\\{[^}]+\\}' });
  if (jsonSchema.additionalProperties === false) Object.assign(jsonSchema, forAnchors);
  // A key without a value counts as absent; a variant may be claimed without settings.
  if (!isOptional && zodSchema !== variant) return;
  if (jsonSchema.anyOf !== undefined) orElse(jsonSchema, { type: 'null' });
  else Object.assign(jsonSchema, { type: [...new Set([jsonSchema.type, 'null'].flat())] });
};

/** Members for anchors stand beside the settings of any mapping but those of free names. */
const forAnchors = { patternProperties: { '^x-': {} } };

function orElse(schema: z.core.JSONSchema.BaseSchema, other: z.core.JSONSchema.BaseSchema): void {
  const { description: _description, examples: _examples, anyOf, ...rest } = schema;
  if (anyOf === undefined) for (const key of Object.keys(rest)) delete schema[key];
  schema.anyOf = [...(anyOf ?? [rest]), other];
}
