import { createHash } from 'node:crypto';
import type { Header, TransportError } from '../http/exchange.ts';
import { classesOf } from '../result/class.ts';
import type { CaseResult, Counts, RequirementResult, Results, VariantResult } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { BodyFacts } from '../verdict/facts.ts';
import type { Check, Reason, Verdict } from '../verdict/verdict.ts';

/** Text as a target that is not to be trusted may send it. */
export const hostileText =
  '</script><img src=x onerror=alert(1)> ]]> & "quoted" \u001b[31mred\u001b[0m \u202etxt.exe\u202c \u0000 \ud800 ::error file=a::b \r\n::warning::forged\n##[error]forged \u200bпривет, мир 你好 🏦 e\u0301';

const baseUrl = 'https://staging.example.test/api';

const urls: Readonly<Record<string, string>> = {
  a: `${baseUrl}/partner/sbp/banks`,
  b: `${baseUrl}/partner/acme/sbp/banks/?partnerName=1042&partnerPassword=***&useAuthByCert=true`,
};

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: readonly Header[];
}

interface Sent {
  readonly label: string;
  readonly body?: string;
  readonly url?: string;
  readonly durationMs?: number;
}

function factsOf(body: string): BodyFacts {
  if (!body.startsWith('{"description_status":'))
    return { kind: 'not-json', problem: 'unexpected token at byte 0', showsList: false };
  const { description_status: text } = JSON.parse(body) as { readonly description_status: string };
  return {
    kind: 'json',
    type: 'object',
    members: ['description_status'],
    memberCount: 1,
    isSuccess: false,
    isError: true,
    showsList: false,
    list: null,
    text: {
      type: 'string',
      text,
      blank: false,
      meanings: [],
      hints: [],
      naming: {},
      matchesPattern: null,
      sha256: '',
    },
  };
}

function exchange(id: string, variant: string, sent: Sent, answer: Answer | TransportError): Evidence {
  const answered = 'status' in answer ? answer : null;
  const url = sent.url ?? urls[variant] ?? baseUrl;
  const body =
    variant === 'a'
      ? (sent.body ?? '{"partnerName":"1042","partnerPassword":"***","useAuthByCert":"true"}')
      : null;
  const bytes = Buffer.from(answered?.body ?? '');
  return {
    id,
    label: sent.label,
    request: {
      method: 'POST',
      url,
      headers: [
        ['Accept', 'application/json'],
        body === null ? ['Content-Length', '0'] : ['Content-Type', 'application/json'],
        ['X-Gateway-Key', '***'],
      ],
      body,
    },
    response:
      answered === null
        ? null
        : {
            status: answered.status,
            headers: answered.headers ?? [['content-type', 'application/json; charset=utf-8']],
            httpVersion: '1.1',
            body: answered.body,
            bodyLength: bytes.length,
            bodySha256: createHash('sha256').update(bytes).digest('hex'),
            bodyTruncated: false,
          },
    error: 'status' in answer ? null : answer,
    startedAt: '2026-11-20T18:03:08.120Z',
    durationMs: sent.durationMs ?? 12.4,
    curl: `curl -sS -X POST '${url}' -H 'Accept: application/json'${body === null ? '' : ` -H 'Content-Type: application/json' --data-raw '${body}'`}`,
    facts: answered === null || answered.body === '' ? null : factsOf(answered.body),
  };
}

function refusal(text: string): string {
  return JSON.stringify({ description_status: text });
}

function check(
  requirement: string,
  verdict: Verdict,
  message: string,
  expected: string,
  actual: string,
  shown: string | null = null,
): Check {
  return { requirement, verdict, reason: null, message, expected, actual, exchange: shown };
}

function open(requirement: string, reason: Reason, message: string): Check {
  return {
    requirement,
    verdict: 'inconclusive',
    reason,
    message,
    expected: '',
    actual: '',
    exchange: null,
  };
}

