import { buildRequest, open } from '../case/build-request.ts';
import { deriveCases } from '../case/plan.ts';
import { baseline, judged, kindOf, lacking, ownPartner, patternOf, requestKey } from '../case/test-case.ts';
import type { PasswordForm, Stimulus, TestCase } from '../case/test-case.ts';
import type { RecordedRequest, RecordedResponse } from '../http/exchange.ts';
import { judge } from '../result/judge.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { needsProvisioning, variantById } from '../spec/specification.ts';
import type { Specification, Variant } from '../spec/specification.ts';
import { isBaseline } from '../verdict/evidence.ts';
import type { BodyFacts, Evidence } from '../verdict/evidence.ts';
import { createTextReader, inspectBody } from '../verdict/inspect.ts';
import type { ReadText } from '../verdict/inspect.ts';
import { doubtOf, isOwnRefusal, mayBeLock } from '../verdict/settle.ts';
import { message, say } from '../wording/message.ts';
import type { Certificate } from './certificate.ts';
import { sha256 } from './certificate.ts';

/** What follows from recorded evidence when it is computed again. */
export interface Recomputed {
  /** Results as they follow from the record. */
  readonly results: Results;
  /** Where the recorded ones say something else, the first place in a sentence; null where they do not. */
  readonly problem: string | null;
  /** Answers over the recording limit, and searches that were ended: their facts are stated and could not be computed. */
  readonly stated: number;
}

/**
 * Derives the requests again from the cases, computes the facts from the recorded bodies, judges, and compares the whole with
 * the recorded Results. Throws for a record that no run leaves behind.
 */
export function recompute(recorded: Results, spec: Specification, texts: Certificate['texts']): Recomputed {
  const derived = deriveCases(spec, recorded.profile.claims, recorded.thorough);
  const cases = new Map(derived.map((testCase) => [testCase.id, testCase]));
  const omission = findOmission(recorded, cases);
  if (omission !== null) return { results: recorded, problem: omission, stated: 0 };
  const limits = { milliseconds: 2000, stated: 0 };
  const record = deriveRecord(recorded, cases, spec, texts, limits);
  const results = judge(record, spec, recorded.reviews, recorded.waivers);
  // What follows from a wrong record is wrong as well: the record is what is named.
  const problem =
    findDifference(recorded, record) ?? findDifference(recorded, JSON.parse(JSON.stringify(results)));
  return { results, problem, stated: limits.stated };
}

/** What a whole run leaves behind and the record does not, in a sentence. */
function findOmission(recorded: Results, known: ReadonlyMap<string, TestCase>): string | null {
  const { cases, controls, requests, repeat, target, profile, baselines } = recorded;
  const all = [...cases.flatMap(({ exchanges }) => exchanges), ...controls];
  const count = new Set(all.map(({ id }) => id)).size;
  const variants = target.variants.toSorted().join();
  // What is derived from a record repeats the address and the parameters of the plain request in every request.
  const kept = [
    target.baseUrl,
    ...all.flatMap(({ request, response }) => [request.url, request.body, response?.body]),
  ];
  // Of repeated cases, and while a set-up holds, not every exchange is kept.
  const isKept = repeat === 1 && !cases.some(({ trials }) => trials.some(({ outage }) => outage));
  const rows: readonly (readonly [isWrong: boolean, problem: string | null])[] = [
    [new Set(cases.map(({ id }) => id)).size < cases.length, 'the record contains a case twice'],
    ...cases.map((found) => [true, findOmitted(found, known.get(found.id), repeat)] as const),
    [
      [profile.claims, baselines].some((one) => Object.keys(one).toSorted().join() !== variants),
      'claims or plain requests are not those of the variants',
    ],
    [
      repeat > 1 && !cases.some(({ goes }) => goes?.times === repeat),
      `no case was carried out ${repeat} times`,
    ],
    [
      kept.some((text) => (text?.length ?? 0) > 2 * recordingLimit),
      'it holds more of a request or an answer than is recorded',
    ],
    [
      isKept ? requests !== count : requests < count,
      `${requests} requests were sent, but the record holds ${count} exchanges`,
    ],
  ];
  return rows.find(([isWrong, problem]) => isWrong && problem !== null)?.[1] ?? null;
}

