// From a plan and the record of a run to checks. A pure function: the same record always gives the same checks.

import { variantIds } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Attempt } from '../plan/attempt.ts';
import type { Case, Plan, PlannedRow } from '../plan/plan.ts';
import { isAccepting, isOwn, isRefusing, isSent, kindOf, plainAttempts, read } from './answer.ts';
import { openFinding } from './check.ts';
import type { Check, Finding, Judgement, Verdict } from './check.ts';
import { compareMeaning, compareNames } from './compare.ts';
import type { Given } from './compare.ts';
import { aspectsOf, idOf, isLeak, judgeAnswer, judgeEnforced, judgeUnused } from './findings.ts';
import { maskVolatile } from './lexicon/volatile.ts';
import { judgePlain } from './plain.ts';
import type { Plain } from './plain.ts';
import { settle } from './settle.ts';
import type { Settled } from './settle.ts';
import { cameBack } from './words.ts';

/** `attempts` in the order of sending. */
export function judge(plan: Plan, attempts: readonly Attempt[], selected: readonly Case[]): Judgement {
  const plains = variantIds
    .filter((variant) => plan.claims[variant] !== undefined)
    .map((variant) => judgePlain(variant, plan, attempts));
  const rows = new Set(selected.flatMap((one) => one.rows));
  return {
    checks: plains.flatMap((plain) => judgeVariant(plain, plan, attempts, selected)),
    plain: plains.map(({ row, state, reason, facts, last, servedPath }) => ({
      variant: row.variant,
      // A 200 without the list lets the rest be judged, but it is not accepted.
      state: facts.takes200 ? 'failed' : state,
      reason,
      exchange: last?.id ?? null,
      servedPath,
    })),
    untried: plan.rows.filter(({ id }) => rows.has(id)).flatMap((row) => untried(row, attempts)),
  };
}

function untried({ id, expect, isGuess }: PlannedRow, attempts: readonly Attempt[]): Judgement['untried'] {
  const tries = attempts.filter(({ row, role }) => row === id && role === 'try');
  const why = tries.at(-1)?.why ?? null;
  const isOfProfile = why?.kind === 'not-provisioned' || why?.kind === 'nothing-to-send';
  const wouldShow = expect !== null || isGuess === true;
  return why === null || isOfProfile || !wouldShow || tries.some(isSent) ? [] : [{ row: id, why }];
}

type Found = Finding & { readonly exchanges: readonly Exchange[] };

const on = (found: readonly Finding[], ...exchanges: readonly (Exchange | null)[]): readonly Found[] =>
  found.map((one) => ({ ...one, exchanges: exchanges.filter((each) => each !== null) }));

function judgeVariant(
  plain: Plain,
  plan: Plan,
  attempts: readonly Attempt[],
  selected: readonly Case[],
): readonly Check[] {
  const { variant } = plain.row;
  const rows = new Map(plan.rows.map((row) => [row.id, row]));
  const settled = new Map(
    [...new Set(selected.flatMap((one) => one.rows))]
      .flatMap((id) => rows.get(id) ?? [])
      .filter((row) => row.variant === variant && row.id !== plain.row.id)
      .map((row) => [row, besidePlain(settle(row, plan, attempts, plain.facts), plain)]),
  );
  const foundIn = (one: Case): readonly Found[] => {
    const own = one.rows.flatMap((id) => rows.get(id) ?? []);
    if (one.isComparison) return compare(one, own, settled, plain);
    return own.flatMap((row) => {
      const known = settled.get(row);
      return known === undefined ? judgePlainRow(plain, attempts) : judgeRow(row, known, plain, attempts);
    });
  };
  return selected
    .filter((one) => one.variant === variant)
    .flatMap((one) =>
      foundIn(one).map(({ exchanges, ...found }) => {
        return { case: one.id, ...found, exchanges: exchanges.map(({ id }) => id) };
      }),
    );
}

/** What was not sent for the plain request's sake is open for the same reason. */
function besidePlain(settled: Settled, { state, reason }: Plain): Settled {
  if (settled.kind !== 'open' || settled.exchange !== null || state === 'accepted') return settled;
  const isOfPlain = settled.reason === 'control-failed' || settled.reason === 'target-unavailable';
  return isOfPlain ? { ...settled, reason: reason ?? 'control-failed' } : settled;
}

function judgeRow(
  row: PlannedRow,
  settled: Settled,
  plain: Plain,
  attempts: readonly Attempt[],
): readonly Found[] {
  const { facts, state } = plain;
  const found =
    settled.kind === 'open'
      ? aspectsOf(row).flatMap((id) => on([openFinding(id, settled.reason, settled.note)], settled.exchange))
      : settled.exchanges.flatMap((exchange) => {
          const all = judgeAnswer(row, exchange, facts);
          return state === 'accepted'
            ? on(all, exchange, ...settled.controls)
            : on(
                all.map((one) => uncontrolled(one, row, exchange, plain, attempts)),
                exchange,
                plain.last,
              );
        });
  // A list in the wrong hands is never in doubt, whoever asked for it, and why.
  const leaks = attempts
    .filter(({ row: id }) => id === row.id)
    .flatMap(({ exchange }) => exchange ?? [])
    .filter((exchange) => isLeak(row, exchange, facts))
    .slice(0, 1);
  const leaked = leaks.flatMap((exchange) => on([judgeEnforced(row, exchange, facts)], exchange));
  return [...leaked, ...found.filter(({ code }) => !isOfList(code))];
}

