import { buildRequest, open } from '../case/build-request.ts';
import { deriveCases } from '../case/plan.ts';
import { baseline, judged, lacking, requestKey } from '../case/test-case.ts';
import type { Value } from '../case/build-request.ts';
import type { PasswordForm, Stimulus, TestCase } from '../case/test-case.ts';
import type { Header, RecordedRequest, RecordedResponse } from '../http/exchange.ts';
import { judge } from '../result/judge.ts';
import { recordOf } from '../result/record.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { needsProvisioning, variantById } from '../spec/specification.ts';
import type { Specification, Variant } from '../spec/specification.ts';
import type { BodyFacts, Evidence } from '../verdict/evidence.ts';
import { inspectBody } from '../verdict/inspect.ts';
import { createTextReader } from '../verdict/read-text.ts';
import type { ReadText } from '../verdict/read-text.ts';
import { doubtOf } from '../verdict/settle.ts';
import { isBaseline } from '../verdict/evidence.ts';
import { message } from '../wording/message.ts';
import type { Certificate } from './certificate.ts';
import { sha256 } from './certificate.ts';

/** What follows from recorded evidence when it is computed again. */
export interface Recomputed {
  /** Results as they follow from the record. */
  readonly results: Results;
  /** Where the recorded ones say something else, the first place in a sentence; null where they do not. */
  readonly problem: string | null;
  /** Answers over the recording limit or masked: their facts are stated and could not be computed. */
  readonly stated: number;
}

/**
 * Derives the requests again from the cases, computes the facts from the recorded bodies, judges, and compares the whole with
 * the recorded Results. Throws for a record that no run leaves behind.
 */
export function recompute(recorded: Results, spec: Specification, texts: Certificate['texts']): Recomputed {
  const derived = deriveCases(spec, recorded.profile.claims, recorded.thorough);
  const omission = findOmission(recorded, derived);
  if (omission !== null) return { results: recorded, problem: omission, stated: 0 };
  const record = deriveRecord(recorded, derived, spec, texts);
  const results = judge(recordOf(record.results), spec, recorded.reviews, recorded.waivers);
  // What follows from a wrong record is wrong as well: the record is what is named.
  const problem =
    findDifference(recorded, record.results) ?? findDifference(recorded, JSON.parse(JSON.stringify(results)));
  return { results, problem, stated: record.stated };
}

/** What a whole run leaves behind and the record does not, in a sentence. */
function findOmission(
  { cases, controls, requests, repeat, target, profile, baselines }: Results,
  derived: readonly TestCase[],
): string | null {
  const known = new Map(derived.map((testCase) => [testCase.id, testCase]));
  if (new Set(cases.map(({ id }) => id)).size < cases.length) return 'the record contains a case twice';
  for (const found of cases) {
    const testCase = known.get(found.id);
    if (testCase === undefined) return `case ${found.id} is no case of this specification and target`;
    const problem = findOmitted(found, testCase, repeat);
    if (problem !== null) return problem;
  }
  for (const members of [Object.keys(profile.claims), Object.keys(baselines)]) {
    if (members.toSorted().join() !== target.variants.toSorted().join()) {
      return 'claims or plain requests are not those of the variants';
    }
  }
  if (repeat > 1 && !cases.some(({ goes }) => goes?.times === repeat)) {
    return `no case was carried out ${repeat} times`;
  }
  const all = [...cases.flatMap(({ exchanges }) => exchanges), ...controls];
  // What is derived from a record repeats the address and the parameters of the plain request in every request.
  const kept = [
    target.baseUrl,
    ...all.flatMap(({ request, response }) => [request.url, request.body, response?.body]),
  ];
  if (kept.some((text) => (text?.length ?? 0) > 2 * recordingLimit))
    return 'it holds more of a request or an answer than is recorded';
  const count = new Set(all.map(({ id }) => id)).size;
  // Of repeated cases, and while a set-up holds, not every exchange is kept.
  const isKept = repeat === 1 && !cases.some(({ trials }) => trials.some(({ outage }) => outage));
  if (isKept ? requests === count : requests >= count) return null;
  return `${requests} requests were sent, but the record holds ${count} exchanges`;
}

