import { createHash } from 'node:crypto';
import { z } from 'zod';
import { choice, closed, count, day, digest, instant, list, record, text } from '../base/schema-field.ts';
import { isUntried, leftOutByLimit } from '../results/guesses.ts';
import { isFailure, outcomeOf } from '../results/totals.ts';
import type { RequirementResult, Results } from '../results/results.ts';
import type { Specification } from '../operation/specification.ts';
import { verdicts } from '../judge/check.ts';
import { reasons } from '../judge/reason.ts';
import { languages, message, verbatim } from '../messages/message.ts';
import type { Message, Readable } from '../messages/message.ts';
import { onOneLine } from './chain.ts';
import type { Chain } from './chain.ts';

/** What a certificate does not say. Each is a sentence `not-said-…` of the wording. */
const limitations = [
  'moment',
  'profile',
  'reviews',
  'other-variants',
  'passwords',
  'class',
  'security',
  'signer',
  'revocation',
] as const;

const schema = closed({
  kind: z.literal('sbp-banks-conformance-certificate'),
  schemaVersion: z.literal(1),
  id: z.uuid(),
  suite: closed({ name: text(), version: text().regex(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/) }),
  /** Version of the rules of judgement. */
  rules: count(),
  specification: closed({ title: text(), sha256: digest() }),
  target: closed({ name: text(), baseUrl: text() }),
  profile: closed({ sha256: digest() }),
  /** The class that each claimed variant reached, and its number of requirements. All of them hold. */
  variants: record(closed({ class: choice(['core', 'full']), requirements: count() })),
  /** Variants of the specification that are not covered. */
  notClaimed: list(text()),
  run: closed({ startedAt: instant(), endedAt: instant(), requests: count() }),
  issuedAt: instant(),
  /** The first moment at which it is no longer valid. */
  expiresAt: instant(),
  /** Requirements of the claimed variants that were not seen to hold. They are outside the class. */
  outside: list(
    closed({
      requirement: text(),
      verdict: choice(verdicts),
      reason: choice(reasons).nullable(),
      waived: z.boolean(),
    }),
  ),
  /** Decisions of people that it relies on. */
  reviews: list(closed({ case: text(), requirements: list(text()), name: text(), date: day() })),
  /** Patterns of the profile that decided the meaning of texts, by variant and condition. */
  texts: record(record(text())),
  /** Names of what was set in the environment and may have changed what was sent or trusted. */
  influences: list(text()),
  /** Kinds of wrong passwords that the limit of failed logins left out. */
  passwords: closed({ untried: list(text()), limit: count() }),
  /** Not recomputable: `stated` answers (cut, or search aborted), and cases with `unsent` requests, by id. */
  unseen: closed({ stated: count(), unsent: list(text()) }),
  /** The signer as in the X.509 certificate. */
  signer: closed({ subject: text(), issuer: text(), serialNumber: text(), sha256: digest() }),
  /** The files that it covers, with their sizes. */
  files: list(closed({ name: text(), bytes: count(), sha256: digest() })),
  doesNotSay: list(choice(limitations)),
  /** Of the page. */
  language: choice(languages),
});

/** The signed statement: what was tested, how, when, and with what result. */
export type Certificate = Readable<z.infer<typeof schema>>;

