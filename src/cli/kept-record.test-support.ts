import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readTarget } from '../api/options.ts';
import { claimsOf, deriveCases, planRequests } from '../plan/plan.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import { page, refusal, switched, where, wrongPassword } from '../run/small-run.test-support.ts';
import type { Answer, Changes } from '../run/small-run.test-support.ts';
import type { Call, Reply, SmallService } from '../run/small-service.test-support.ts';
import { subjects } from '../reference/defects.ts';
import { judge, rules } from '../results/judge.ts';
import { recordOf } from '../results/record.ts';
import { exchangesById } from '../results/results.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { withBuiltIn } from '../api/built-in.ts';
import { requireCodes } from '../results/warning.test-support.ts';
import { topics } from '../judge/lexicon/hint.ts';
import { compounds, readings, rules as lexiconRules } from '../judge/lexicon/rules.ts';
import * as vocabulary from '../judge/lexicon/vocabulary.ts';
import { saidOf } from '../tools/mutation/said.ts';
import { fromSmall, is, once, own, ruleServices } from './rule-services.test-support.ts';

export interface Judgement {
  /** Verdict and reason of each requirement, by id. */
  readonly requirements: Readonly<Record<string, string>>;
  /** Verdict of each case, by id. */
  readonly cases: Readonly<Record<string, string>>;
  /** Codes of the causes, most important first. */
  readonly causes: readonly string[];
  /** The rest of the judgement: a digest for each case, and one for all else. */
  readonly said: Readonly<Record<string, string>>;
}

export interface KeptRecord {
  readonly judgement: Judgement;
  /** Results without everything that `judge` derives. */
  readonly results: Results;
}

export function judgementOf(results: Results): Judgement {
  const { requirements, cases, rootCauses } = results;
  const { cases: said, ...whole } = saidOf(results);
  return {
    requirements: Object.fromEntries(
      requirements.map(({ id, verdict, reason }) => [id, reason === null ? verdict : `${verdict} ${reason}`]),
    ),
    cases: Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict ?? 'observed'])),
    causes: rootCauses.map(({ words }) => words.message.code),
    said: Object.fromEntries([...said.map((one) => [one.id, shortOf(one)]), ['', shortOf(whole)]]),
  };
}

const shortOf = (said: object): string => digestOf(said).slice(0, 8);

/** Judges a record with the decisions that are kept with it. */
export const judgeKept = (results: Results): Results =>
  judge(recordOf(results, specification), specification, results.reviews, results.waivers);

const folder = new URL('../../fixtures/records/', import.meta.url);
const fileOf = (name: string): URL => new URL(`${name}.json.gz`, folder);

/** Rejects if there is no such record. */
export async function readKept(name: string): Promise<KeptRecord> {
  return JSON.parse(gunzipSync(await readFile(fileOf(name))).toString('utf8')) as KeptRecord;
}

/** Saves a record with its current verdicts. */
export async function keep(name: string, results: Results): Promise<void> {
  const slim = withoutDerived(results);
  const kept: KeptRecord = { judgement: judgementOf(judgeKept(slim)), results: slim };
  await writeFile(fileOf(name), gzipSync(JSON.stringify(kept), { level: 9 }));
}

/** The number of the rules, and digests that show a change of them. */
export interface RulesDigest {
  readonly rules: number;
  /** Digest of the lexicon. */
  readonly lexicon: string;
  /** Digests of the requests and checks for the target of a profile, by the profile's name. */
  readonly plans: Readonly<Record<string, string>>;
  /** Digest of the verdicts of all kept records. */
  readonly verdicts: string;
  /** Of all else that judging the kept records results in, without sentences: facts, observations, advice. */
  readonly shown: string;
}

/** Profiles whose plans are digested, with their environment. */
const planned = {
  staging: { STAGING_PASSWORD: 'a', BLOCKED_PASSWORD: 'b', NO_REWARD_PASSWORD: 'c', GATEWAY_KEY: 'd' },
  full: { FULL_PASSWORD: 'a', FULL_TOKEN: 'b', FULL_KEY: 'c' },
} as const;