/** Every round of a case has each of its requests once, in their order, and each of them was sent or held back. */
function findOmitted(
  { id, trials, goes, failure }: CaseResult,
  { stimuli, provisioned }: TestCase,
  repeat: number,
): string | null {
  const rounds = trials.length / stimuli.length;
  const times = goes?.times ?? Math.min(repeat, 1);
  if (!Number.isInteger(rounds) || rounds > times || times > repeat) {
    return `case ${id}: its requests are not those that the case consists of`;
  }
  const isEmpty = trials.length === 0 && provisioned && failure === undefined;
  return isEmpty || trials.some(({ attempts, halted }) => attempts.length === 0 && halted === null)
    ? `case ${id} has no request, though nothing kept the run from it`
    : null;
}

interface Derivation {
  readonly spec: Specification;
  readonly texts: Certificate['texts'];
  readonly recorded: Results;
  readonly exchanges: ReadonlyMap<string, Evidence>;
  /** Requests by variant and words. */
  readonly stimuli: ReadonlyMap<string, Stimulus>;
  readonly readText: ReadText;
  readonly budget: { milliseconds: number; stated: number };
}

const nameOf = (variant: string, words: Stimulus['words']): string => JSON.stringify([variant, words]);

/** The Results with every part of their record that follows from another one derived again. */
function deriveRecord(
  recorded: Results,
  derived: readonly TestCase[],
  spec: Specification,
  texts: Certificate['texts'],
): { readonly results: Results; readonly stated: number } {
  const known = new Map(derived.map((testCase) => [testCase.id, testCase]));
  const all = [...recorded.controls, ...recorded.cases.flatMap(({ exchanges }) => exchanges)];
  const requests = derived.flatMap(({ variant, stimuli }) =>
    stimuli.map((stimulus) => [nameOf(variant, stimulus.words), stimulus] as const),
  );
  const derivation: Derivation = {
    spec,
    texts,
    recorded,
    exchanges: new Map(all.map((one) => [one.id, one])),
    stimuli: new Map([...spec.variants.flatMap(probesOf), ...requests]),
    readText: createTextReader(),
    budget: { milliseconds: 2000, stated: 0 },
  };
  const exchanges = new Map(
    [...derivation.exchanges].map(([id, one]) => [id, deriveExchange(one, derivation)]),
  );
  const again = (one: Evidence): Evidence => exchanges.get(one.id) ?? one;
  const results: Results = {
    ...recorded,
    cases: recorded.cases.map((found) => {
      const { stimuli = [], exclusive = [] } = known.get(found.id) ?? {};
      return {
        ...found,
        exchanges: found.exchanges.map(again),
        trials: found.trials.map((trial, place) => {
          const stimulus = stimuli[place % stimuli.length];
          return stimulus === undefined
            ? trial
            : deriveTrial(trial, found.variant, stimulus, exclusive.includes(stimulus.condition), derivation);
        }),
      };
    }),
    controls: recorded.controls.map(again),
    baselines: Object.fromEntries(
      Object.entries(recorded.baselines).map(([variant, trial]) => [
        variant,
        deriveTrial(trial, variant, judged(variantById(spec, variant), baseline), false, derivation),
      ]),
    ),
  };
  return { results, stated: derivation.budget.stated };
}

/** Requests that are in no case: the plain one comes from `success`, and one that lacks everything tries a service that refuses the plain one. */
function probesOf(variant: Variant): readonly (readonly [string, Stimulus])[] {
  const names = variant.parameters.map(({ name }) => name);
  const probe = judged(variant, { ...lacking(names), words: message('request-without-any') });
  return [[nameOf(variant.id, probe.words), probe]];
}

/** Whether the profile may bring the condition about by credentials, headers or a way of its own. */
const mayDiffer = ({ condition }: Stimulus): boolean =>
  condition === 'unauthorized' || needsProvisioning(condition);