/** A file in memory. */
export interface FileContent {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Names of the files of a certificate. Reports may be beside them. */
export const fileNames = {
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.p7s',
  certificate: 'certificate.json',
  page: 'certificate.html',
  chain: 'chain.pem',
  evidence: 'results.json',
} as const;

/** Largest sizes to write and read, in bytes. Several hundred requests with full bodies take 40 MB. */
export const mostBytes = { small: 64 * 1024, statement: 1024 * 1024, evidence: 64 * 1024 * 1024 } as const;

/** Most days that a certificate may be valid. */
export const mostDays = 3650;

/** SHA-256 of bytes, or of a text in UTF-8, as hex. */
export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Writes the list of digests that `sha256sum -c` reads, sorted by name. */
export function writeSums(sums: ReadonlyMap<string, string>): string {
  const sorted = [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([name, sum]) => `${sum}  ${name}\n`).join('');
}

/** Digests by file name; null for any text that `writeSums` would not write. */
export function readSums(list: string): ReadonlyMap<string, string> | null {
  const rows = list.split('\n').map((line) => /^([\da-f]{64}) {2}([\w-][\w.-]*)$/.exec(line));
  const sums = new Map(rows.flatMap((row) => (row?.[1] && row[2] ? [[row[2], row[1]] as const] : [])));
  return sums.size > 0 && writeSums(sums) === list ? sums : null;
}

/** A value as JSON for a file of its own. */
export const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The certificate in strict JSON (no unknown or repeated members), or a sentence about why there is none. */
export function readCertificate(said: string): Certificate | string {
  const { data, error } = schema.safeParse(parseJson(said));
  if (data === undefined) {
    const [issue] = error.issues;
    return `found something wrong at \`${issue?.path.join('.') || 'the top'}\`: ${issue?.message ?? ''}`;
  }
  return writeJson(parseJson(said)) === said ? data : 'it is not written as this suite writes it';
}

/** The suite and the rules that a certificate of any version names; null if there are none. */
export function readMaker(said: string): Pick<Certificate, 'suite' | 'rules'> | null {
  const { suite, rules } = schema.shape;
  return z.object({ suite, rules }).safeParse(parseJson(said)).data ?? null;
}

/** Undefined if the text is no JSON. */
function parseJson(said: string): unknown {
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return undefined;
  }
}

/** What a certificate says in addition to its Results. */
export interface Circumstances extends Pick<Certificate, 'id' | 'issuedAt' | 'expiresAt' | 'texts'> {
  /** From the signer towards the root. */
  readonly chain: Chain;
  /** Answers whose facts cannot be recomputed. */
  readonly stated: number;
}

/** The statement that follows from Results that earn one. */
export function statementOf(
  results: Results,
  spec: Specification,
  { id, issuedAt, expiresAt, texts, stated, chain: [signer] }: Circumstances,
  files: readonly FileContent[],
): Certificate {
  const { target, requirements, cases } = results;
  const endedAt = new Date(Date.parse(results.startedAt) + results.durationMs).toISOString();
  const isUnsent = ({ halted, attempts }: (typeof cases)[number]['trials'][number]): boolean =>
    halted !== null && attempts.length === 0;
  return {
    kind: 'sbp-banks-conformance-certificate',
    schemaVersion: 1,
    id,
    suite: results.suite,
    rules: results.rules,
    specification: results.spec,
    target: { name: target.name, baseUrl: target.baseUrl },
    profile: { sha256: results.profile.sha256 },
    variants: attainedClasses(results),
    notClaimed: spec.variants.map((variant) => variant.id).filter((one) => !target.variants.includes(one)),
    run: { startedAt: results.startedAt, endedAt, requests: results.requests },
    issuedAt,
    expiresAt,
    outside: requirements.flatMap(({ id: requirement, verdict, reason, waived, decided }) =>
      outcomeOf({ verdict, decided }) === 'pass' ? [] : [{ requirement, verdict, reason, waived }],
    ),
    reviews: results.reviews
      .filter(({ state }) => state === 'used')
      .map(({ case: testCase, requirements: settled, name, date }) => ({
        case: testCase,
        requirements: settled,
        name,
        date,
      })),
    texts,
    influences: results.environment.influences ?? [],
    passwords: { untried: leftOutByLimit(results), limit: results.profile.limits['failedLogins'] ?? 0 },
    unseen: {
      stated,
      unsent: cases.filter((one) => one.trials.some(isUnsent) || isUntried(one)).map((one) => one.id),
    },
    signer: {
      subject: onOneLine(signer.subject),
      issuer: onOneLine(signer.issuer),
      serialNumber: signer.serialNumber.toLowerCase(),
      sha256: sha256(signer.raw),
    },
    files: files.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) })),
    doesNotSay: limitations,
    language: target.language,
  };
}