const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(value, (key, part: unknown) => {
        // Sentences are not part of the rules.
        if (key === 'words' || key === 'title') return undefined;
        if (part instanceof RegExp) return String(part);
        return part instanceof Set || part instanceof Map ? [...part] : part;
      }),
    )
    .digest('hex');

async function planDigest([name, env]: readonly [string, Readonly<Record<string, string>>]) {
  const profile = fileURLToPath(new URL(`../../fixtures/targets/${name}.yaml`, import.meta.url));
  const claims = claimsOf(await readTarget(profile, { env }), specification);
  const cases = deriveCases(specification, claims);
  const requests = [...planRequests(cases, specification, claims).values()].map(
    ({ variant, ...request }) => ({ ...request, variant: variant.id }),
  );
  return [name, digestOf([claims, cases, requests])] as const;
}

/** The current digests of the rules and of the kept verdicts. */
export async function currentDigest(): Promise<RulesDigest> {
  const records = await Promise.all(
    Object.keys(services).map(async (name) => [name, await readKept(name)] as const),
  );
  const kept = records.map(([name, { judgement }]) => [name, judgement] as const);
  const shown = records.map(([name, { results }]) => [name, wordless(judgeKept(results))] as const);
  return {
    rules,
    lexicon: digestOf([vocabulary, compounds, readings, lexiconRules, topics]),
    plans: Object.fromEntries(await Promise.all(Object.entries(planned).map(planDigest))),
    verdicts: digestOf(kept),
    shown: digestOf(shown),
  };
}

const sentences = /^(?:message|expected|actual|hint|label|note|problem|question|statement|title|value)$/;

/** Results without their sentences: of these, codes and particulars stay. */
const wordless = (results: Results): string =>
  JSON.stringify(results, (key, part: unknown) =>
    typeof part === 'string' && sentences.test(key) ? undefined : part,
  );

const digestFile = new URL('../../fixtures/rules.json', import.meta.url);

export const readDigest = async (): Promise<RulesDigest> =>
  JSON.parse(await readFile(digestFile, 'utf8')) as RulesDigest;

export const keepDigest = async (): Promise<void> =>
  writeFile(digestFile, `${JSON.stringify(await currentDigest(), null, 2)}\n`);

/** Keeps only what judgement reads: attempts, each answer once, and the facts that the run states. */
function withoutDerived(results: Results): Results {
  const { requirements: _requirements, variants: _variants, rootCauses: _causes, ...rest } = results;
  const { observations: _observed, advisories: _advisories, baselines: _baselines, ...kept } = rest;
  const exchanges = [...exchangesById(results).values()].map(
    ({ id, request: { method, url }, response, error, startedAt, durationMs, facts, ...stated }) => ({
      id,
      request: { method, url, headers: [], body: null },
      response,
      error,
      startedAt,
      durationMs: Math.round(durationMs),
      curl: '',
      ...(stated.stated === true ? { stated: true } : {}),
      ...(stated.maskingChangedFacts === true ? { maskingChangedFacts: true } : {}),
      facts: stated.stated === true ? facts : null,
    }),
  );
  return {
    ...kept,
    controls: exchanges,
    cases: results.cases.map(({ id }) => ({ id, exchanges: [] })),
  } as unknown as Results;
}

