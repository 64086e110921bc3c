import { createHash } from 'node:crypto';
import type { Header, TransportError } from '../http/exchange.ts';
import type { CaseResult, CheckResult, Results } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { BodyFacts } from '../verdict/facts.ts';
import type { Reason } from '../verdict/verdict.ts';
import type { CheckCode } from '../wording/check.ts';
import { message, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import {
  advisoryOf,
  caseOf,
  observationOf,
  openCheck,
  requirementsOf,
  resultsOf,
  reviewOf,
  rootCauseOf,
  said,
  speakingCheck,
} from './made-results.test-data.ts';
import type { Parts } from './made-results.test-data.ts';

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
  readonly words: Message;
  readonly body?: string;
  readonly url?: string;
  readonly durationMs?: number;
}

function factsOf(body: string): BodyFacts {
  if (!body.startsWith('{"description_status":'))
    return {
      kind: 'not-json',
      problem: 'unexpected token at byte 0',
      words: verbatim('unexpected token at byte 0'),
      showsList: false,
    };
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
    variant,
    ...said(sent.words),
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

const refusal = (text: string): string => JSON.stringify({ description_status: text });

const codes: Readonly<Record<string, CheckCode>> = {
  body: 'success-body',
  record: 'success-record',
  names: 'names',
  meaning: 'meaning',
  query: 'same-success',
  'no-401': 'unused-status',
  enforced: 'enforced',
};

/** A check that passed, with all particulars that some code names. */
function passed(requirement: string, exchange: string): CheckResult {
  const [variant = 'a', condition = 'success'] = requirement.split('.');
  const code = codes[requirement.split('.').at(-1) ?? ''] ?? 'status';
  return speakingCheck(
    requirement,
    'pass',
    requirement.endsWith('error.body') ? 'error-body' : code,
    {
      variant,
      condition,
      section: '4.1',
      expected: 200,
      actual: 200,
      status: 422,
      unused: 401,
      list: 'banks',
      text: 'description_status',
      parameters: ['partnerName'],
      request: message('request-baseline'),
      meaning: message('means-correct-data'),
      body: message('body-with', { members: ['`banks`'] }),
      records: message('records-right', { count: 12 }),
    },
    exchange,
  );
}

const failedStatus = (requirement: string, expected: number, actual: number, exchange: string): CheckResult =>
  speakingCheck(
    requirement,
    'fail',
    'status',
    { variant: 'a', condition: requirement.split('.')[1] ?? '', section: '4.1', expected, actual },
    exchange,
  );

const opened = (reason: Reason, note: Message, ...requirements: readonly string[]): readonly CheckResult[] =>
  requirements.map((requirement) => openCheck(requirement, reason, note));

type Draft = Pick<CaseResult, 'id' | 'condition'> & Partial<CaseResult>;

const testCase = ({ id, checks = [], ...draft }: Draft): CaseResult =>
  caseOf(id, checks, { durationMs: 15.25, ...draft });

const banks = JSON.stringify({
  banks: Array.from({ length: 12 }, (_, index) => ({
    name: index === 0 ? 'АО «Тестовый банк» 🏦' : `Bank ${index}`,
    bic: String(44525000 + index).padStart(9, '0'),
  })),
});

const baseline = message('request-baseline');
const escapes = message('spelled-escapes');
const plainPassword = message('request-plain', { names: ['partnerPassword'] });
const wrongPassword = message('request-wrong-password');
const lacking = (...names: readonly string[]): Message => message('request-lacks', { names });
const allThree = ['partnerName', 'partnerPassword', 'useAuthByCert'];
const answered503 = message('no-good-control', { answer: message('answered', { status: 503 }) });
const unknownText = 'Обратитесь в службу поддержки партнёров, код 1007';
const otherText = 'Параметр partnerPassword ожидается в зашифрованном виде';
const correctData = message('means-correct-data');

const casesOfA: readonly CaseResult[] = [
  testCase({
    id: 'a.success',
    condition: 'success',
    words: message('title-success'),
    checks: [
      passed('a.success.status', 'a-1'),
      passed('a.success.body', 'a-1'),
      passed('a.success.record', 'a-1'),
    ],
    exchanges: [exchange('a-1', 'a', { words: baseline, durationMs: 31 }, { status: 200, body: banks })],
  }),
  testCase({
    id: 'a.request.escaped',
    condition: 'success',
    words: message('title-spelled', { spelling: escapes }),
    checks: [
      speakingCheck(
        'a.request.body',
        'fail',
        'same-success',
        {
          request: escapes,
          expected: 200,
          list: 'banks',
          actual: message('no-answer-controlled', { error: message('read-failed', { code: 'ECONNRESET' }) }),
          body: message('no-body'),
        },
        'a-2b',
      ),
    ],
    exchanges: [
      exchange(
        'a-2a',
        'a',
        { words: escapes },
        { status: 502, body: '<html><h1>Bad Gateway</h1></html>', headers: [['content-type', 'text/html']] },
      ),
      exchange(
        'a-2b',
        'a',
        { words: escapes },
        {
          kind: 'reset',
          stage: 'exchange',
          code: 'ECONNRESET',
          message: 'read ECONNRESET',
          words: message('read-failed', { code: 'ECONNRESET' }),
        },
      ),
    ],
    controls: ['a-control'],
  }),
  testCase({
    id: 'a.missing.partnerName',
    condition: 'missing',
    words: message('title-missing', { parameter: 'partnerName' }),
    checks: [
      failedStatus('a.missing.partnerName.status', 422, 400, 'a-3'),
      speakingCheck(
        'a.missing.partnerName.names',
        'fail',
        'names',
        { parameters: ['partnerName'], text: hostileText },
        'a-3',
      ),
      speakingCheck(
        'a.missing.partnerName.meaning',
        'review',
        'meaning-unknown',
        { meaning: correctData, text: hostileText },
        'a-3',
      ),
      passed('a.error.body', 'a-3'),
    ],
    exchanges: [
      exchange(
        'a-3',
        'a',
        { words: lacking('partnerName'), body: '{"partnerPassword":"***","useAuthByCert":"true"}' },
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
    words: message('title-missing', { parameter: 'partnerPassword' }),
    checks: [
      passed('a.missing.partnerPassword.status', 'a-4'),
      passed('a.missing.partnerPassword.names', 'a-4'),
      speakingCheck(
        'a.missing.partnerPassword.meaning',
        'fail',
        'meaning-contradicted',
        { meaning: correctData, text: otherText, others: [message('means-encrypted-form')] },
        'a-4',
      ),
    ],
    exchanges: [
      exchange(
        'a-4',
        'a',
        { words: lacking('partnerPassword'), body: '{"partnerName":"1042","useAuthByCert":"true"}' },
        { status: 422, body: refusal(otherText) },
      ),
    ],
  }),
  testCase({
    id: 'a.unencrypted.partnerPassword',
    condition: 'unencrypted',
    words: message('title-unencrypted', { parameter: 'partnerPassword' }),
    checks: [
      failedStatus('a.unencrypted.partnerPassword.status', 422, 200, 'a-5'),
      speakingCheck(
        'a.authorization.enforced',
        'fail',
        'list-disclosed',
        { request: plainPassword, list: 'banks', status: 200 },
        'a-5',
      ),
    ],
    exchanges: [exchange('a-5', 'a', { words: plainPassword }, { status: 200, body: banks })],
  }),
  testCase({
    id: 'a.unauthorized.wrong-password',
    condition: 'unauthorized',
    words: message('title-wrong-password'),
    checks: [
      passed('a.unauthorized.status', 'a-6'),
      speakingCheck(
        'a.unauthorized.meaning',
        'review',
        'meaning-unknown',
        { meaning: message('means-not-authorized'), text: unknownText },
        'a-6',
      ),
      passed('a.error.body', 'a-6'),
      passed('a.status.no-401', 'a-6'),
    ],
    exchanges: [
      exchange(
        'a-6',
        'a',
        { words: wrongPassword, durationMs: 210.5 },
        { status: 403, body: refusal(unknownText) },
      ),
    ],
  }),
  testCase({
    id: 'a.unavailable',
    condition: 'unavailable',
    words: message('title-unavailable'),
    checks: [
      ...opened(
        'setup-failed',
        message('setup-problem', { problem: message('answered-not-2xx', { status: 404 }) }),
        'a.unavailable.status',
      ),
      ...opened(
        'setup-failed',
        message('setup-problem', { problem: message('answered-not-2xx', { status: 404 }) }),
        'a.unavailable.meaning',
      ),
    ],
  }),
  testCase({
    id: 'a.observe.number-for-partner-name',
    condition: 'success',
    words: message('ask-value', { parameter: 'partnerName', value: message('value-number') }),
    exchanges: [
      exchange(
        'a-7',
        'a',
        {
          words: message('ask-value', { parameter: 'partnerName', value: message('value-number') }),
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
    words: message('title-success'),
    checks: [
      passed('b.success.status', 'b-1'),
      passed('b.success.body', 'b-1'),
      ...opened('vacuous', message('list-empty'), 'b.success.record'),
    ],
    exchanges: [exchange('b-1', 'b', { words: baseline }, { status: 200, body: '{"banks":[]}' })],
  }),
  testCase({
    id: 'b.request.lower-case-hex',
    condition: 'success',
    words: message('title-spelled', { spelling: message('spelled-lower-case') }),
    checks: [passed('b.request.query', 'b-2')],
    exchanges: [
      exchange('b-2', 'b', { words: message('spelled-lower-case') }, { status: 200, body: '{"banks":[]}' }),
    ],
  }),
  testCase({
    id: 'b.missing.several.all',
    condition: 'missing',
    words: message('title-several-missing', { names: allThree }),
    checks: [
      ...opened('target-unavailable', answered503, 'b.missing.several.status'),
      ...opened('target-unavailable', answered503, 'b.missing.several.names'),
    ],
    exchanges: [
      exchange(
        'b-3',
        'b',
        { words: lacking(...allThree), url: `${baseUrl}/partner/acme/sbp/banks/`, durationMs: 4 },
        { status: 503, body: '' },
      ),
    ],
    controls: ['b-control'],
  }),
  testCase({
    id: 'b.unencrypted.partnerPassword',
    condition: 'unencrypted',
    words: message('title-unencrypted', { parameter: 'partnerPassword' }),
    checks: [
      ...opened(
        'control-failed',
        message('no-good-control', { answer: message('answered', { status: 400 }) }),
        'b.unencrypted.partnerPassword.status',
      ),
    ],
  }),
  testCase({
    id: 'b.unauthorized.wrong-password',
    condition: 'unauthorized',
    words: message('title-wrong-password'),
    checks: [...opened('rate-limited', message('control-limited'), 'b.unauthorized.status')],
    exchanges: [
      exchange(
        'b-4',
        'b',
        { words: wrongPassword },
        {
          kind: 'timeout',
          stage: 'exchange',
          code: 'ETIMEDOUT',
          message: 'no answer within 10000 ms: no headers came',
          words: message('no-answer-in-time', { timeout: 10_000, arrived: message('no-headers-came') }),
        },
      ),
      exchange(
        'b-5',
        'b',
        { words: wrongPassword },
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
    words: message('title-unknown-partner'),
    checks: [...opened('not-selected', message('login-limit', { limit: 3 }), 'b.unauthorized.meaning')],
  }),
  testCase({
    id: 'b.partner-blocked',
    condition: 'partner-blocked',
    words: message('title-partner-blocked'),
    checks: [
      ...opened(
        'not-provisioned',
        message('not-provisioned', { condition: 'partner-blocked' }),
        'b.partner-blocked.status',
      ),
      ...opened(
        'not-provisioned',
        message('not-provisioned', { condition: 'partner-blocked' }),
        'b.partner-blocked.meaning',
      ),
    ],
  }),
  testCase({
    id: 'b.ip-blocked',
    condition: 'ip-blocked',
    words: message('title-ip-blocked'),
    checks: [
      ...opened(
        'not-provisioned',
        message('not-provisioned', { condition: 'ip-blocked' }),
        'b.ip-blocked.status',
      ),
      ...opened(
        'not-provisioned',
        message('not-provisioned', { condition: 'ip-blocked' }),
        'b.ip-blocked.meaning',
      ),
    ],
  }),
  testCase({
    id: 'b.reward-unavailable',
    condition: 'reward-unavailable',
    words: message('title-reward-unavailable'),
    checks: [
      ...opened(
        'suite-error',
        message('no-such-request', { request: 'baseline' }),
        'b.reward-unavailable.status',
      ),
    ],
  }),
  testCase({
    id: 'b.unavailable',
    condition: 'unavailable',
    words: message('title-unavailable'),
    checks: [
      passed('b.unavailable.status', 'b-6'),
      speakingCheck(
        'b.unavailable.meaning',
        'fail',
        'pattern',
        { condition: 'unavailable', text: 'Service is down' },
        'b-6',
      ),
      passed('b.error.body', 'b-6'),
      passed('b.authorization.enforced', 'b-6'),
    ],
    exchanges: [
      exchange(
        'b-6',
        'b',
        { words: message('request-unavailable') },
        { status: 500, body: refusal('Service is down') },
      ),
    ],
  }),
];

const until = '2027-01-31';

/** Results made by hand with every verdict, every reason, a waived failure, hostile text and broken exchanges. */
export function sampleResults(parts: Parts = {}, more: readonly CaseResult[] = []): Results {
  const cases = [...casesOfA, ...casesOfB, ...more];
  const known = new Set(cases.flatMap(({ checks }) => checks.map(({ requirement }) => requirement)));
  return resultsOf(cases, {
    suite: { name: 'sbp-banks-conformance', version: '0.2.0' },
    spec: { title: 'Partner API: list of banks', sha256: 'd2b6'.padEnd(64, '0a1f') },
    target: { name: 'Staging', baseUrl, variants: ['a', 'b'], language: 'en' },
    profile: {
      sha256: '5e1f'.padEnd(64, '07ab'),
      claims: { a: { provisioned: ['unavailable'], exclusive: ['unavailable'] } },
    },
    environment: { node: 'v24.21.0', platform: 'linux x64' },
    startedAt: '2026-11-20T18:03:07.000Z',
    durationMs: 1834.5678,
    failedLogins: 2,
    requests: 16,
    rootCauses: [rootCauseOf('b', message('cause-not-200', { status: 503 }), message('hint-later'))],
    requirements: requirementsOf(cases, ['a', 'b']).filter(({ id }) => known.has(id)),
    waivers: [
      {
        requirement: 'b.unavailable.meaning',
        reason: 'text is being reworded',
        owner: 'payouts team',
        until,
      },
      { requirement: 'a.success.status', reason: 'gateway is being moved', owner: 'payouts team', until },
      {
        requirement: 'a.missing.partnerName.status',
        reason: 'old gateway',
        owner: 'gateway team',
        until: '2026-10-01',
      },
    ],
    controls: [
      exchange('a-control', 'a', { words: baseline, durationMs: 28 }, { status: 200, body: banks }),
      exchange('b-control', 'b', { words: baseline, durationMs: 3 }, { status: 503, body: '' }),
    ],
    observations: [
      observationOf(
        'a.observe.content-type',
        message('ask-list-content-type'),
        verbatim('application/json; charset=utf-8'),
        ['a-1'],
      ),
      observationOf(
        'a.observe.number-for-partner-name',
        message('ask-value', { parameter: 'partnerName', value: message('value-number') }),
        message('answer-list', { status: 200, count: 12 }),
        ['a-7'],
      ),
      observationOf('a.observe.error-text', message('ask-language'), verbatim(hostileText), ['a-3']),
    ],
    advisories: [
      advisoryOf('a.partner-enumeration', message('partner-oracle'), ['a-6']),
      advisoryOf('b.cacheable', message('cacheable'), ['b-1']),
    ],
    ...parts,
  });
}

/** The same for a Russian reader, with texts that persons decided on. */
export function russianSample(): Results {
  const name = 'Анна Ревизор';
  return sampleResults({
    target: { name: 'Стенд', baseUrl, variants: ['a', 'b'], language: 'ru' },
    waivers: [
      { requirement: 'b.unavailable.meaning', reason: 'текст переписывается', owner: 'группа выплат', until },
      { requirement: 'a.success.status', reason: 'шлюз переезжает', owner: 'группа выплат', until },
    ],
    reviews: [
      reviewOf('a.unauthorized.wrong-password', unknownText, 'pass', {
        name,
        date: '2026-11-19',
        note: 'так принято в этой службе',
      }),
      reviewOf('b.unavailable', 'Старый текст', 'fail', { name, date: '2026-11-01' }),
    ],
  });
}
