// Kept records: what was sent and what came back, written by hand, and what judging that shows.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { errorText, pathOf, variantIds } from '#banks/specification.ts';
import type { ConditionName, VariantId } from '#banks/specification.ts';
import { failureKinds } from '../client/exchange.ts';
import type { Exchange, Response } from '../client/exchange.ts';
import { worst } from '../judge/check.ts';
import type { Check, Judgement } from '../judge/check.ts';
import type { judge } from '../judge/judge.ts';
import type { Message } from '../messages/message.ts';
import { obstacles, roles } from '../plan/attempt.ts';
import type { Attempt } from '../plan/attempt.ts';
import { planOf } from '../plan/plan.ts';
import type { Claims, Way } from '../plan/plan.ts';

/** A file of `fixtures/records`. Its README says how one is written. */
interface Written {
  readonly claims?: Readonly<Partial<Record<VariantId, Readonly<Partial<Record<ConditionName, string>>>>>>;
  readonly cases?: readonly string[];
  readonly answers: Readonly<Record<string, string | Answer>>;
  readonly attempts: Readonly<Record<string, string>>;
  readonly shows: Shown;
}

interface Answer extends Omit<Response, 'headers' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** In place of a body: the text of an error, so many times. */
  readonly text?: string;
  readonly times?: number;
}

interface Shown {
  /** What became of the plain request, by variant. */
  readonly plain: Readonly<Record<string, string>>;
  /** Requirements that pass, with their last part behind the colon. */
  readonly pass: Readonly<Record<string, string>>;
  /** By case, of checks that do not pass: verdict or reason, requirement, code, attempt (controls). */
  readonly others: Readonly<Record<string, readonly string[]>>;
  readonly untried: readonly string[];
}

export interface KeptRecord {
  readonly name: string;
  readonly text: string;
  readonly claims: Claims;
  /** Ids of the cases that are judged. */
  readonly cases: readonly string[];
  readonly attempts: readonly Attempt[];
  readonly shows: Shown;
}

const folder = new URL('../../fixtures/records/', import.meta.url);

export async function readRecords(): Promise<readonly KeptRecord[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).toSorted();
  return Promise.all(
    files.map(async (file) => readRecord(file, await readFile(new URL(file, folder), 'utf8'))),
  );
}

function readRecord(name: string, text: string): KeptRecord {
  const { claims: given, cases, answers, attempts: lines, shows } = parse(text) as Written;
  const claims = Object.fromEntries(
    Object.entries(given ?? { a: {}, b: {} }).map(([variant, conditions]) => {
      const ways = Object.entries({ unauthorized: 'usual', ...conditions });
      return [variant, Object.fromEntries(ways.map(([condition, words]) => [condition, wayOf(words)]))];
    }),
  );
  const attempts = Object.entries(lines).map(([number, line]) => attemptOf(number, line, answers));
  const tried = new Set(attempts.flatMap(({ row, role }) => (role === 'try' ? [row] : [])));
  const asked = planOf(claims).cases.filter(
    ({ rows, isComparison }) => !isComparison && rows.some((row) => tried.has(row)),
  );
  return { name, text, claims, cases: cases ?? asked.map(({ id }) => id), attempts, shows };
}

const wayOf = (words: string): Way => ({
  route: (['own-base-url', 'own-local-address'] as const).find((one) => words.includes(one)) ?? 'usual',
  hasSetup: words.includes('setup'),
  hasOwnPartner: words.includes('own-partner'),
});

const written = /^(\d)\.(\d) (\w+) (\S+) (?:not (\S+)|(\S+))( again)?(?: length (\d+))?$/;

function attemptOf(number: string, line: string, answers: Written['answers']): Attempt {
  const [, step, round, role, row = '', obstacle, named = '', again, length] = written.exec(line) ?? [];
  const given = roles.find((one) => one === role);
  const kind = obstacles.find((one) => one === obstacle);
  const answer = answers[named];
  if (given === undefined || (kind === undefined && answer === undefined))
    throw new RangeError(`attempt ${number} is no attempt: ${line}`);
  return {
    row,
    role: given,
    step: Number(step),
    round: Number(round),
    again: again !== undefined,
    exchange: answer === undefined ? null : exchangeOf(number, row, answer, Number(length ?? 100)),
    why: kind === undefined ? null : { kind, detail: '' },
  };
}