function passed(requirement: string, shown: string): Check {
  return check(requirement, 'pass', 'as the specification states', '', '', shown);
}

type Draft = Pick<CaseResult, 'id' | 'condition' | 'title' | 'verdict'> & Partial<CaseResult>;

function testCase(draft: Draft): CaseResult {
  return {
    variant: draft.id.slice(0, 1),
    reason: null,
    note: '',
    durationMs: 15.25,
    checks: [],
    exchanges: [],
    trials: [],
    controls: [],
    ...draft,
  };
}

const banks = JSON.stringify({
  banks: Array.from({ length: 12 }, (_, index) => ({
    name: index === 0 ? 'АО «Тестовый банк» 🏦' : `Bank ${index}`,
    bic: String(44525000 + index).padStart(9, '0'),
  })),
});

const blockedPartner = 'No credentials of a blocked partner are given in the profile.';

const casesOfA: readonly CaseResult[] = [
  testCase({
    id: 'a.success',
    condition: 'success',
    title: 'is answered with the list of banks',
    verdict: 'pass',
    checks: [
      passed('a.success.status', 'a-1'),
      passed('a.success.body', 'a-1'),
      passed('a.success.record', 'a-1'),
    ],
    exchanges: [
      exchange('a-1', 'a', { label: 'nothing changed', durationMs: 31 }, { status: 200, body: banks }),
    ],
  }),
  testCase({
    id: 'a.request.escaped',
    condition: 'success',
    title: String.raw`reads a body whose member names are written with \u escapes`,
    verdict: 'fail',
    checks: [
      check(
        'a.request.body',
        'fail',
        'status: expected 200, got no answer (the connection was reset three times, the control was answered)',
        '200',
        'connection reset',
        'a-2b',
      ),
    ],
    exchanges: [
      exchange(
        'a-2a',
        'a',
        { label: 'member names as escapes' },
        { status: 502, body: '<html><h1>Bad Gateway</h1></html>', headers: [['content-type', 'text/html']] },
      ),
      exchange(
        'a-2b',
        'a',
        { label: 'member names as escapes, second try' },
        { kind: 'reset', stage: 'exchange', code: 'ECONNRESET', message: 'read ECONNRESET' },
      ),
    ],
    controls: ['a-control'],
  }),
  testCase({
    id: 'a.missing.partnerName',
    condition: 'missing',
    title: 'is refused without partnerName',
    verdict: 'fail',
    checks: [
      check(
        'a.missing.partnerName.status',
        'fail',
        'status: expected 422, got 400',
        '422 (a required parameter is missing, section 4.1)',
        '400',
        'a-3',
      ),
      check(
        'a.missing.partnerName.names',
        'fail',
        'description_status does not name partnerName',
        'the word partnerName',
        hostileText,
        'a-3',
      ),
      check(
        'a.missing.partnerName.meaning',
        'review',
        'the text says nothing that the lexicon knows',
        'asks to repeat the request with correct data',
        hostileText,
        'a-3',
      ),
      passed('a.error.body', 'a-3'),
    ],
    exchanges: [
      exchange(
        'a-3',
        'a',
        { label: 'without partnerName', body: '{"partnerPassword":"***","useAuthByCert":"true"}' },
        {
          status: 400,
          body: JSON.stringify({ description_status: hostileText }),
          headers: [
            ['content-type', 'application/json'],
            ['x-debug', hostileText],
          ],
        },
      ),
    ],
  }),
  testCase({
    id: 'a.missing.partnerPassword',
    condition: 'missing',
    title: 'is refused without partnerPassword',
    verdict: 'fail',
    checks: [
      passed('a.missing.partnerPassword.status', 'a-4'),
      passed('a.missing.partnerPassword.names', 'a-4'),
      check(
        'a.missing.partnerPassword.meaning',
        'fail',
        'the text has the meaning of another condition, encrypted form',
        'asks to repeat the request with correct data',
        'Параметр partnerPassword ожидается в зашифрованном виде',
        'a-4',
      ),
    ],
    exchanges: [
      exchange(
        'a-4',
        'a',
        { label: 'without partnerPassword', body: '{"partnerName":"1042","useAuthByCert":"true"}' },
        { status: 422, body: refusal('Параметр partnerPassword ожидается в зашифрованном виде') },
      ),
    ],
  }),
  testCase({
    id: 'a.unencrypted.partnerPassword',
    condition: 'unencrypted',
    title: 'refuses a password sent as plain text',
    verdict: 'fail',
    checks: [
      check(
        'a.unencrypted.partnerPassword.status',
        'fail',
        'status: expected 422, got 200',
        '422',
        '200',
        'a-5',
      ),
      check(
        'a.authorization.enforced',
        'fail',
        'a list of 12 banks was obtained with a password that was not encrypted',
        'no list',
        'a list of 12 banks',
        'a-5',
      ),
    ],
    exchanges: [exchange('a-5', 'a', { label: 'password as plain text' }, { status: 200, body: banks })],
  }),
  testCase({
    id: 'a.unauthorized.wrong-password',
    condition: 'unauthorized',
    title: 'refuses a wrong password, correctly encrypted',
    verdict: 'review',
    checks: [
      passed('a.unauthorized.status', 'a-6'),
      check(
        'a.unauthorized.meaning',
        'review',
        'the text says nothing that the lexicon knows',
        'says that authorization was not passed and access is restricted',
        'Обратитесь в службу поддержки партнёров, код 1007',
        'a-6',
      ),
      passed('a.error.body', 'a-6'),
      passed('a.status.no-401', 'a-6'),
    ],
    exchanges: [
      exchange(
        'a-6',
        'a',
        { label: 'wrong password', durationMs: 210.5 },
        { status: 403, body: refusal('Обратитесь в службу поддержки партнёров, код 1007') },
      ),
    ],
  }),
  testCase({
    id: 'a.unavailable',
    condition: 'unavailable',
    title: 'says that it is unavailable',
    verdict: 'inconclusive',
    reason: 'setup-failed',
    note: 'The setup request was answered 404.',
    checks: [
      open('a.unavailable.status', 'setup-failed', 'the setup request was answered 404'),
      open('a.unavailable.meaning', 'setup-failed', 'the setup request was answered 404'),
    ],
  }),
  testCase({
    id: 'a.observe.number-for-partner-name',
    condition: 'success',
    title: 'observes a number for partnerName',
    verdict: null,
    exchanges: [
      exchange(
        'a-7',
        'a',
        {
          label: 'partnerName as a number',
          body: '{"partnerName":1042,"partnerPassword":"***","useAuthByCert":"true"}',
        },
        { status: 200, body: banks },
      ),
    ],
  }),
];