/** Defects and tolerances of the reference of which a record is kept. */
const keptChanges = `
    a-unauthorized-401 unauthorized-statuses-swapped a-missing-400 b-missing-flag-409 b-decryption-crashes
    b-reward-unavailable-422 b-unauthorized-200 a-errors-200 b-flag-not-required a-anonymous-gets-list
    a-encryption-not-checked b-blocked-ip-allowed b-reward-is-unavailable-service a-never-unavailable
    b-plain-password-accepted a-wrong-password-accepted b-password-case-ignored a-list-by-get b-names-with-405 get-describes
    error-thirty-members-first
    a-missing-names-next-parameter a-missing-flag-names-partner-name a-missing-names-name-or-flag b-unencrypted-says-missing b-unauthorized-says-nothing b-unauthorized-refuses-without-reason
    a-one-text-for-everything b-error-cut a-unavailable-html b-list-wrapped a-success-windows-1251
    b-bic-null-once a-reads-query b-redirects-slash-away b-path-without-slash b-resets-blocked-ip a-success-reset b-success-502
    b-every-third-missing-unnamed headers-of-framework gzip-chunked list-empty record-further-members
    json-pretty-crlf names-in-guillemets paraphrase-english-short blocks-share-one-text
    unencrypted-before-missing b-ip-block-first locked-after-three-failed-logins replay-refused
    malformed-422 not-found-page first-503 passing-reset restart`;

/** Services whose records are kept. Each function runs the suite against one. */
export const services: Readonly<Record<string, () => Promise<Results>>> = {
  ...Object.fromEntries(keptChanges.match(/\S+/g)?.map((id) => [id, () => fromReference(id)]) ?? []),
  conforming: () => fromReference(null),
  'small-conforming': () => fromSmall('documented'),
  'small-typo-in-password': () => fromSmall('documented', wrongPassword),
  'small-two-failed-logins': () => fromSmall('documented', { limits: { failedLogins: 2 } }),
  'small-no-failed-logins': () => fromSmall('documented', { limits: { failedLogins: 0 } }),
  'small-bucket-429': () => fromSmall(bucket({ status: 429 })),
  'small-bucket-503-page': () => fromSmall(bucket({ ...page, status: 503 })),
  'small-asks-for-ten-minutes': () =>
    fromSmall(where(({ index }) => index >= 40, { status: 429, headers: { 'Retry-After': '600' } })),
  'small-dead-replica': () => fromSmall(where(({ index }) => index % 2 === 1, { ...page, status: 503 })),
  // The plain request is always refused, and so is every second request without credentials.
  'small-gateway-refuses-at-random': () => {
    let bare = 0;
    const isBare = ({ params }: Call): boolean => Object.keys(params).length === 0;
    return fromSmall(where((call) => is('success')(call) || (isBare(call) && (bare += 1) % 2 === 0), page));
  },
  'small-down-after-30': () => fromSmall(where(({ index }) => index >= 30, page)),
  'small-lock-423': () => fromSmall(locksAfter(2)),
  'small-one-kind-429': () =>
    fromSmall(
      where(({ kind, params }) => kind === 'missing' && !('useAuthByCert' in params), { status: 429 }),
    ),
  'small-set-up': () => fromSmall('documented', outage),
  'small-set-up-page': () => fromSmall(where(is('unavailable'), { ...page, status: 503 }), outage),
  'small-own-partner': () => fromSmall(lets(own, 99), { conditions: { unauthorized: { credentials: own } } }),
  'small-own-partner-locked': () =>
    fromSmall(lets(own, 1), {
      conditions: { unauthorized: { credentials: own } },
      limits: { failedLogins: 20 },
    }),
  'small-own-partner-unconfirmed': () =>
    fromSmall(lets(own, 0), {
      conditions: { unauthorized: { credentials: { partnerName: own.partnerName } } },
    }),
  'small-ways': () =>
    fromSmall(
      where(({ url }) => url.startsWith('/gateway'), page),
      ways,
    ),
  'small-pages-only': () => fromSmall(page),
  'small-429-only': () => fromSmall({ status: 429, headers: { 'Retry-After': '0' } }),
  'small-moved': () => fromSmall(({ url }) => ({ status: 308, headers: { Location: `/v2${url}` } })),
  'small-says-unavailable': () => fromSmall(where(is('success'), unavailable)),
  'small-interrupted': () => {
    const abort = new AbortController();
    const answer = where(({ index }) => index === 40 && (abort.abort(), true), 'silent');
    return fromSmall(answer, {}, { signal: abort.signal });
  },
  'small-login-lost': () => fromSmall(where(is('unauthorized'), page)),
  'small-login-and-others-lost': () =>
    fromSmall(where(({ kind, index }) => kind === 'unauthorized' || index % 9 === 8, page)),
  'small-one-at-a-time': () => fromSmall(where(({ open }) => open > 1, refusal(409))),
  'small-no-time-for-doubts': () => fromSmall(where(is('missing'), 'reset'), { limits: { recheck: 0 } }),
  'small-list-emptied': () =>
    fromSmall(
      where(({ kind, index }) => kind === 'success' && index > 20, { status: 200, body: '{"banks":[]}' }),
    ),
  'small-too-long': () =>
    fromSmall(where(({ url, body }) => url.length + body.length > 480, { status: 414 })),
  'small-spelling-met-page': () =>
    fromSmall(once(({ body }) => body.includes('\\u0070'), { ...page, status: 404 })),
  'small-odd-bodies': () => fromSmall(oddBodies),
  ...ruleServices,
};

