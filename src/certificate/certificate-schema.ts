import { z } from 'zod';
import { reasons } from '../result/schema.ts';
import { limitations } from './certificate.ts';
import type { Certificate } from './certificate.ts';

const digest = z.string().regex(/^[\da-f]{64}$/);
const instant = z.iso.datetime();
const count = z.int().min(0);
const text = z.string();

/** A file's name without a folder. */
const fileName = z.string().regex(/^[\w-][\w.-]*$/);

const schema = z.strictObject({
  kind: z.literal('sbp-banks-conformance-certificate'),
  schemaVersion: z.literal(1),
  id: z.uuid(),
  suite: z.strictObject({ name: text, version: text }),
  specification: z.strictObject({ title: text, sha256: digest }),
  target: z.strictObject({ name: text, baseUrl: text }),
  profile: z.strictObject({ sha256: digest }),
  variants: z.record(text, z.strictObject({ class: z.enum(['core', 'full']), requirements: count })),
  notClaimed: z.array(text),
  run: z.strictObject({ startedAt: instant, endedAt: instant, requests: count }),
  issuedAt: instant,
  expiresAt: instant,
  outside: z.array(
    z.strictObject({
      requirement: text,
      verdict: z.enum(['pass', 'fail', 'review', 'inconclusive']),
      reason: z.enum(reasons).nullable(),
      waived: z.boolean(),
    }),
  ),
  reviews: z.array(
    z.strictObject({ case: text, requirements: z.array(text), name: text, date: z.iso.date() }),
  ),
  texts: z.record(text, z.record(text, text)),
  signer: z.strictObject({ subject: text, issuer: text, serialNumber: text, sha256: digest }),
  files: z.array(z.strictObject({ name: fileName, bytes: count, sha256: digest })),
  doesNotSay: z.array(z.enum(limitations)),
  language: z.enum(['en', 'ru']),
});

/** The certificate that a text of JSON holds, or a sentence about why it is none; nothing may stand in it that has no meaning. */
export function readCertificate(said: string): Certificate | string {
  const value = parse(said);
  if (value === undefined) return 'found something that is no JSON, or cut off';
  if (!hasVersion(value)) return 'found no certificate of conformance with `schemaVersion: 1`';
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  const issue = error.issues[0];
  return `found something wrong at \`${issue?.path.join('.') || 'the top'}\`: ${issue?.message ?? ''}`;
}

function parse(said: string): unknown {
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return undefined;
  }
}

const hasVersion = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'schemaVersion' in value && value.schemaVersion === 1;