function deriveTrial(
  trial: TrialRecord,
  variant: string,
  stimulus: Stimulus,
  exclusive: boolean,
  { exchanges, recorded, stimuli }: Derivation,
): TrialRecord {
  const { label, words, condition, status, credentials, onOperation, onPath } = stimulus;
  const first = exchanges.get(recorded.baselines[variant]?.attempts.at(-1) ?? '');
  const last = exchanges.get(trial.attempts.at(-1) ?? '');
  const login = trial.earlierLogin === null ? undefined : exchanges.get(trial.earlierLogin);
  const isLogin =
    login !== undefined &&
    credentials !== 'valid' &&
    stimuli.get(nameOf(login.variant, login.words))?.condition === 'unauthorized' &&
    login.response !== null &&
    login.response.status !== 429;
  const isAnswered = last !== undefined && !exclusive && doubtOf(last, stimulus) === null;
  const isOwn = (id: string): boolean => {
    const one = exchanges.get(id);
    const sent = one?.variant === variant ? stimuli.get(nameOf(variant, one.words)) : undefined;
    return sent !== undefined && requestKey(variant, sent) === requestKey(variant, stimulus);
  };
  const isGood = (one: Evidence): boolean => {
    if (isBaseline(one))
      return (
        one.response?.status === first?.response?.status &&
        doubtOf(one, { ...stimulus, status: 200 }) === null
      );
    const expected = stimuli.get(nameOf(one.variant, one.words))?.status;
    const { facts, response } = one;
    return response !== null && response.status === expected && facts?.kind === 'json' && facts.isError;
  };
  return {
    ...trial,
    expectation: { label, words, condition, status, credentials, onOperation, onPath },
    // A request is answered by exchanges that sent it, a control is the plain request, or a refusal in its place.
    attempts: trial.attempts.filter(isOwn),
    controls: trial.controls.flatMap(({ id, good }) => {
      const one = exchanges.get(id);
      if (one === undefined || one.variant !== variant) return [];
      if (!isBaseline(one) && !isBaseline(stimulus)) return [];
      // What a set-up changes is no matter of the first answer.
      return [{ id, good: exclusive ? good : isGood(one) }];
    }),
    outage: exclusive,
    ownRoute: mayDiffer(stimulus) && trial.ownRoute,
    ownGateway: mayDiffer(stimulus) && trial.ownRoute && trial.ownGateway,
    earlierLogin: isLogin ? trial.earlierLogin : null,
    halted: isAnswered ? null : trial.halted,
  };
}

function deriveExchange(evidence: Evidence, derivation: Derivation): Evidence {
  const { variant: id, words, request, response, facts, error } = evidence;
  const { stimuli, spec, recorded, exchanges } = derivation;
  const stimulus = stimuli.get(nameOf(id, words));
  if (stimulus === undefined) throw new RangeError(`exchange ${evidence.id} belongs to no request`);
  const variant = variantById(spec, id);
  const plain = exchanges.get(recorded.baselines[id]?.attempts.at(-1) ?? '');
  if (plain === undefined) throw new RangeError(`variant ${id} has no plain request on record`);
  return {
    ...evidence,
    label: stimulus.label,
    request: deriveRequest(stimulus, request, plain.request, variant, recorded),
    ...(response === null
      ? {
          facts: null,
          error: error ?? {
            kind: 'other',
            stage: 'exchange',
            code: '',
            message: '',
            words: message('neither-answer'),
          },
        }
      : { ...deriveAnswer(response, facts, stimulus, variant, derivation), error: null }),
  };
}

/** How the password's value is shown; all other forms are a ciphertext. */
const shownForms: Readonly<Partial<Record<PasswordForm, string>>> = {
  empty: '',
  blank: ' ',
  plain: '<password>',
  base64: '<password>',
  base64url: '<password>',
  hex: '<password>',
};