const casesOfB: readonly CaseResult[] = [
  testCase({
    id: 'b.success',
    condition: 'success',
    title: 'is answered with the list of banks',
    verdict: 'inconclusive',
    reason: 'vacuous',
    note: 'The list was empty.',
    checks: [
      passed('b.success.status', 'b-1'),
      passed('b.success.body', 'b-1'),
      open('b.success.record', 'vacuous', 'the list holds no record'),
    ],
    exchanges: [exchange('b-1', 'b', { label: 'nothing changed' }, { status: 200, body: '{"banks":[]}' })],
  }),
  testCase({
    id: 'b.request.lower-case-hex',
    condition: 'success',
    title: 'reads percent-encoding with lower-case hex digits',
    verdict: 'pass',
    checks: [passed('b.request.query', 'b-2')],
    exchanges: [
      exchange('b-2', 'b', { label: 'lower-case hex digits' }, { status: 200, body: '{"banks":[]}' }),
    ],
  }),
  testCase({
    id: 'b.missing.several.all',
    condition: 'missing',
    title: 'is refused without all three parameters',
    verdict: 'inconclusive',
    reason: 'target-unavailable',
    note: 'The baseline was answered 503 as well.',
    checks: [
      open('b.missing.several.status', 'target-unavailable', 'the baseline was answered 503 as well'),
      open('b.missing.several.names', 'target-unavailable', 'the baseline was answered 503 as well'),
    ],
    exchanges: [
      exchange(
        'b-3',
        'b',
        { label: 'without all three parameters', url: `${baseUrl}/partner/acme/sbp/banks/`, durationMs: 4 },
        { status: 503, body: '' },
      ),
    ],
    controls: ['b-control'],
  }),
  testCase({
    id: 'b.unencrypted.partnerPassword',
    condition: 'unencrypted',
    title: 'refuses a password sent as plain text',
    verdict: 'inconclusive',
    reason: 'control-failed',
    note: 'The baseline was answered 400.',
    checks: [open('b.unencrypted.partnerPassword.status', 'control-failed', 'the baseline was answered 400')],
  }),
  testCase({
    id: 'b.unauthorized.wrong-password',
    condition: 'unauthorized',
    title: 'refuses a wrong password, correctly encrypted',
    verdict: 'inconclusive',
    reason: 'rate-limited',
    note: 'Two of three failed logins were answered 429.',
    checks: [open('b.unauthorized.status', 'rate-limited', 'answered 429, an earlier failed login 401')],
    exchanges: [
      exchange(
        'b-4',
        'b',
        { label: 'wrong password' },
        { kind: 'timeout', stage: 'exchange', code: 'ETIMEDOUT', message: 'no answer within 10000 ms' },
      ),
      exchange(
        'b-5',
        'b',
        { label: 'wrong password, second try' },
        {
          status: 429,
          body: 'Too many requests',
          headers: [
            ['retry-after', '30'],
            ['content-type', 'text/plain'],
          ],
        },
      ),
    ],
  }),
  testCase({
    id: 'b.unauthorized.unknown-partner',
    condition: 'unauthorized',
    title: 'refuses a partner that does not exist',
    verdict: 'inconclusive',
    reason: 'not-selected',
    note: 'The limit of failed logins was reached.',
    checks: [open('b.unauthorized.meaning', 'not-selected', 'the limit of failed logins was reached')],
  }),
  testCase({
    id: 'b.partner-blocked',
    condition: 'partner-blocked',
    title: 'refuses a partner whose access is blocked',
    verdict: 'inconclusive',
    reason: 'not-provisioned',
    note: blockedPartner,
    checks: [
      open('b.partner-blocked.status', 'not-provisioned', blockedPartner),
      open('b.partner-blocked.meaning', 'not-provisioned', blockedPartner),
    ],
  }),
  testCase({
    id: 'b.ip-blocked',
    condition: 'ip-blocked',
    title: 'refuses a caller whose IP address is blocked',
    verdict: 'inconclusive',
    reason: 'not-provisioned',
    note: 'No blocked address is given in the profile.',
    checks: [
      open('b.ip-blocked.status', 'not-provisioned', 'no blocked address is given in the profile'),
      open('b.ip-blocked.meaning', 'not-provisioned', 'no blocked address is given in the profile'),
    ],
  }),
  testCase({
    id: 'b.reward-unavailable',
    condition: 'reward-unavailable',
    title: 'refuses a kind of reward that is not available to the partner',
    verdict: 'inconclusive',
    reason: 'suite-error',
    note: 'Cannot read properties of undefined.',
    checks: [open('b.reward-unavailable.status', 'suite-error', 'cannot read properties of undefined')],
  }),
  testCase({
    id: 'b.unavailable',
    condition: 'unavailable',
    title: 'says that it is unavailable',
    verdict: 'fail',
    checks: [
      passed('b.unavailable.status', 'b-6'),
      check(
        'b.unavailable.meaning',
        'fail',
        'the text does not match the pattern of the profile',
        'a text that matches /later/iu',
        'Service is down',
        'b-6',
      ),
      passed('b.error.body', 'b-6'),
      passed('b.authorization.enforced', 'b-6'),
    ],
    exchanges: [
      exchange(
        'b-6',
        'b',
        { label: 'with X-Fault: unavailable' },
        { status: 500, body: refusal('Service is down') },
      ),
    ],
  }),
];

