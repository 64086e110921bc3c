import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  choice,
  closed,
  count,
  day,
  digest,
  instant,
  list,
  record,
  sentence,
  text,
} from '../base/schema-field.ts';
import { isUntried, leftOutByLimit } from '../results/guesses.ts';
import { isFailure, outcomeOf } from '../results/totals.ts';
import { exchangesById } from '../results/results.ts';
import type { RequirementResult, Results } from '../results/results.ts';
import { variantById } from '../operation/specification.ts';
import type { Specification } from '../operation/specification.ts';
import { clip } from '../base/visible.ts';
import { verdicts } from '../judge/check.ts';
import { reasons } from '../judge/evidence.ts';
import { languages, message, verbatim } from '../messages/message.ts';
import type { Message, Readable } from '../messages/message.ts';
import { onOneLine } from './chain.ts';
import type { Chain } from './chain.ts';
import { bankCodeIn, readParameters } from './request.ts';

/** Limits of every certificate, each a sentence `not-said-…` in messages. */
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

/** `record`: signed as well, and says why there is no certificate. */
const kinds = ['sbp-banks-conformance-certificate', 'sbp-banks-conformance-record'] as const;

const schema = closed({
  kind: choice(kinds),
  schemaVersion: z.literal(1),
  id: z.uuid(),
  suite: closed({ name: text(), version: text().regex(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/) }),
  /** Version of the rules of judgement. */
  rules: count(),
  specification: closed({ title: text(), sha256: digest() }),
  target: closed({ name: text(), baseUrl: text() }),
  profile: closed({ sha256: digest() }),
  /**
   * Class and number of requirements of each claimed variant. All requirements of that class are met. In a
   * record, the class may be null. Bank code and partner are those of the plain request; null: not sent.
   */
  variants: record(
    closed({
      class: choice(['core', 'full']).nullable(),
      requirements: count(),
      bankCode: text().nullable().exactOptional(),
      partnerName: text().nullable().exactOptional(),
    }),
  ),
  /** Why there is no certificate; empty in one. */
  missed: list(sentence()).exactOptional(),
  /** Variants of the specification that the profile does not claim. */
  notClaimed: list(text()),
  run: closed({ startedAt: instant(), endedAt: instant(), requests: count() }),
  issuedAt: instant(),
  /** The certificate is no longer valid from this moment on. */
  expiresAt: instant(),
  /** Requirements of claimed variants that were not seen to pass. The reached class does not include them. */
  outside: list(
    closed({
      requirement: text(),
      verdict: choice(verdicts),
      reason: choice(reasons).nullable(),
      waived: z.boolean(),
      /** Who answers for the waiver. */
      owner: text().exactOptional(),
    }),
  ),
  /** Decisions by people that the result depends on. */
  reviews: list(closed({ case: text(), requirements: list(text()), name: text(), date: day() })),
  /** Keys of the settings of the profile on which the result rests, never their values. */
  settings: list(text()).exactOptional(),
  /** Names of environment variables that may have changed what was sent or trusted. */
  influences: list(text()),
  /** Kinds of wrong passwords that were not tried because of the limit of failed logins. */
  passwords: closed({ untried: list(text()), limit: count() }),
  /**
   * What cannot be recomputed: `stated` answers (cut, or the search was aborted), and ids of cases with
   * `unsent` requests.
   */
  unseen: closed({ stated: count(), unsent: list(text()) }),
  /** The signer as in the X.509 certificate. */
  signer: closed({ subject: text(), issuer: text(), serialNumber: text(), sha256: digest() }),
  /** The files that the signature covers. */
  files: list(closed({ name: text(), bytes: count(), sha256: digest() })),
  doesNotSay: list(choice(limitations)),
  /** Language of the page. */
  language: choice(languages),
});

/** The signed statement: what was tested, how, when, and with what result. */
export type Certificate = Readable<z.infer<typeof schema>>;