/** Every round of a case has each of its requests once, in their order, and each of them was sent or held back. */
function findOmitted(
  { id, trials, goes, failure }: CaseResult,
  testCase: TestCase | undefined,
  repeat: number,
): string | null {
  if (testCase === undefined) return `case ${id} is no case of this specification and target`;
  const rounds = trials.length / testCase.stimuli.length;
  const times = goes?.times ?? Math.min(repeat, 1);
  if (!Number.isInteger(rounds) || rounds > times || times > repeat) {
    return `case ${id}: its requests are not those that the case consists of`;
  }
  const isEmpty = trials.length === 0 && testCase.provisioned && failure === undefined;
  return isEmpty || trials.some(({ attempts, halted }) => attempts.length === 0 && halted === null)
    ? `case ${id} has no request, though nothing kept the run from it`
    : null;
}

/** What parts of a record are derived from. */
interface Sources {
  readonly spec: Specification;
  readonly texts: Certificate['texts'];
  readonly recorded: Results;
  readonly exchanges: ReadonlyMap<string, Evidence>;
  /** The request that an exchange is about. */
  readonly stimulusOf: (evidence: Evidence) => Stimulus | undefined;
  /** The exchange that answered the plain request of a variant. */
  readonly plainOf: (variant: string) => Evidence | undefined;
  /** When the plain request of a variant was sent last, and when it last failed; empty: never. */
  readonly plainTimes: ReadonlyMap<string, { readonly all: string; readonly failed: string }>;
  readonly readText: ReadText;
  /** Milliseconds that are left to search for patterns, and answers whose facts stay as they are stated. */
  readonly limits: { milliseconds: number; stated: number };
}

/** The Results with every part of their record that follows from another one derived again. */
function deriveRecord(
  recorded: Results,
  known: ReadonlyMap<string, TestCase>,
  spec: Specification,
  texts: Certificate['texts'],
  limits: Sources['limits'],
): Results {
  const { controls, cases, baselines } = recorded;
  const all = [...controls, ...cases.flatMap(({ exchanges }) => exchanges)];
  const exchanges = new Map(all.map((one) => [one.id, one]));
  const nameOf = (variant: string, words: Stimulus['words']): string => JSON.stringify([variant, words]);
  const requests = [
    // In no case: one lacks everything, and tries a service that refuses the plain request; one tries the partner of `unauthorized`.
    ...spec.variants.flatMap((variant) => {
      const names = variant.parameters.map(({ name }) => name);
      const words = message('request-without-any');
      return [{ ...lacking(names), words }, ownPartner].map(
        (one) => [nameOf(variant.id, one.words), judged(variant, one)] as const,
      );
    }),
    ...[...known.values()].flatMap(({ variant, stimuli }) =>
      stimuli.map((stimulus) => [nameOf(variant, stimulus.words), stimulus] as const),
    ),
  ];
  const stimuli = new Map(requests);
  const plainTimes = new Map<string, { readonly all: string; readonly failed: string }>();
  for (const { variant, startedAt, response } of all.filter(isBaseline)) {
    const { all: before = '', failed = '' } = plainTimes.get(variant) ?? {};
    const latest = (time: string): string => (startedAt > time ? startedAt : time);
    plainTimes.set(variant, {
      all: latest(before),
      failed: response?.status === 200 ? failed : latest(failed),
    });
  }
  const sources: Sources = {
    spec,
    texts,
    recorded,
    exchanges,
    stimulusOf: ({ variant, words }) => stimuli.get(nameOf(variant, words)),
    plainOf: (variant) => exchanges.get(baselines[variant]?.attempts.at(-1) ?? ''),
    plainTimes,
    readText: createTextReader(),
    limits,
  };
  const derived = new Map([...exchanges].map(([id, one]) => [id, deriveExchange(one, sources)]));
  const again = (one: Evidence): Evidence => derived.get(one.id) ?? one;
  return {
    ...recorded,
    cases: cases.map((found) => {
      const { stimuli: own = [], exclusive = [] } = known.get(found.id) ?? {};
      const trials = found.trials.map((trial, place) => {
        const stimulus = own[place % own.length];
        if (stimulus === undefined) return trial;
        return deriveTrial(trial, found.variant, stimulus, exclusive.includes(stimulus.condition), sources);
      });
      return { ...found, exchanges: found.exchanges.map(again), trials };
    }),
    controls: controls.map(again),
    baselines: Object.fromEntries(
      Object.entries(baselines).map(([variant, trial]) => {
        const stimulus = judged(variantById(spec, variant), baseline);
        return [variant, deriveTrial(trial, variant, stimulus, false, sources)];
      }),
    ),
  };
}

/** Whether the profile may bring the condition about by credentials, headers or a way of its own. */
const mayDiffer = ({ condition }: Stimulus): boolean =>
  condition === 'unauthorized' || needsProvisioning(condition);