/** The highest class of each variant. Omits variants that reached none. */
export function attainedClasses({ variants }: Pick<Results, 'variants'>): Certificate['variants'] {
  const reached = Object.entries(variants).flatMap(([variant, { classes }]) => {
    const name = classes.full.reached ? 'full' : classes.core.reached ? 'core' : null;
    return name === null
      ? []
      : [[variant, { class: name, requirements: classes[name].requirements }] as const];
  });
  return Object.fromEntries(reached);
}

/** Why Results earn no certificate, a sentence each. */
export function findObstacles(results: Results): readonly string[] {
  const { target, requirements, waivers, cases, leftOut, interrupted, variants } = results;
  const attained = attainedClasses(results);
  return [
    ...(target.tls === undefined ? [] : ['TLS was not verified (tls.verify: false in the profile)']),
    ...(interrupted ? ['the run was interrupted'] : []),
    ...(leftOut.cases.length > 0 ? [`${leftOut.cases.length} cases were excluded from the run`] : []),
    ...waivers
      .filter(({ state }) => state === 'stale')
      .map(({ requirement }) => `the waiver of ${requirement} is stale`),
    ...cases
      .filter(({ reason }) => reason === 'suite-error')
      .map(({ id }) => `the suite itself failed in ${id}`),
    ...Object.entries(variants)
      .filter(([variant]) => !Object.hasOwn(attained, variant))
      .flatMap(([variant, { classes }]) =>
        requirements
          .filter(({ id }) => classes.core.prevents.includes(id))
          .map((found) => `variant ${variant} does not reach class core: ${found.id} ${stateOf(found)}`),
      ),
    ...(Object.keys(variants).length === 0 ? ['no variant is claimed'] : []),
  ];
}

function stateOf(found: RequirementResult): string {
  switch (outcomeOf(found)) {
    case 'inconclusive':
      return `is inconclusive (${found.reason ?? 'no reason given'})`;
    case 'review':
      return 'is under review: a person has to decide';
    case 'pass':
      return 'was not seen as a whole, or not the same every time';
    case 'fail':
      return isFailure(found) ? 'fails' : 'fails, waived';
  }
}

/** The limits of a certificate that its readers must know, one line each. */
export function limitsOf(certificate: Certificate): readonly Message[] {
  const { outside, texts, reviews, influences, passwords, unseen } = certificate;
  const failed = outside.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
  const open = outside.filter(({ verdict }) => verdict !== 'fail').map(({ requirement }) => requirement);
  const patterns = Object.entries(texts).flatMap(([variant, own]) =>
    Object.entries(own).map(([condition, pattern]) => `${variant}.${condition}: ${JSON.stringify(pattern)}`),
  );
  const decisions = reviews.map(
    ({ requirements, name, date }) => `${requirements.join(', ')}: ${name}, ${date}`,
  );
  return [
    message('limit-signer'),
    message('limit-revocation'),
    ...(failed.length === 0 ? [] : [message('limit-failed', { ids: failed })]),
    ...(open.length === 0 ? [] : [message('limit-open', { ids: open })]),
    ...(patterns.length === 0 ? [] : [message('limit-patterns', { patterns: patterns.map(verbatim) })]),
    ...(decisions.length === 0 ? [] : [message('limit-persons', { decisions: decisions.map(verbatim) })]),
    ...influencesIn(influences),
    ...untriedOf(passwords),
    ...unseenOf(unseen),
  ];
}

/** What was set in the environment of the run, one line. */
export const influencesIn = (names: Certificate['influences']): readonly Message[] =>
  names.length === 0 ? [] : [message('limit-influences', { names })];

/** What the limit of failed logins left out of the kinds of wrong passwords. */
export const untriedOf = ({ untried: kinds, limit }: Certificate['passwords']): readonly Message[] =>
  kinds.length === 0 ? [] : [message('limit-passwords', { count: kinds.length, limit, kinds })];

/** What was not seen or cannot be recomputed, one line each. */
export const unseenOf = ({ stated, unsent }: Certificate['unseen']): readonly Message[] => [
  ...(stated === 0 ? [] : [message('limit-stated', { count: stated })]),
  ...(unsent.length === 0 ? [] : [message('limit-unsent', { ids: unsent })]),
];
