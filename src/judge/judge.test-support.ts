// Rows and attempts made by hand, for tests of judgement.

import { randomUUID } from 'node:crypto';
import { variants } from '#banks/specification.ts';
import type { ConditionName, Parameter, VariantId } from '#banks/specification.ts';
import type { Exchange, Failure } from '../client/exchange.ts';
import { sayCheck } from '../messages/message.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { Case, Plan, PlannedRow, Way } from '../plan/plan.ts';
import { worst } from './check.ts';
import type { Check } from './check.ts';
import { judge } from './judge.ts';

const usual: Way = { route: 'usual', hasSetup: false, hasOwnPartner: false };

export const rowOf = (id: string, rest: Partial<PlannedRow> = {}): PlannedRow => ({
  id,
  variant: id.startsWith('b.') ? 'b' : 'a',
  title: { en: id, ru: id },
  expect: null,
  isAuthorized: false,
  cost: 'free',
  way: usual,
  isProvisioned: true,
  ...rest,
});

const expecting = (
  variant: VariantId,
  of: string,
  condition: ConditionName,
  names: readonly Parameter[] | null = null,
): Pick<PlannedRow, 'expect'> => {
  const { status = 0, meaning = null } = variants[variant].conditions[condition] ?? {};
  return { expect: { of, status, names, meaning: of === 'missing.several' ? null : meaning } };
};

const all: readonly Parameter[] = ['partnerName', 'partnerPassword', 'useAuthByCert'];
const provisioned: readonly ConditionName[] = [
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
];

const rowsOf = (variant: VariantId): readonly PlannedRow[] => [
  rowOf(`${variant}.success`, {
    ...expecting(variant, 'success', 'success'),
    isAuthorized: true,
    cost: 'plain',
  }),
  ...all.map((name) =>
    rowOf(`${variant}.missing.${name}`, {
      ...expecting(variant, `missing.${name}`, 'missing', [name]),
      ...(name === 'useAuthByCert' ? { isAuthorized: true, cost: 'login' as const } : {}),
    }),
  ),
  rowOf(`${variant}.missing.all`, expecting(variant, 'missing.several', 'missing', all)),
  rowOf(`${variant}.unencrypted`, {
    ...expecting(variant, 'unencrypted.partnerPassword', 'unencrypted', ['partnerPassword']),
    cost: 'login',
  }),
  rowOf(`${variant}.unauthorized.unknown-partner`, expecting(variant, 'unauthorized', 'unauthorized')),
  rowOf(`${variant}.unauthorized.wrong-password`, {
    ...expecting(variant, 'unauthorized', 'unauthorized'),
    condition: 'unauthorized',
    cost: 'wrong',
  }),
  rowOf(`${variant}.spelled.escapes`, {
    ...expecting(variant, variant === 'a' ? 'request.body' : 'request.query', 'success'),
    isAuthorized: true,
    cost: 'login',
  }),
  ...provisioned
    .filter((condition) => condition in variants[variant].conditions)
    .map((condition) =>
      rowOf(`${variant}.${condition}`, {
        ...expecting(variant, condition, condition),
        condition,
        isAuthorized: true,
        cost: condition === 'unavailable' || condition === 'ip-blocked' ? 'plain' : 'login',
      }),
    ),
  rowOf(`${variant}.observed.password.base64`, { cost: 'login' }),
  rowOf(`${variant}.observed.password.case-swapped`, {
    cost: 'wrong',
    isAuthorized: 'lenient',
    isGuess: true,
  }),
  rowOf(`${variant}.observed.method.GET`, { method: 'GET' }),
  rowOf(`${variant}.observed.other-slash`, { hasOtherSlash: true }),
];

/** A plan of both variants, with rows changed as given by id. */
export function planOf(changes: Readonly<Record<string, Partial<PlannedRow>>> = {}): Plan {
  const rows = [...rowsOf('a'), ...rowsOf('b')].map((row) => ({ ...row, ...changes[row.id] }));
  const own = { isAuthorized: true, cost: 'login', condition: 'unauthorized' } as const;
  const partners = rows.filter(({ id, way }) => id.endsWith('.wrong-password') && way.hasOwnPartner);
  const caseOf = (row: PlannedRow): Case => ({
    id: row.id,
    variant: row.variant,
    condition: 'success',
    title: row.title,
    rows: [row.id],
    requirements: [],
    isJudged: row.expect !== null,
    isComparison: false,
  });
  return {
    claims: { a: {}, b: {} },
    rows: [...rows, ...partners.map(({ variant }) => rowOf(`${variant}.own-partner`, own))],
    cases: rows.map(caseOf),
  };
}

/** A comparison of rows on these requirements. */
export const comparison = (rows: readonly string[], requirements: readonly string[]): Case => ({
  id: 'a.compared',
  variant: 'a',
  condition: 'missing',
  title: { en: '', ru: '' },
  rows,
  requirements,
  isJudged: true,
  isComparison: true,
});