function deriveTrial(
  trial: TrialRecord,
  variant: string,
  stimulus: Stimulus,
  outage: boolean,
  { exchanges, stimulusOf, plainOf, plainTimes }: Sources,
): TrialRecord {
  const { label, words, condition, status, credentials, onOperation, onPath } = stimulus;
  const last = exchanges.get(trial.attempts.at(-1) ?? '');
  const login = exchanges.get(trial.earlierLogin ?? '');
  const isLogin =
    credentials !== 'valid' &&
    login !== undefined &&
    stimulusOf(login)?.condition === 'unauthorized' &&
    login.response !== null &&
    login.response.status !== 429;
  const isAnswered = last !== undefined && !outage && doubtOf(last, stimulus) === null;
  const isOwn = (one: Evidence): boolean => {
    return stimulus.login === 'wrong' && stimulusOf(one)?.password === 'right';
  };
  const isGood = (one: Evidence): boolean => {
    const { response } = one;
    const isProbe = !isBaseline(one) && !isOwn(one);
    if (isProbe) return isOwnRefusal(one, stimulusOf(one)?.status ?? null, plainOf(variant));
    return response !== null && response.status === plainOf(variant)?.response?.status;
  };
  const { all = '', failed = '' } = plainTimes.get(variant) ?? {};
  const since = last?.startedAt ?? '';
  // An answer stays open only where nothing behind it shows that the plain request still succeeds.
  const isConfirmed = all >= since && failed < since;
  // The plain request is no control of a partner of its own.
  const isOpen = stimulus.login === 'wrong' && last !== undefined && mayBeLock(last, stimulus);
  // Sent as the plain request is, whatever it is called.
  const isPlain = kindOf(stimulus) === kindOf(baseline);
  const ownRoute = mayDiffer(stimulus) && trial.ownRoute;
  return {
    ...trial,
    expectation: { label, words, condition, status, credentials, onOperation, onPath },
    // A request is answered by exchanges that sent it, a control is the plain request, or a refusal in its place.
    attempts: trial.attempts.filter((id) => {
      const one = exchanges.get(id);
      const sent = one?.variant === variant ? stimulusOf(one) : undefined;
      return sent !== undefined && requestKey(variant, sent) === requestKey(variant, stimulus);
    }),
    controls: trial.controls
      .flatMap(({ id, good }) => {
        const one = exchanges.get(id);
        if (one?.variant !== variant || !(isBaseline(one) || isOwn(one) || isPlain)) return [];
        // What a set-up changes is no matter of the first answer.
        return [{ one, control: { id, good: outage ? good : isGood(one) } }];
      })
      // Those of the partner whose passwords are guessed first, then in time.
      .toSorted(
        ({ one }, { one: other }) =>
          Number(isOwn(other)) - Number(isOwn(one)) ||
          Date.parse(one.startedAt) - Date.parse(other.startedAt),
      )
      .map(({ control }) => control),
    outage,
    ownRoute,
    ownGateway: ownRoute && trial.ownGateway,
    earlierLogin: isLogin ? trial.earlierLogin : null,
    halted: isAnswered && isConfirmed && !isOpen ? null : trial.halted,
  };
}

