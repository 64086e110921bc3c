import { z } from 'zod';
import { conditions, credentials, texts } from './condition-schema.ts';
import { encryption, filePath, passphrase } from './encryption-schema.ts';
import { baseUrl, choice, headers, mapping, pathSegment, pattern, text, whole } from './field.ts';

const shared = {
  credentials: credentials.exactOptional(),
  encryption: encryption.exactOptional(),
  conditions: conditions.exactOptional(),
  headers: headers.exactOptional(),
  texts: texts.exactOptional(),
};

const variant = z.preprocess(
  (value) => value ?? {},
  mapping({ bankCode: pathSegment.exactOptional(), ...shared }),
);

const rateWords = 'a number of requests per second above 0, at most 100000';

const limits = mapping({
  concurrency: whole(1, 256).default(8),
  rate: z
    .number({ error: rateWords })
    .gt(0, { error: rateWords })
    .max(100_000, { error: rateWords })
    .nullable()
    .default(null),
  timeout: whole(1, 600_000).default(10_000),
  retries: whole(0, 20).default(2),
  maxBody: whole(1, 1_073_741_824).default(134_217_728),
  failedLogins: whole(0, 1000).default(3),
});

const waiver = mapping({
  requirement: text('the id of a requirement'),
  reason: text('the reason, a string'),
  owner: text('who answers for it, a string'),
  until: z.iso.date({ error: 'a date that exists, YYYY-MM-DD' }),
});

const tls = mapping({
  ca: filePath.exactOptional(),
  cert: filePath.exactOptional(),
  key: filePath.exactOptional(),
  pfx: filePath.exactOptional(),
  passphrase: passphrase.exactOptional(),
});

/** The target profile as it is written, `${…}` replaced; `SBP_*` may fill what is left out, so completeness is checked elsewhere. */
export const profileSchema = mapping({
  name: text('a name for reports, a string').exactOptional(),
  baseUrl: baseUrl.exactOptional(),
  variants: z
    .record(z.string(), variant, { error: 'a mapping of the variants that the target implements' })
    .default({}),
  ...shared,
  tls: tls.default({}),
  limits: limits.prefault({}),
  http2: z.boolean({ error: 'true or false' }).default(false),
  language: choice(['en', 'ru']).default('en'),
  production: z.array(pattern, { error: 'a list of patterns' }).default([]),
  waivers: z.array(waiver, { error: 'a list of waivers' }).default([]),
  reviews: filePath.exactOptional(),
});

/** A validated profile, not yet merged; key files not yet read. */
export type Profile = z.output<typeof profileSchema>;

/** Parts of the encryption settings, before they are complete. */
export type EncryptionPart = NonNullable<Profile['encryption']>;

/** The JSON Schema (2020-12) of a profile, for editors; tests that only code can make are not in it. */
export function profileJsonSchema(): object {
  return z.toJSONSchema(profileSchema, { io: 'input' });
}