const statements: Readonly<Record<string, string>> = {
  'success.status':
    'A POST with the three credentials, the password encrypted, to the path of the variant is answered 200.',
  'success.body': 'The body is a JSON object whose one and only member is `banks`, an array.',
  'success.record': 'Every record is an object with a string `name` and a string `bic`.',
  'request.body':
    'The credentials are read from a JSON object in the body, however RFC 8259 lets that object be written.',
  'request.query': 'The credentials are read from the query string, however RFC 3986 lets it be written.',
  'missing.partnerName.status': 'Without `partnerName` the answer is 422.',
  'missing.partnerName.names': '`description_status` names `partnerName`.',
  'missing.partnerName.meaning': 'It asks to repeat the request with correct data.',
  'missing.partnerPassword.status': 'Without `partnerPassword` the answer is 422.',
  'missing.partnerPassword.names': '`description_status` names `partnerPassword`.',
  'missing.partnerPassword.meaning': 'It asks to repeat the request with correct data.',
  'missing.several.status': 'With two or three parameters missing the answer is 422.',
  'missing.several.names': 'The text names at least one parameter that is missing.',
  'unencrypted.partnerPassword.status': 'A password sent as plain text is answered 422.',
  'unauthorized.status': 'Where authorization fails, the answer has the status of the variant.',
  'unauthorized.meaning': 'The text says that authorization was not passed and access is restricted.',
  'partner-blocked.status': 'Where access is blocked for the partner, the answer is 403.',
  'partner-blocked.meaning': 'The text sends the partner to the assigned manager.',
  'ip-blocked.status': 'Where the IP address of the caller is blocked, the answer is 403.',
  'ip-blocked.meaning': 'The text sends the partner to the assigned manager.',
  'reward-unavailable.status': 'Where the kind of reward is not available to the partner, the answer is 403.',
  'unavailable.status': 'Where the service is unavailable, the answer is 500.',
  'unavailable.meaning':
    'The text says that the service is temporarily unavailable and asks to repeat the operation later.',
  'error.body': 'Every error response is a JSON object with a non-empty string `description_status`.',
  'status.no-401': 'Variant A never answers 401.',
  'authorization.enforced':
    'No request without a valid partner name and a valid, encrypted password obtains the list.',
};

