// Results made by the judge from attempts made by hand: something of every kind that a report can say.

import type { Exchange, Response } from '../client/exchange.ts';
import { bank, said } from '../judge/judge.test-support.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { Claims, Way } from '../plan/plan.ts';
import { makeResults } from '../results/make-results.ts';
import type { Run } from '../results/make-results.ts';
import type { Decided } from '../results/decisions.ts';
import type { Results } from '../results/results.ts';

/** Text that an untrusted target may send. */
export const hostileText =
  '</script><img src=x onerror=alert(1)> ]]> & "quoted" \u001b[31mred \u202etxt.exe\u202c \0 \ud800 ::error::x\r\n::warning::forged\n##[error]forged \u200b🏦';

/** Each of them is harmless wherever it stands. */
export const hostileTexts: readonly string[] = [
  hostileText,
  '` `` ``` ```` | a\\|b | @octocat #1 www.example.test https://example.test/ a@b.test',
  '[link](https://example.test) ![image](x) <b>bold</b> **bold** $x$ :tada:',
  '::error title=x::forged',
  '%0A::error::forged%0D',
  '##[error]forged ##vso[task.complete] ##teamcity[x]',
  '<details><!-- ``` --> </details>',
];

const usual: Way = { route: 'usual', hasSetup: false, hasOwnPartner: false };
const claims: Claims = {
  a: { unauthorized: usual, unavailable: { ...usual, hasSetup: true } },
  b: { unauthorized: usual, unavailable: usual, 'partner-blocked': { ...usual, hasOwnPartner: true } },
};

type Answer = readonly [status: number, body: unknown, location?: string] | 'silence';

const bodyOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const textOf = (text: string): unknown => ({ description_status: text });
const list = {
  banks: [bank, ...Array.from({ length: 5 }, (_, at) => ({ name: `Банк ${at}`, bic: `04452500${at}` }))],
};
const broken = { banks: list.banks.map((one, at) => (at === 2 ? { ...one, bic: 44_525_002 } : one)) };

/** What was sent, in which place, and what came back; or why nothing was sent. */
type Sent = readonly [row: string, answer: Answer | Obstacle['kind'], place?: Partial<Attempt> | undefined];

const credentials: readonly (readonly [name: string, value: string])[] = [
  ['partnerName', '1042'],
  ['partnerPassword', '<ciphertext>'],
  ['useAuthByCert', 'true'],
];

function exchangeOf(id: string, row: string, answer: Answer): Exchange {
  const lacking = /missing\.(.*)$/.exec(row)?.[1]?.split('+') ?? [];
  const sent = credentials.filter(([name]) => !lacking.includes(name));
  const isInBody = row.startsWith('a.');
  const query = sent.map(([name, value]) => `${name}=${value}`).join('&');
  const path = isInBody ? '/partner/sbp/banks' : `/partner/acme/sbp/banks/?${query}`;
  const method = row.endsWith('.get') ? 'GET' : 'POST';
  const response: Response | null =
    answer === 'silence'
      ? null
      : {
          status: answer[0],
          headers: [
            ['Content-Type', 'application/json'],
            ...(answer[2] === undefined ? [] : [['Location', answer[2]] as const]),
          ],
          body: bodyOf(answer[1]),
        };
  return {
    id,
    request: {
      method,
      url: `https://staging.example.test/api${path}`,
      headers: [
        ['Accept', 'application/json'],
        ...(isInBody ? [['Content-Type', 'application/json'] as const] : []),
        ['X-Request-Id', id],
      ],
      body: isInBody && method === 'POST' ? JSON.stringify(Object.fromEntries(sent)) : null,
      length: 200,
    },
    response,
    error:
      response === null
        ? { kind: 'timeout', code: 'UND_ERR_HEADERS_TIMEOUT', message: 'no whole answer came in time' }
        : null,
    startedAt: `2026-11-20T18:03:${id.slice(1).padStart(2, '0').slice(-2)}.000Z`,
    durationMs: 12 + id.length,
  };
}