/** The request of a stimulus as it would be recorded: its values are those of the plain request, but for what differs. */
function deriveRequest(
  stimulus: Stimulus,
  recorded: RecordedRequest,
  plain: RecordedRequest,
  variant: Variant,
  { target, suite }: Results,
): RecordedRequest {
  const baseUrl = target.baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');
  const [usual, own] = [readParameters(plain, variant), readParameters(recorded, variant)];
  const values = new Map<string, Value>();
  for (const { name, role } of variant.parameters) {
    if (stimulus.without?.includes(name)) continue;
    const isUnknown = role === 'partner' && stimulus.partner === 'unknown';
    // An unknown partner is any but the known one.
    const given = isUnknown && own.get(name) === usual.get(name) ? '<unknown partner>' : own.get(name);
    const isOwn = isUnknown || mayDiffer(stimulus);
    const isLonger = role === 'partner' && stimulus.partner === 'longer';
    const value = isLonger ? `${usual.get(name) ?? ''}7` : ((isOwn ? given : usual.get(name)) ?? '');
    values.set(
      name,
      open(role === 'password' ? (shownForms[stimulus.password ?? 'encrypted'] ?? '<ciphertext>') : value),
    );
  }
  const { shown: built } = buildRequest(stimulus, values, {
    variant,
    settings: { bankCode: bankCodeOf(plain.url, baseUrl, variant), headers: {} },
    provision: {},
    baseUrl,
    userAgent: `${suite.name}/${suite.version}`,
    requestId: recorded.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? '',
  });
  return {
    method: built.method,
    url: sameWay(built.url, recorded.url, baseUrl, stimulus),
    headers: deriveHeaders(built.headers, recorded.headers, stimulus),
    body: built.body === null ? null : sameFiller(built.body, recorded.body, stimulus),
  };
}

/** On a way of its own a condition may have another base URL, but no other path. */
function sameWay(built: string, recorded: string, baseUrl: string, stimulus: Stimulus): string {
  const rest = built.slice(baseUrl.length);
  return mayDiffer(stimulus) && recorded.endsWith(rest) ? recorded : built;
}

/** How much filler a large body has depends on the length of a ciphertext, and a record cuts it. */
function sameFiller(built: string, recorded: string | null, { twist }: Stimulus): string {
  const head = (text: string): string => text.slice(0, Math.max(0, text.search(/x{64}| {64}/)));
  const isSame = twist?.kind === 'large-body' && recorded !== null && head(built) === head(recorded);
  return isSame ? recorded : built;
}

/** Headers that the suite sets; a header of the profile has priority and is masked, or belongs to its condition. */
function deriveHeaders(
  built: readonly Header[],
  recorded: readonly Header[],
  stimulus: Stimulus,
): readonly Header[] {
  if (mayDiffer(stimulus)) return recorded;
  const names = ['content-type', 'accept', 'user-agent', 'content-length', 'x-request-id'];
  const own = new Map(built.map(([name, value]) => [name.toLowerCase(), value]));
  const kept = recorded.flatMap(([name, value]): readonly Header[] => {
    const key = name.toLowerCase();
    const expected = own.get(key);
    own.delete(key);
    if (!names.includes(key) || value.includes('<secret>')) return [[name, value]];
    if (expected === undefined) return [];
    // A case may be named behind the product.
    const isProduct = key === 'user-agent' && value.startsWith(`${expected} (`);
    return [[name, isProduct ? value : expected]];
  });
  return [...kept, ...own];
}

/** The parameters of a recorded request by name; none where it does not carry them as its variant does. */
function readParameters({ url, body }: RecordedRequest, { carrier }: Variant): ReadonlyMap<string, string> {
  switch (carrier) {
    case 'json-body':
      return new Map(Object.entries(objectOf(body ?? '')).map(([name, value]) => [name, String(value)]));
    case 'query':
      return new Map(new URLSearchParams(url.split('?')[1]?.replaceAll('+', '%2B') ?? ''));
  }
}

function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The segment of the plain request's path for the bank. */
function bankCodeOf(url: string, baseUrl: string, { path }: Variant): string | null {
  const [before = '', after] = path.split('<bank_code>');
  const sent = url.split('?')[0] ?? '';
  if (after === undefined || !sent.endsWith(after)) return null;
  const code = sent.slice(baseUrl.length + before.length, sent.length - after.length);
  return code.includes('/') ? null : code;
}

/** Bytes of a body that a record keeps. */
const recordingLimit = 64 * 1024;

const isMasked = (text: string): boolean => /<(?:password|ciphertext|secret)>/.test(text);