const waivedIds: readonly string[] = ['b.unavailable.meaning'];

const order: readonly Verdict[] = ['fail', 'review', 'inconclusive', 'pass'];

function requirement(id: string, cases: readonly CaseResult[]): RequirementResult {
  const checks = cases.flatMap((one) => one.checks.filter((each) => each.requirement === id));
  const verdict = order.find((each) => checks.some((one) => one.verdict === each)) ?? 'inconclusive';
  const variant = id.slice(0, 1);
  return {
    id,
    variant,
    section: variant === 'a' ? '4.1' : '4.2',
    statement: statements[id.slice(2)] ?? id,
    verdict,
    reason: checks.find((one) => one.verdict === verdict)?.reason ?? null,
    waived: waivedIds.includes(id),
    decided: null,
    cases: cases.filter((one) => one.checks.some((each) => each.requirement === id)).map((one) => one.id),
  };
}

const classesFor = (requirements: readonly RequirementResult[], variant: string): VariantResult['classes'] =>
  classesOf(
    requirements.filter((one) => one.variant === variant),
    { isPartial: false, unstable: new Set() },
  );

function countsOf(requirements: readonly RequirementResult[], variant: string): Counts {
  const of = (verdict: Verdict): number =>
    requirements.filter((one) => one.variant === variant && one.verdict === verdict).length;
  return { pass: of('pass'), fail: of('fail'), review: of('review'), inconclusive: of('inconclusive') };
}