const isOfList = (code: Finding['code']): boolean => code === 'list-disclosed' || code === 'near-miss-list';

/** Without an accepted control a refusal shows nothing, nor does an answer that the plain request gets too. */
function uncontrolled(
  one: Finding,
  { expect }: PlannedRow,
  exchange: Exchange,
  { row }: Plain,
  attempts: readonly Attempt[],
): Finding {
  const { status, text } = read(exchange);
  const isAlike = plainAttempts(row, attempts).some((sent) => {
    const plain = read(sent.exchange);
    const isText = maskVolatile(plain.text ?? '') === maskVolatile(text ?? '');
    return plain.status === status && (status !== expect?.status || isText);
  });
  if (one.verdict === 'fail' && !isAlike) return one;
  const code = isAlike ? 'like-plain' : 'uncontrolled';
  return openFinding(one.requirement, 'control-failed', message(code, { answer: cameBack(exchange) }));
}

/** Compares what the case lists: names of single parameters, or meanings. */
function compare(
  one: Case,
  rows: readonly PlannedRow[],
  known: ReadonlyMap<PlannedRow, Settled>,
  { state }: Plain,
): readonly Found[] {
  const given = rows.flatMap((row): readonly Given[] => {
    const settled = known.get(row);
    const exchange = settled?.kind === 'open' ? undefined : settled?.exchanges.at(-1);
    return exchange === undefined || state !== 'accepted' ? [] : [{ row, exchange }];
  });
  return rows.flatMap((row) =>
    (['names', 'meaning'] as const)
      .filter((aspect) => one.requirements.includes(idOf(row, aspect)))
      .flatMap((aspect) => {
        const own = given.find((each) => each.row === row);
        const settled = known.get(row);
        if (own !== undefined)
          return on([(aspect === 'names' ? compareNames : compareMeaning)(own, given)], own.exchange);
        const [reason, note] =
          settled?.kind === 'open'
            ? [settled.reason, settled.note]
            : (['control-failed', message('plain-not-accepted')] as const);
        return on([openFinding(idOf(row, aspect), reason, note)]);
      }),
  );
}

/** Every 200 to the plain request is judged, as a control too, and every answer in own words but a refusal. */
function judgePlainRow(plain: Plain, attempts: readonly Attempt[]): readonly Found[] {
  const { row, facts, state, reason, last } = plain;
  const sent = plainAttempts(row, attempts).map(({ exchange }) => exchange);
  const isSaid = (exchange: Exchange): boolean => isOwn(row, kindOf(row, exchange, facts));
  const judged = (exchange: Exchange): readonly Found[] => on(judgeAnswer(row, exchange, facts), exchange);
  const unused = sent
    .flatMap((exchange) => on(judgeUnused(row.variant, read(exchange).status ?? 0), exchange))
    .filter(({ verdict }) => verdict === 'fail');
  // Said once, or found twice: a page may be somebody else's.
  const never = unused.length > 1 || unused.some(({ exchanges }) => exchanges.some(isSaid)) ? unused : [];
  if (last === null || state === 'open' || state === 'refused') {
    const open = aspectsOf(row).map((id) => openFinding(id, reason ?? 'control-failed', noteOf(plain)));
    return [...never.slice(0, 1), ...on(open, last)];
  }
  const counts = (exchange: Exchange): boolean =>
    isAccepting(exchange, kindOf(row, exchange, facts), facts) || (isSaid(exchange) && !isRefusing(exchange));
  if (state === 'accepted') return telling([...never, ...sent.filter(counts).flatMap(judged)]);
  // Where the path is not served, what is found there is no answer of the operation.
  const isServed = state === 'failed';
  return judged(last).filter(({ requirement }) => isServed || aspectsOf(row).includes(requirement));
}

/** One finding on each requirement: a failure in any answer, or else what shows most. */
function telling(found: readonly Found[]): readonly Found[] {
  const order: readonly Verdict[] = ['fail', 'review', 'pass', 'inconclusive'];
  const groups = Map.groupBy(found, ({ requirement }) => requirement);
  return [...groups.values()].flatMap((group) =>
    order.flatMap((verdict) => group.find((one) => one.verdict === verdict) ?? []).slice(0, 1),
  );
}

function noteOf({ state, last, reason }: Plain): Message {
  if (last === null) return message('nothing-sent');
  if (reason === 'rate-limited') return message('limited-again');
  if (reason === 'too-long') return message('body-too-long');
  return message(state === 'refused' ? 'plain-refused' : 'plain-unsettled', { answer: cameBack(last) });
}