function deriveAnswer(
  response: RecordedResponse,
  facts: BodyFacts | null,
  stimulus: Stimulus,
  variant: Variant,
  derivation: Derivation,
): { readonly response: RecordedResponse; readonly facts: BodyFacts } {
  const { spec, texts, readText, budget } = derivation;
  const { body, bodyLength, bodySha256 } = response;
  const bytes = Buffer.from(body, 'utf8');
  const isWhole = bytes.length === bodyLength && sha256(bytes) === bodySha256;
  const isCut = response.bodyTruncated && bodyLength > recordingLimit && bytes.length > recordingLimit - 4;
  // Bytes that are no UTF-8 are shown as replacement characters.
  const isAltered = isMasked(body) || (facts?.kind === 'not-json' && body.includes('\ufffd'));
  if (facts !== null && !isWhole && (isCut || isAltered)) {
    budget.stated += 1;
    return { response: { ...response, bodyTruncated: bodyLength > recordingLimit }, facts };
  }
  const isEncoded = response.headers.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value.toLowerCase() !== 'identity',
  );
  // What could not be decompressed is not JSON, whatever its bytes look like.
  const error = facts?.kind === 'not-json' && isEncoded ? facts.problem : null;
  const pattern = patternOf(stimulus, texts, variant);
  const start = performance.now();
  const seen = inspectBody(new TextEncoder().encode(body), error, {
    contract: spec.body,
    mask: (text) => text,
    parameters: variant.parameters.map(({ name }) => name),
    pattern: budget.milliseconds > 0 ? pattern : null,
    readText,
  });
  if (pattern !== null) budget.milliseconds -= performance.now() - start;
  return {
    response: { ...response, bodyLength: bytes.length, bodySha256: sha256(bytes), bodyTruncated: false },
    facts: withStated(seen, facts, pattern, budget),
  };
}

/** The profile's pattern as the certificate states it, its placeholder filled in. */
function patternOf(
  { condition, without }: Stimulus,
  texts: Certificate['texts'],
  { id, parameters }: Variant,
): string | null {
  const encrypted = parameters.find((parameter) => parameter.encrypted)?.name;
  const about = condition === 'missing' ? without?.[0] : encrypted;
  const own = new Map(Object.entries(new Map(Object.entries(texts)).get(id) ?? {}));
  return own.get(condition)?.replaceAll('{parameter}', about ?? '') ?? null;
}

/** A search for a pattern that was ended, then or now, stays as it is stated. */
function withStated(
  seen: BodyFacts,
  stated: BodyFacts | null,
  pattern: string | null,
  budget: Derivation['budget'],
): BodyFacts {
  if (pattern === null || seen.kind !== 'json' || seen.text?.type !== 'string') return seen;
  const [now, then] = [seen, stated].map((one) => (one?.kind === 'json' ? one.text?.matchesPattern : null));
  const isEnded = now === 'too-slow' || now === null || then === 'too-slow';
  if (!isEnded || then === null || then === undefined) return seen;
  budget.stated += 1;
  return { ...seen, text: { ...seen.text, matchesPattern: then } };
}

/** The first place where two values of JSON differ, in a sentence; null where they say the same. */
export function findDifference(recorded: unknown, expected: unknown, path = ''): string | null {
  if (Object.is(recorded, expected)) return null;
  if (!isObject(recorded) || !isObject(expected) || Array.isArray(recorded) !== Array.isArray(expected)) {
    return `${path.replace(/^\./, '') || 'the top'}: found ${shown(recorded)}, computed ${shown(expected)}`;
  }
  const members = new Set([...Object.keys(recorded), ...Object.keys(expected)]);
  for (const name of members) {
    const [left, right] = [recorded, expected].map((one) =>
      Object.hasOwn(one, name) ? one[name] : undefined,
    );
    const found = findDifference(left, right, `${path}${stepTo(name, recorded, left)}`);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** An item of a list is named by its id where it has one. */
function stepTo(name: string, list: unknown, item: unknown): string {
  if (!Array.isArray(list)) return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return isObject(item) && typeof item['id'] === 'string' ? `[${item['id']}]` : `[${name}]`;
}

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? '').slice(0, 80);