const made = (all: readonly Sent[]): readonly Attempt[] =>
  all.map(([row, answer, place], at) => {
    const isSent = typeof answer !== 'string' || answer === 'silence';
    return {
      row,
      role: 'try',
      step: 2,
      round: 0,
      again: false,
      ...place,
      exchange: isSent ? exchangeOf(`x${at + 1}`, row, answer) : null,
      why: isSent ? null : { kind: answer, detail: answer === 'setup-failed' ? 'answered 404' : '' },
    };
  });

const control = (variant: string, step = 2, round = 0): Sent => [
  `${variant}.success`,
  [200, list],
  { role: 'control', step, round },
];

/** Asked again in four rounds, with a control on each side. */
const again = (row: string, answer: Answer): readonly Sent[] => [
  [row, answer],
  ...[1, 2, 3, 4].flatMap((round): readonly Sent[] => [
    control(row.charAt(0), 2, round),
    [row, answer, { round }],
  ]),
  control(row.charAt(0), 2, 5),
];

const plain: readonly Sent[] = [
  ['a.success', [200, list], { step: 1 }],
  ['b.success', [200, broken], { step: 1 }],
];

const mixed = (text: string): readonly Sent[] => [
  ...plain,
  control('a'),
  control('b'),
  ['a.missing.partnerName', [400, textOf(text)]],
  ['a.missing.partnerPassword', [422, textOf(said.unencrypted)]],
  ['a.missing.useAuthByCert', [422, textOf(said.missing('useAuthByCert'))]],
  ['a.unencrypted.partnerPassword', [422, textOf(said.unencrypted)]],
  ['a.unauthorized.unknown-partner', [403, textOf('Обратитесь в службу поддержки, код 1007')]],
  ['a.unauthorized.wrong-password', [403, textOf(said.unauthorized)]],
  ['a.unavailable', 'setup-failed'],
  ['a.observed.method.get', [200, list]],
  ['a.observed.password.case-swapped', 'no-place'],
  ['a.observed.no-accept', [200, list]],
  ['b.missing.partnerName', [422, textOf(said.missing('partnerName'))]],
  ...again('b.missing.partnerPassword', [400, '<html><title>Bad Request</title></html>']),
  ['b.partner-blocked', [403, textOf(said.manager)]],
  ['b.ip-blocked', 'not-provisioned'],
  ['b.unavailable', [500, textOf('Внутренняя ошибка <password>')]],
  ['b.unencrypted.partnerPassword', 'silence'],
  control('b', 3),
  ['b.observed.password.last-missing', 'no-place'],
];

/** One that fails with a waiver, texts that persons decided, one decision that decides nothing. */
const decisions: readonly Decided[] = [
  {
    requirement: 'a.missing.partnerPassword.meaning',
    decision: 'waived',
    text: null,
    reason: 'text is being reworded',
    name: 'payouts team',
    date: null,
    until: '2027-01-31',
  },
  {
    requirement: 'b.partner-blocked.meaning',
    decision: 'pass',
    text: 'Старый текст',
    reason: null,
    name: 'Анна Ревизор',
    date: '2026-11-19',
    until: null,
  },
];