/** Runs the suite against the reference with this change. */
async function fromReference(id: string | null): Promise<Results> {
  const subject = subjects.find((one) => one.id === id);
  if (subject === undefined && id !== null) throw new RangeError(`no defect or tolerance ${id}`);
  const named = subject === undefined ? [] : [subject.id];
  const changes = subject?.kind === 'defect' ? { defects: named } : { tolerances: named };
  return withBuiltIn({ ...changes, tls: subject?.needsTls === true }, async ({ profile }) => {
    const target = await readTarget(profile, { timeout: 1500, env: {} });
    return requireCodes(await runTarget({ target, cases: casesOf(target), seed: 1 }));
  });
}

const unavailable = { status: 500, body: '{"description_status":"Temporarily unavailable, try later"}' };

/** Switches the service off for a condition. */
const outage = (service: SmallService): Changes => ({ conditions: { unavailable: switched(service) } });

/** Provisions that do not reach the service: a gateway's pages, a closed port, a foreign source address. */
const ways = ({ url }: SmallService): Changes => ({
  conditions: {
    unavailable: { baseUrl: `${url}/gateway` },
    'reward-unavailable': { baseUrl: `${url}/gateway` },
    'partner-blocked': { baseUrl: 'http://127.0.0.1:1' },
    'ip-blocked': { localAddress: '203.0.113.7' },
  },
});

/** Also accepts this partner, and locks it after `most` wrong passwords. */
function lets({ partnerName, rightPassword }: typeof own, most: number): Answer {
  let wrong = 0;
  return ({ kind, params, password, variant }) => {
    if (params['partnerName'] !== partnerName || password === null || kind === 'missing') return 'documented';
    if (wrong >= most) return refusal(401);
    if (password === rightPassword) return { status: 200, body: '{"banks":[]}' };
    wrong += 1;
    return refusal(variant === 'a' ? 403 : 401);
  };
}

/** Bodies that are not valid error bodies. */
const oddBodies: Answer = ({ kind, params, indexOfKind }) => {
  const bodies = ['[]', '{}', '"no"', '{"description_status":""}', '{"description_status":7}', 'null'];
  const body = bodies[indexOfKind % bodies.length] ?? '';
  if (kind === 'missing' || kind === 'unencrypted') return { status: 422, body };
  return kind === 'elsewhere' && params['partnerName'] === undefined ? { status: 404, body } : 'documented';
};

/** A rate limiter of five requests per second. */
function bucket(refused: Reply): Answer {
  let next = 0;
  return ({ at }) => {
    if (at < next) return refused;
    next = at + 200;
    return 'documented';
  };
}

/** Locks the partner after `most` failed logins. */
function locksAfter(most: number): Answer {
  let failed = 0;
  return ({ kind }: Call) => {
    if (failed >= most && (kind === 'success' || kind === 'unauthorized')) return refusal(423);
    if (kind === 'unauthorized') failed += 1;
    return 'documented';
  };
}
