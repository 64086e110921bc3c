// What is signed: a statement that follows from the results of one run, and the files that its signature covers.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { outcomeOf } from '../results/totals.ts';
import { resultsSchema } from '../results/results.ts';
import type { Results } from '../results/results.ts';

export const fileNames = {
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.sig',
  evidence: 'results.json',
  /** Of the signer, for the reader; nothing is checked by it. */
  signer: 'signer.pem',
} as const;

/** Nobody takes a record for a certificate by the name of its file. */
export const statementNames = {
  certificate: { statement: 'certificate.json', page: 'certificate.html' },
  record: { statement: 'record.json', page: 'record.html' },
} as const;

/** Each is claimed or not. */
export const variantIds = ['a', 'b'] as const;

const { suite, spec, target, verdict, requirements, decisions } = resultsSchema.shape;
const requirement = requirements.element.shape;

const schema = z.strictObject({
  kind: z.enum(['certificate', 'record']),
  schemaVersion: z.literal(2),
  suite,
  rules: z.int(),
  spec,
  target,
  verdict,
  /** By claimed variant: the class, and what keeps it from the next one. */
  variants: z.partialRecord(
    z.enum(variantIds),
    z.strictObject({ class: z.enum(['full', 'core', 'none']), prevents: z.array(z.string()) }),
  ),
  /** How each condition was brought about. */
  claims: resultsSchema.shape.record.shape.profile.shape.claims,
  run: z.strictObject({
    startedAt: z.string(),
    endedAt: z.string(),
    requests: z.int(),
    failedLogins: z.int(),
    seed: z.int(),
  }),
  issuedAt: z.iso.datetime(),
  /** Requirements of claimed variants that were not seen to hold. */
  outside: z.array(
    z.strictObject({
      requirement: z.string(),
      verdict: requirement.verdict,
      reason: requirement.reason,
      waived: z.boolean(),
    }),
  ),
  /** Decisions of persons that the result rests on. */
  decisions,
  /** Requests that were not tried. */
  untried: z.array(z.string()),
});

/** The signed statement. Free text in it: the name of the target, names and reasons of decisions. */
export type Statement = Readonly<z.infer<typeof schema>>;

const origin = z.object({ suite: schema.shape.suite, rules: schema.shape.rules });

/** What tells who can judge a statement, whatever else another version writes into it. Null: it is none. */
export function readOrigin(text: string): z.infer<typeof origin> | null {
  try {
    return origin.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null: it is none. */
export function readStatement(text: string): Statement | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A certificate where every claimed variant has reached a class, else a record of why there is none. */
export function statementOf(results: Results, issuedAt: string): Statement {
  const { record, startedAt, durationMs } = results;
  const variants = Object.entries(results.variants).map(
    ([id, one]) =>
      [
        id,
        { class: one.class, prevents: one.class === 'none' ? one.prevents.core : one.prevents.full },
      ] as const,
  );
  const isReached = variants.length > 0 && variants.every(([, one]) => one.class !== 'none');
  const statement = {
    kind: isReached ? 'certificate' : 'record',
    schemaVersion: 2,
    suite: results.suite,
    rules: results.rules,
    spec: results.spec,
    target: results.target,
    verdict: results.verdict,
    variants: Object.fromEntries(variants),
    claims: record.profile.claims,
    run: {
      startedAt,
      endedAt: new Date(Date.parse(startedAt) + durationMs).toISOString(),
      requests: results.requests,
      failedLogins: results.failedLogins,
      seed: record.seed,
    },
    issuedAt,
    outside: results.requirements
      .filter((one) => outcomeOf(one) !== 'pass')
      .map(({ id, verdict: found, reason, waived }) => ({ requirement: id, verdict: found, reason, waived })),
    decisions: results.decisions.filter(({ state }) => state === 'used'),
    untried: results.untried.map(({ request }) => request),
  } as const;
  return schema.parse(structuredClone(statement));
}

export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

export interface FileContent {
  readonly name: string;
  readonly content: Uint8Array;
}

/** As `sha256sum` writes and checks them. */
export const writeSums = (files: readonly FileContent[]): string =>
  files.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');

/** By name; null: it is no list of sums as `writeSums` writes them. */
export function readSums(text: string): ReadonlyMap<string, string> | null {
  const lines = text.split('\n').slice(0, -1);
  const rows = lines.map((line) => /^([\da-f]{64}) {2}([\w.-]+)$/.exec(line));
  if (!text.endsWith('\n') || rows.includes(null)) return null;
  const sums = new Map(rows.map((row) => [row?.[2] ?? '', row?.[1] ?? '']));
  return sums.size === lines.length ? sums : null;
}

export const writeJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