/** Results made by hand with every verdict, every reason, a waived failure, hostile text and broken exchanges. */
export function sampleResults(): Results {
  const cases = [...casesOfA, ...casesOfB];
  const ids = new Set(cases.flatMap(({ checks }) => checks.map((each) => each.requirement)));
  const requirements = Object.keys(statements).flatMap((tail) =>
    ['a', 'b']
      .map((variant) => `${variant}.${tail}`)
      .filter((id) => ids.has(id))
      .map((id) => requirement(id, cases)),
  );
  return {
    schemaVersion: 1,
    suite: { name: 'sbp-banks-conformance', version: '0.1.0' },
    spec: { title: 'Partner API: list of banks', sha256: 'd2b6'.padEnd(64, '0a1f') },
    target: { name: 'Staging', baseUrl, variants: ['a', 'b'], language: 'en' },
    profile: { sha256: '5e1f'.padEnd(64, '07ab') },
    environment: { node: 'v24.21.0', platform: 'linux x64' },
    startedAt: '2026-11-20T18:03:07.000Z',
    durationMs: 1834.5678,
    failedLogins: 2,
    requests: 16,
    repeat: 1,
    seed: null,
    interrupted: false,
    leftOut: { cases: [], requirements: [] },
    verdict: 'nonconforming',
    variants: {
      a: {
        verdict: 'nonconforming',
        counts: countsOf(requirements, 'a'),
        classes: classesFor(requirements, 'a'),
      },
      b: {
        verdict: 'incomplete',
        counts: countsOf(requirements, 'b'),
        classes: classesFor(requirements, 'b'),
      },
    },
    notApplicable: [],
    rootCauses: [
      {
        variant: 'b',
        message: 'The plain success request of variant B was answered 503 from 18:03:08 on.',
        hint: 'Check that the service runs behind https://staging.example.test/api, then repeat the run.',
      },
    ],
    requirements: requirements.toSorted((one, other) => one.variant.localeCompare(other.variant)),
    waivers: [
      {
        requirement: 'b.unavailable.meaning',
        reason: 'text is being reworded',
        owner: 'payouts team',
        until: '2027-01-31',
        state: 'used',
      },
      {
        requirement: 'a.success.status',
        reason: 'gateway is being moved',
        owner: 'payouts team',
        until: '2027-01-31',
        state: 'stale',
      },
      {
        requirement: 'a.missing.partnerName.status',
        reason: 'old gateway',
        owner: 'gateway team',
        until: '2026-10-01',
        state: 'expired',
      },
    ],
    reviews: [],
    cases,
    baselines: {},
    controls: [
      exchange(
        'a-control',
        'a',
        { label: 'baseline as a control', durationMs: 28 },
        { status: 200, body: banks },
      ),
      exchange(
        'b-control',
        'b',
        { label: 'baseline as a control', durationMs: 3 },
        { status: 503, body: '' },
      ),
    ],
    observations: [
      {
        id: 'a.observe.content-type',
        variant: 'a',
        question: 'Which content type does a successful answer have?',
        value: 'application/json; charset=utf-8',
        exchanges: ['a-1'],
      },
      {
        id: 'a.observe.number-for-partner-name',
        variant: 'a',
        question: 'Is a number accepted for partnerName?',
        value: 'yes, 200 with the same list',
        exchanges: ['a-7'],
      },
      {
        id: 'a.observe.error-text',
        variant: 'a',
        question: 'In which language are the texts?',
        value: hostileText,
        exchanges: ['a-3'],
      },
    ],
    advisories: [
      {
        id: 'a.partner-enumeration',
        variant: 'a',
        message: 'An unknown partner and a wrong password can be told apart by the text.',
        exchanges: ['a-6'],
      },
      {
        id: 'b.cacheable',
        variant: 'b',
        message:
          'Answers may be cached although the address carries a password; send Cache-Control: no-store.',
        exchanges: ['b-1'],
      },
    ],
  };
}