function deriveExchange(evidence: Evidence, sources: Sources): Evidence {
  const { variant: id, request, response, facts, error } = evidence;
  const stimulus = sources.stimulusOf(evidence);
  const plain = sources.plainOf(id);
  if (stimulus === undefined) throw new RangeError(`exchange ${evidence.id} belongs to no request`);
  if (plain === undefined) throw new RangeError(`variant ${id} has no plain request on record`);
  const variant = variantById(sources.spec, id);
  return {
    ...evidence,
    label: stimulus.label,
    request: deriveRequest(stimulus, request, plain.request, variant, sources.recorded),
    ...(response === null
      ? { facts: null }
      : deriveAnswer(
          response,
          facts,
          patternOf(stimulus, sources.texts[id] ?? {}, variant),
          variant,
          sources,
        )),
    error: response === null ? error : null,
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
  const [usual, own] = [plain, recorded].map((one) => readParameters(one, variant));
  const valueOf = ({ name, role }: Variant['parameters'][number]): string => {
    const [given = '', sent = ''] = [usual?.get(name), own?.get(name)];
    if (role === 'password') return shownForms[stimulus.password ?? 'encrypted'] ?? '<ciphertext>';
    if (role === 'partner' && stimulus.partner === 'longer') return `${given}7`;
    // An unknown partner is any but the known one.
    if (role === 'partner' && stimulus.partner === 'unknown')
      return sent === given ? '<unknown partner>' : sent;
    return mayDiffer(stimulus) ? sent : given;
  };
  const values = variant.parameters
    .filter(({ name }) => stimulus.without?.includes(name) !== true)
    .map((parameter) => [parameter.name, open(valueOf(parameter))] as const);
  const place = variant.path.split('/').indexOf('<bank_code>');
  const sentPath = plain.url.slice(baseUrl.length).split('?')[0] ?? '';
  const requestId = recorded.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? '';
  const { shown } = buildRequest(stimulus, new Map(values), {
    variant,
    settings: {
      bankCode: place < 0 ? null : (sentPath.split('/')[place] ?? null),
      // Headers of the profile are recorded without their values.
      headers: Object.fromEntries(recorded.headers.filter(([, value]) => ['', '<secret>'].includes(value))),
    },
    provision: {},
    baseUrl,
    userAgent: `${suite.name}/${suite.version}`,
    requestId,
  });
  const { url, body } = shown;
  // On a way of its own a condition may have another base URL, but no other path.
  const isElsewhere = mayDiffer(stimulus) && recorded.url.endsWith(url.slice(baseUrl.length));
  // How much filler a large body has depends on the length of a ciphertext, and a record cuts it.
  const isFilled = stimulus.twist?.kind === 'large-body' && headOf(body) === headOf(recorded.body);
  return { ...shown, url: isElsewhere ? recorded.url : url, body: isFilled ? recorded.body : body };
}

/** What stands before the filler of a large body; null where there is none. */
const headOf = (body: string | null): string | null => /^(.*?)(?:x{64}| {64})/s.exec(body ?? '')?.[1] ?? null;

/** The parameters of a recorded request by name; none where it does not carry them as its variant does. */
function readParameters({ url, body }: RecordedRequest, { carrier }: Variant): ReadonlyMap<string, string> {
  switch (carrier) {
    case 'json-body':
      try {
        const members: readonly [string, unknown][] = Object.entries(Object(JSON.parse(body ?? '')));
        return new Map(members.map(([name, value]) => [name, String(value)]));
      } catch {
        return new Map();
      }
    case 'query':
      return new Map(new URLSearchParams(url.split('?')[1]?.replaceAll('+', '%2B') ?? ''));
  }
}

/** Bytes of a body that a record keeps. */
const recordingLimit = 64 * 1024;

function deriveAnswer(
  response: RecordedResponse,
  facts: BodyFacts | null,
  pattern: string | null,
  { parameters }: Variant,
  { spec, readText, limits }: Sources,
): { readonly response: RecordedResponse; readonly facts: BodyFacts } {
  const { body, bodyEncoding = 'utf8', bodyProblem, bodyLength, bodyTruncated } = response;
  const bytes = Buffer.from(body, bodyEncoding);
  const isCut = bodyTruncated && bodyLength > recordingLimit && bytes.length > recordingLimit - 4;
  if (isCut && facts !== null) {
    limits.stated += 1;
    return { response, facts };
  }
  const start = performance.now();
  // What could not be decompressed is not JSON, whatever its bytes look like.
  const isRead = bodyProblem === undefined || bodyProblem.code === 'body-not-utf8';
  const seen = inspectBody(bytes, isRead ? null : say(bodyProblem, 'en'), {
    contract: spec.body,
    parameters: parameters.map(({ name }) => name),
    pattern: limits.milliseconds > 0 ? pattern : null,
    readText,
  });
  if (pattern !== null) limits.milliseconds -= performance.now() - start;
  return {
    response: { ...response, bodyLength: bytes.length, bodySha256: sha256(bytes), bodyTruncated: false },
    facts: pattern === null ? seen : withStated(seen, facts, limits),
  };
}

/** A search for a pattern that was ended, then or now, stays as it is stated. */
function withStated(seen: BodyFacts, stated: BodyFacts | null, limits: Sources['limits']): BodyFacts {
  if (seen.kind !== 'json' || seen.text?.type !== 'string') return seen;
  const now = seen.text.matchesPattern;
  const then = stated?.kind === 'json' ? (stated.text?.matchesPattern ?? null) : null;
  const isEnded = now === 'too-slow' || now === null || then === 'too-slow';
  if (!isEnded || then === null) return seen;
  limits.stated += 1;
  return { ...seen, text: { ...seen.text, matchesPattern: then } };
}

/** The first place where two values of JSON differ, in a sentence; null where they say the same. */
export function findDifference(recorded: unknown, expected: unknown, path = ''): string | null {
  if (Object.is(recorded, expected)) return null;
  if (!isObject(recorded) || !isObject(expected) || Array.isArray(recorded) !== Array.isArray(expected)) {
    return `${path.replace(/^\./, '') || 'the top'}: found ${shown(recorded)}, computed ${shown(expected)}`;
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(expected)])) {
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