export const bank = { name: 'Bank of Tests', bic: '044525225' };
export const list = { banks: [bank, { name: 'Another Bank', bic: '044525999' }] };

/** Texts as the specification words them. */
export const said = {
  missing: (name: string) => `Отсутствует параметр ${name}. Повторите запрос с корректными данными`,
  unencrypted: 'Параметр partnerPassword ожидается в зашифрованном виде',
  unauthorized: 'Пользователь не прошёл авторизацию, доступ к ресурсу ограничен',
  manager: 'Обратитесь к закреплённому менеджеру',
  later: 'Сервис временно недоступен, повторите операцию позже',
} as const;

export interface Reply {
  readonly status?: number;
  /** A string is sent as it is, all else as JSON. Null: not kept. */
  readonly body?: unknown;
  readonly error?: Failure['kind'];
  readonly beginning?: string;
  readonly location?: string;
  readonly base64?: true;
}

export const ok: Reply = { status: 200, body: list };
export const refusal = (status: number, text: string): Reply => ({
  status,
  body: { description_status: text },
});
export const page = (status: number): Reply => ({ status, body: '<html>Error</html>' });
export const silence: Reply = { error: 'cut' };
export const unauthorized = (variant: VariantId): Reply =>
  refusal(variant === 'a' ? 403 : 401, said.unauthorized);

export function exchangeOf(reply: Reply, length = 100, path = '/partner/sbp/banks'): Exchange {
  const { status, body, error = 'cut', beginning, location, base64 } = reply;
  const text = typeof body === 'string' || body === null ? body : JSON.stringify(body);
  return {
    id: randomUUID(),
    request: { method: 'POST', url: `https://bank.test${path}`, headers: [], body: null, length },
    response:
      status === undefined
        ? null
        : {
            status,
            headers: location === undefined ? [] : [['Location', location]],
            body: text ?? '',
            ...(text === null ? { body: null } : {}),
            ...(base64 ? { bodyEncoding: 'base64' as const, bodyProblem: 'not-utf8' as const } : {}),
          },
    error:
      status === undefined
        ? { kind: error, code: '', message: error, ...(beginning === undefined ? {} : { beginning }) }
        : null,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
  };
}

type Place = Partial<Pick<Attempt, 'role' | 'step' | 'round' | 'again'>> & {
  readonly length?: number;
  readonly path?: string;
};

export const sent = (row: string, reply: Reply, { length, path, ...place }: Place = {}): Attempt => ({
  row,
  role: 'try',
  step: 2,
  round: 0,
  again: false,
  ...place,
  exchange: exchangeOf(reply, length, path),
  why: null,
});

export const unsent = (row: string, kind: Obstacle['kind']): Attempt => ({
  row,
  role: 'try',
  step: 2,
  round: 0,
  again: false,
  exchange: null,
  why: { kind, detail: '' },
});

/** The plain request, accepted at the beginning. */
export const plain = (variant: VariantId = 'a', reply: Reply = ok): Attempt =>
  sent(`${variant}.success`, reply, { step: 1 });
export const control = (reply: Reply = ok, place: Place = {}, variant: VariantId = 'a'): Attempt =>
  sent(`${variant}.success`, reply, { role: 'control', ...place });

/** A request asked again in so many rounds, with one control before each and one behind. */
export const rounds = (row: string, reply: Reply, count = 4, controls: Reply = ok): readonly Attempt[] => [
  sent(row, reply),
  ...Array.from({ length: count }, (_, index) => index + 1).flatMap((round) => [
    control(controls, { round }, row.startsWith('b.') ? 'b' : 'a'),
    sent(row, reply, { round }),
  ]),
  control(controls, { round: count + 1 }, row.startsWith('b.') ? 'b' : 'a'),
];

export const judged = (
  attempts: readonly Attempt[],
  plan: Plan = planOf(),
  cases: readonly Case[] = plan.cases,
): readonly Check[] => judge(plan, attempts, cases).checks;

/** Verdicts on the requirements of one case; the reason of what is inconclusive. */
export function verdicts(
  row: string,
  attempts: readonly Attempt[],
  plan: Plan = planOf(),
): Readonly<Record<string, string>> {
  const checks = judged(
    attempts,
    plan,
    plan.cases.filter(({ id }) => id === row),
  );
  const groups = Map.groupBy(checks, ({ requirement }) => requirement.slice(2));
  return Object.fromEntries(
    [...groups].map(([requirement, group]) => {
      const verdict = worst(group.map((check) => check.verdict)) ?? '';
      return [requirement, group.find((check) => check.verdict === verdict)?.reason ?? verdict];
    }),
  );
}

/** Sentences of a check in both languages. */
export const sentences = (check: Check): readonly string[] =>
  (['en', 'ru'] as const).flatMap((language) => Object.values(sayCheck(check, language)));