function exchangeOf(id: string, row: string, answer: string | Answer, length: number): Exchange {
  const variant = variantIds.find((one) => row.startsWith(one)) ?? 'a';
  const url = `https://bank.test${pathOf(variant, 'acme', row.includes('.slash.'))}`;
  return {
    id,
    request: { method: 'POST', url, headers: [], body: null, length },
    ...answerOf(answer),
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
  };
}

function answerOf(answer: string | Answer): Pick<Exchange, 'response' | 'error'> {
  if (typeof answer === 'object') {
    const { headers = {}, text, times = 1, body, ...rest } = answer;
    const written = text === undefined ? (body ?? null) : JSON.stringify({ [errorText]: text.repeat(times) });
    return { response: { ...rest, headers: Object.entries(headers), body: written }, error: null };
  }
  const [, first, body = ''] = /^(\S+) ?(.*)$/s.exec(String(answer)) ?? [];
  const kind = failureKinds.find((one) => one === first);
  if (kind === undefined) return { response: { status: Number(first), headers: [], body }, error: null };
  const beginning = body === '' ? {} : { beginning: body };
  return { response: null, error: { kind, code: '', message: kind, ...beginning } };
}

/** Judges a record. `judgeIt`: the judge. */
export function shownBy(judgeIt: typeof judge, { claims, cases, attempts }: KeptRecord): Shown {
  const plan = planOf(claims);
  const unknown = [...attempts.map(({ row }) => row), ...cases].filter(
    (id) => ![...plan.rows, ...plan.cases].some((one) => one.id === id),
  );
  if (unknown.length > 0) throw new RangeError(`the plan has no ${unknown.join(', ')}`);
  const selected = plan.cases.filter(({ id }) => cases.includes(id));
  const { checks, plain, untried } = judgeIt(plan, attempts, selected);
  const byRequirement = Map.groupBy(checks, ({ requirement }) => requirement);
  const passed = [...byRequirement].filter(([, all]) => worst(all.map(({ verdict }) => verdict)) === 'pass');
  const groups = Map.groupBy(
    passed.map(([id]) => id),
    (id) => id.replace(/\.[^.]+$/, ''),
  );
  const others = Map.groupBy(
    checks.filter(({ verdict }) => verdict !== 'pass'),
    (check) => check.case,
  );
  return {
    plain: Object.fromEntries(plain.map((one) => [one.variant, plainLine(one)])),
    pass: Object.fromEntries(
      [...groups].map(([id, all]) => [id, all.map((one) => one.slice(id.length + 1)).join(' ')]),
    ),
    others: Object.fromEntries([...others].map(([id, all]) => [id, all.map(checkLine)])),
    untried: untried.map(({ row, why }) => `${row} ${why.kind}`),
  };
}

const plainLine = ({ state, reason, exchange, servedPath }: Judgement['plain'][number]): string =>
  [state, reason, servedPath, exchange].filter((one) => one !== null).join(' ');

function checkLine({
  verdict,
  reason,
  requirement,
  code,
  params,
  exchanges: [own, ...controls],
}: Check): string {
  const note = params['note'] as Message | undefined;
  const beside = controls.length === 0 ? [] : [`(${controls.join(' ')})`];
  return [reason ?? verdict, requirement, note?.code ?? code, own ?? '–', ...beside].join(' ');
}

/** Writes anew what a record shows. */
export async function keep({ name, text }: KeptRecord, shows: Shown): Promise<void> {
  const given = text.replace(/^shows:.*/ms, '');
  await writeFile(new URL(name, folder), `${given}${stringify({ shows }, { lineWidth: 0 })}`);
}