const runOf = (attempts: readonly Attempt[]): Run => ({
  suite: { name: 'sbp-banks-conformance', version: '0.5.0' },
  target: {
    name: 'Staging',
    baseUrl: 'https://staging.example.test/api',
    variants: ['a', 'b'],
    bankCode: 'acme',
    partnerName: '1042',
    language: 'en',
    isReference: false,
    isTlsVerified: true,
  },
  startedAt: '2026-11-20T18:03:00.000Z',
  durationMs: 1835,
  interrupted: false,
  isSelection: false,
  warnings: [],
  failedLogins: 2,
  pace: { refused: 3, rate: 20 },
  profile: { claims, limits: { concurrency: 8, rate: null, failedLogins: 3 } },
  seed: 7,
  selected: [...new Set(attempts.map(({ row }) => row.replace(/#\d+$/, '')))],
  attempts,
});

/** Causes, texts to decide, what is open and why, what was not tried, decisions. `text`: an answer's. */
export const mixedResults = (text = 'Bad request', parts: Partial<Run> = {}): Results =>
  makeResults(
    {
      ...runOf(made(mixed(text))),
      warnings: ['the teardown of a.unavailable failed: exit code 1'],
      ...parts,
    },
    decisions,
  );

const inRussian = { ...runOf([]).target, name: 'Стенд', language: 'ru' } as const;

export const russianResults = (): Results => mixedResults('Неверный запрос', { target: inRussian });

/** The plain request is refused as if the password were not encrypted. */
export function refusedResults(language: 'en' | 'ru' = 'en'): Results {
  const refusal: Answer = [422, textOf(said.unencrypted)];
  const run = runOf(
    made([
      ['a.success', refusal, { step: 1 }],
      ['b.success', refusal, { step: 1 }],
      ['a.missing.partnerName', [422, textOf(said.missing('partnerName'))]],
      ['a.unencrypted.partnerPassword', 'refused'],
    ]),
  );
  return makeResults({ ...run, target: { ...run.target, language } }, []);
}

/** The plain request of A fails, and so does everything that asks like it, while nothing of B was asked. */
export function failingResults(answer: Answer): Results {
  const probe = { role: 'probe', step: 1 } as const;
  const run = runOf(
    made([
      ['a.missing.partnerName', answer, probe],
      ['a.success', answer, { step: 1 }],
      ['a.success', answer, { step: 1, round: 1 }],
      ['a.missing.partnerName', answer, probe],
      ['a.missing.partnerName', answer],
      ['a.unencrypted.partnerPassword', 'refused'],
    ]),
  );
  return makeResults({ ...run, target: { ...run.target, variants: ['a'] } }, []);
}

/** A control at the end is refused, or is not, after so many wrong passwords: the second one is but a guess. */
export function lockedResults(isLocked: boolean, count: 0 | 1 | 2): Results {
  const refusal: Answer = [403, textOf(said.unauthorized)];
  const guess: readonly Sent[] = [control('a'), ['a.observed.password.last-replaced', refusal]];
  const run = runOf(
    made([
      ['a.success', [200, list], { step: 1 }],
      control('a'),
      ['a.missing.partnerName', [422, textOf(said.missing('partnerName'))]],
      ...(count > 0 ? [['a.unauthorized.wrong-password', refusal] as const] : []),
      ...(count > 1 ? guess : []),
      ['a.success', isLocked ? refusal : [200, list], { role: 'control' }],
      ['a.observed.password.last-missing', isLocked ? 'refused' : 'no-place'],
    ]),
  );
  return makeResults({ ...run, target: { ...run.target, variants: ['a'] } }, []);
}

/** What the mixed results were before a mistake was made, and another was corrected. */
export const earlierResults = (): Results => {
  const attempts = made(
    mixed('Bad request').map((one): Sent => {
      const [row, , place] = one;
      if (row === 'a.observed.method.get') return [row, [405, textOf(said.later)], place];
      return row === 'b.missing.partnerName' ? [row, [422, textOf(said.unauthorized)], place] : one;
    }),
  );
  return makeResults({ ...runOf(attempts), startedAt: '2026-11-19T10:00:00.000Z' }, decisions);
};

/** Every text of the target, of the profile and of persons is this one. */
export function hostileResults(text: string): Results {
  const results = mixedResults(text);
  const swap = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('код 1007') || value === 'Staging' ? text : value;
    if (Array.isArray(value)) return value.map(swap);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, swap(one)]));
  };
  const { warnings, ...rest } = results;
  const decided = rest.decisions.map((one) => ({ ...one, name: text, reason: text }));
  const causes = rest.causes.map(({ found, ...one }) => ({ ...one, found: { ...found, message: text } }));
  const all = swap({ ...rest, decisions: decided, causes }) as Results;
  const { exchanges, ...record } = all.record;
  const headers = [['X-Odd', text] as const];
  return {
    ...all,
    warnings: [...warnings, text],
    record: {
      ...record,
      exchanges: exchanges.map((one) => ({
        ...one,
        request: { ...one.request, url: `${one.request.url}?${text}`, headers },
        response: one.response && { ...one.response, headers },
      })),
    },
  };
}