export interface FileContent {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Names of the files beside a statement. Reports may be in the same folder. */
export const fileNames = {
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.p7s',
  chain: 'chain.pem',
  evidence: 'results.json',
} as const;

/**
 * Keeps Git from changing line ends in the folder. It is not signed, and verify accepts it with this content
 * alone, or its absence: programs that copy or upload often leave hidden files out.
 */
export const gitAttributes = { name: '.gitattributes', text: '* -text\n' } as const;

/** Names of statement and page: nobody takes a record for a certificate by the name of its file. */
export const statementNames = {
  'sbp-banks-conformance-certificate': { statement: 'certificate.json', page: 'certificate.html' },
  'sbp-banks-conformance-record': { statement: 'record.json', page: 'record.html' },
} as const satisfies Record<Certificate['kind'], object>;

export const isRecord = ({ kind }: Pick<Certificate, 'kind'>): boolean =>
  kind === 'sbp-banks-conformance-record';

/** Limits for writing and reading, in bytes. A run of several hundred requests with full bodies takes 40 MB. */
export const mostBytes = { small: 64 * 1024, statement: 1024 * 1024, evidence: 64 * 1024 * 1024 } as const;

export const mostDays = 3650;

/** SHA-256 of bytes, or of a text in UTF-8, as hex. */
export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Writes a list of digests in the format of `sha256sum -c`, sorted by name. */
export function writeSums(sums: ReadonlyMap<string, string>): string {
  const sorted = [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([name, sum]) => `${sum}  ${name}\n`).join('');
}

/** Digests by file name; null if `writeSums` could not have written the text. */
export function readSums(list: string): ReadonlyMap<string, string> | null {
  const rows = list.split('\n').map((line) => /^([\da-f]{64}) {2}([\w-][\w.-]*)$/.exec(line));
  const sums = new Map(rows.flatMap((row) => (row?.[1] && row[2] ? [[row[2], row[1]] as const] : [])));
  return sums.size > 0 && writeSums(sums) === list ? sums : null;
}

export const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Parses a certificate strictly (no unknown or repeated members), or says what is wrong. */
export function readCertificate(json: string): Certificate | string {
  const { data, error } = schema.safeParse(parseJson(json));
  if (data === undefined) {
    const [issue] = error.issues;
    return `found something wrong at \`${issue?.path.join('.') || 'the top'}\`: ${issue?.message ?? ''}`;
  }
  return writeJson(parseJson(json)) === json ? data : 'it is not written as this suite writes it';
}

/** Reads suite and rules from a certificate of any version; null if they are missing. */
export function readMaker(json: string): Pick<Certificate, 'suite' | 'rules'> | null {
  const { suite, rules } = schema.shape;
  return z.object({ suite, rules }).safeParse(parseJson(json)).data ?? null;
}

/** Undefined if the text is not JSON. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** What a certificate states in addition to its Results. */
export interface Circumstances extends Pick<Certificate, 'id' | 'issuedAt' | 'expiresAt'> {
  /** In order from the signer to the root. */
  readonly chain: Chain;
  /** Number of answers whose facts cannot be recomputed. */
  readonly stated: number;
}

/** Derives the signed statement from Results: a record if something is missed (`missedBy`). */
export function statementOf(
  results: Results,
  spec: Specification,
  { id, issuedAt, expiresAt, stated, chain: [signer] }: Circumstances,
  files: readonly FileContent[],
): Certificate {
  const { target, requirements, cases } = results;
  const missed = missedBy(results);
  const classes = attainedClasses(results);
  const endedAt = new Date(Date.parse(results.startedAt) + results.durationMs).toISOString();
  const isUnsent = ({ halted, attempts }: (typeof cases)[number]['trials'][number]): boolean =>
    halted !== null && attempts.length === 0;
  return {
    kind: kinds[missed.length === 0 ? 0 : 1],
    schemaVersion: 1,
    id,
    suite: results.suite,
    rules: results.rules,
    specification: results.spec,
    target: { name: target.name, baseUrl: target.baseUrl },
    profile: { sha256: results.profile.sha256 },
    variants: Object.fromEntries(
      target.variants.map((variant) => [
        variant,
        { ...(classes[variant] ?? { class: null, requirements: 0 }), ...testedIn(results, spec, variant) },
      ]),
    ),
    missed,
    settings: results.profile.settings ?? [],
    notClaimed: spec.variants.map((variant) => variant.id).filter((one) => !target.variants.includes(one)),
    run: { startedAt: results.startedAt, endedAt, requests: results.requests },
    issuedAt,
    expiresAt,
    outside: requirements.flatMap(({ id: requirement, verdict, reason, waived, decided }) => {
      if (outcomeOf({ verdict, decided }) === 'pass') return [];
      const waiver = waived ? results.waivers.find((one) => one.requirement === requirement) : undefined;
      const owner = waiver === undefined ? {} : { owner: waiver.owner };
      return [{ requirement, verdict, reason, waived, ...owner }];
    }),
    reviews: results.reviews
      .filter(({ state }) => state === 'used')
      .map(({ case: testCase, requirements: settled, name, date }) => ({
        case: testCase,
        requirements: settled,
        name,
        date,
      })),
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
    doesNotSay: limitations.filter((name) => applies[name](results, classes)),
    language: target.language,
  };
}

/** Tells where a limit has something to be said about. */
const applies = {
  moment: () => true,
  profile: () => true,
  reviews: ({ reviews }) => reviews.some(({ state }) => state === 'used'),
  'other-variants': ({ notApplicable }) => notApplicable.length > 0,
  passwords: (results) => leftOutByLimit(results).length > 0,
  class: (_, classes) => Object.values(classes).some((reached) => reached.class === 'core'),
  security: () => true,
  signer: () => true,
  revocation: () => true,
} as const satisfies Record<
  (typeof limitations)[number],
  (results: Results, classes: ReturnType<typeof attainedClasses>) => boolean
>;

/** Bank code and partner of the plain request, as they were sent; null if nothing was sent, or has no such. */
function testedIn(
  { baselines, target, ...results }: Results,
  spec: Specification,
  id: string,
): Pick<Certificate['variants'][string], 'bankCode' | 'partnerName'> {
  const variant = variantById(spec, id);
  const plain = exchangesById(results).get(baselines[id]?.attempts[0] ?? '')?.request;
  if (plain === undefined) return { bankCode: null, partnerName: null };
  const partner = variant.parameters.find(({ role }) => role === 'partner')?.name ?? '';
  return {
    bankCode: bankCodeIn(plain.url, target.baseUrl, variant),
    partnerName: readParameters(plain, variant).get(partner) ?? null,
  };
}

/** The highest class of each variant. Omits variants that reached none. */
export function attainedClasses({ variants }: Pick<Results, 'variants'>) {
  const reached = Object.entries(variants).flatMap(([variant, { classes }]) => {
    const name = classes.full.reached ? ('full' as const) : classes.core.reached ? ('core' as const) : null;
    return name === null
      ? []
      : [[variant, { class: name, requirements: classes[name].requirements }] as const];
  });
  return Object.fromEntries(reached);
}

/** Why nothing of a run is signed: it says nothing of the service as a whole. One sentence each. */
export function obstaclesIn({ cases, leftOut, interrupted, variants }: Results): readonly string[] {
  return [
    ...(interrupted ? ['the run was interrupted'] : []),
    ...(leftOut.cases.length > 0 ? [`${leftOut.cases.length} cases were excluded from the run`] : []),
    ...cases
      .filter(({ reason }) => reason === 'suite-error')
      .map(({ id }) => `the suite itself failed in ${id}`),
    ...(Object.keys(variants).length === 0 ? ['no variant is claimed'] : []),
  ];
}

/** Why Results do not qualify for a certificate. If there is anything, a record is signed. */
export function missedBy(results: Results): readonly Message[] {
  const { target, requirements, waivers, variants } = results;
  const attained = attainedClasses(results);
  return [
    ...(target.tls === undefined ? [] : [message('missed-tls')]),
    ...waivers
      .filter(({ state }) => state === 'stale')
      .map(({ requirement }) => message('missed-waiver', { requirement: clip(requirement, 100) })),
    ...Object.entries(variants)
      .filter(([variant]) => !Object.hasOwn(attained, variant))
      .flatMap(([variant, { classes }]) => {
        const found = requirements.filter(({ id }) => classes.core.prevents.includes(id));
        return [...Map.groupBy(found, (one) => JSON.stringify(stateOf(one))).values()].map((same) =>
          message('missed-core', {
            variant,
            ids: same.map(({ id }) => id),
            states: same.slice(0, 1).map(stateOf),
          }),
        );
      }),
  ];
}

function stateOf(requirement: RequirementResult): Message {
  switch (outcomeOf(requirement)) {
    case 'inconclusive':
      return message('state-inconclusive', { reason: requirement.reason ?? '' });
    case 'review':
      return message('state-review');
    case 'pass':
      return message('state-partial');
    case 'fail':
      return isFailure(requirement) ? message('state-fails') : message('state-waived');
  }
}

/** Limits of a certificate that its readers must know, one line each. */
export function limitsOf(certificate: Certificate): readonly Message[] {
  const { reviews, influences, passwords, unseen, variants } = certificate;
  // Of a variant without a class, a record says already what kept it from one.
  const outside = certificate.outside.filter(({ requirement }) =>
    Object.entries(variants).some(([id, own]) => own.class !== null && requirement.startsWith(`${id}.`)),
  );
  const failed = outside.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
  const open = outside.filter(({ verdict }) => verdict !== 'fail').map(({ requirement }) => requirement);
  return [
    message('limit-signer'),
    message('limit-revocation'),
    ...(failed.length === 0 ? [] : [message('limit-failed', { ids: failed })]),
    ...(open.length === 0 ? [] : [message('limit-open', { ids: open })]),
    ...(reviews.length === 0
      ? []
      : [message('limit-persons', { decisions: decisionsIn(certificate).map(verbatim) })]),
    ...influencesIn(influences),
    ...untriedOf(passwords),
    ...unseenOf(unseen),
  ];
}

/** Each decision of a person once, however many cases show its text. */
export const decisionsIn = ({ reviews }: Pick<Certificate, 'reviews'>): readonly string[] => [
  ...new Set(reviews.map(({ requirements, name, date }) => `${requirements.join(', ')}: ${name}, ${date}`)),
];

/** Names the settings of the profile on which the result rests. */
export const settingsIn = ({ settings = [] }: Pick<Certificate, 'settings'>): readonly Message[] =>
  settings.length === 0 ? [] : [message('rests-on-settings', { keys: settings })];

export const influencesIn = (names: Certificate['influences']): readonly Message[] =>
  names.length === 0 ? [] : [message('limit-influences', { names })];

/** Names the kinds of wrong passwords that the limit of failed logins excluded. */
export const untriedOf = ({ untried: kinds, limit }: Certificate['passwords']): readonly Message[] =>
  kinds.length === 0 ? [] : [message('limit-passwords', { count: kinds.length, limit, kinds })];

/** Says what was not seen or cannot be recomputed, one line each. */
export const unseenOf = ({ stated, unsent }: Certificate['unseen']): readonly Message[] => [
  ...(stated === 0 ? [] : [message('limit-stated', { count: stated })]),
  ...(unsent.length === 0 ? [] : [message('limit-unsent', { ids: unsent })]),
];
