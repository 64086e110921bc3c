// From a plan and the record of a run to checks. A pure function: the same record always gives the same checks.

import { aspectsOf, idOf } from '#banks/requirements.ts';
import { variantIds } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Attempt } from '../plan/attempt.ts';
import type { Case, Plan, PlannedRow } from '../plan/plan.ts';
import { isAccepting, isObject, isOwn, isLockout, isSent, kindOf, plainAttempts, read } from './answer.ts';
import type { Sent } from './answer.ts';
import { openFinding } from './check.ts';
import type { Finding, Judgement, Verdict } from './check.ts';
import { compareMeaning, compareNames, essenceOf } from './compare.ts';
import { isLeak, judgeAnswer, judgeEnforced, judgeUnused } from './findings.ts';
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
  const rows = new Map(plan.rows.map((row) => [row.id, row]));
  const rowsOf = (one: Case): readonly PlannedRow[] => one.rows.flatMap((id) => rows.get(id) ?? []);
  return {
    checks: selected.flatMap((one) => {
      const plain = plains.find(({ row }) => row.variant === one.variant);
      const found = plain === undefined ? [] : judgeCase(one, rowsOf(one), { plain, plan, attempts });
      return found.map(({ on, ...rest }) => ({ case: one.id, ...rest, exchanges: on.map(({ id }) => id) }));
    }),
    plain: plains.map(({ row, state, reason, facts, last, servedPath }) => ({
      variant: row.variant,
      // A 200 without the list lets the rest be judged, but for reports it is not accepted.
      state: facts.takes200 ? 'failed' : state,
      reason,
      exchange: last?.id ?? null,
      servedPath,
    })),
    untried: [...new Set(selected.flatMap(rowsOf))].flatMap((row) => untried(row, attempts)),
  };
}

function untried({ id, expect, isGuess }: PlannedRow, attempts: readonly Attempt[]): Judgement['untried'] {
  const tries = attempts.filter(({ row, role }) => row === id && role === 'try');
  // Silence and a limiter do not tell whether a guess would have been right.
  const isAnswered = ({ exchange: { response } }: Sent): boolean =>
    expect !== null || (response !== null && response.status !== 429);
  const wouldShow = expect !== null || isGuess === true;
  if (tries.length === 0 || !wouldShow || tries.filter(isSent).some(isAnswered)) return [];
  const why = tries.at(-1)?.why ?? { kind: 'target-unavailable', detail: '' };
  return why.kind === 'not-provisioned' || why.kind === 'nothing-to-send' ? [] : [{ row: id, why }];
}

/** What the cases of a variant are judged by. */
interface View {
  readonly plain: Plain;
  readonly plan: Plan;
  readonly attempts: readonly Attempt[];
}

function settledOf(row: PlannedRow, { plain, plan, attempts }: View): Settled {
  const settled = settle(row, plan, attempts, plain.facts);
  if (settled.kind !== 'open' || settled.exchange !== null || plain.state === 'accepted') return settled;
  // What was not sent for the plain request's sake is open for the same reason.
  const isOfPlain = ['control-failed', 'target-unavailable'].includes(settled.reason);
  return isOfPlain ? { ...settled, reason: plain.reason ?? 'control-failed' } : settled;
}

/** A finding with the exchanges that it rests on. */
type Found = Finding & { readonly on: readonly Exchange[] };

const on = (findings: readonly Finding[], ...exchanges: readonly (Exchange | null)[]): readonly Found[] =>
  findings.map((one) => ({ ...one, on: exchanges.filter((exchange) => exchange !== null) }));

function judgeCase(one: Case, rows: readonly PlannedRow[], view: View): readonly Found[] {
  if (one.isComparison) return compare(one, rows, view);
  return rows.flatMap((row) => (row.id === view.plain.row.id ? judgePlainRow(view) : judgeRow(row, view)));
}

function judgeRow(row: PlannedRow, view: View): readonly Found[] {
  const { facts, state, last } = view.plain;
  const settled = settledOf(row, view);
  const judged = (exchange: Exchange): readonly Found[] => {
    const all = judgeAnswer(row, exchange, facts);
    if (state === 'accepted') return on(all, exchange, ...(settled.kind === 'open' ? [] : settled.controls));
    const shown = all.map((one) => withoutControl(one, row, exchange, view));
    return on(shown, exchange, last);
  };
  const found =
    settled.kind === 'open'
      ? aspectsOf(row).flatMap((id) => on([openFinding(id, settled.reason, settled.note)], settled.exchange))
      : settled.exchanges.flatMap(judged);
  // A list in the wrong hands is never in doubt, whoever asked for it, and why.
  const [leak] = view.attempts
    .flatMap((one) => (one.row === row.id ? (one.exchange ?? []) : []))
    .filter((exchange) => isLeak(row, exchange, facts));
  if (leak === undefined) return found;
  const enforced = judgeEnforced(row, leak, facts);
  const others = found.filter(({ requirement }) => requirement !== enforced.requirement);
  return [...on([enforced], leak), ...others];
}

/** Without an accepted control a refusal shows nothing, nor does an answer that the plain request gets too. */
function withoutControl(one: Finding, { expect }: PlannedRow, exchange: Exchange, { plain, attempts }: View) {
  const { status } = read(exchange);
  const isAlike = plainAttempts(plain.row, attempts).some((sent) => {
    // Another text shows something where the status is as expected.
    const isSameText = status !== expect?.status || essenceOf(sent.exchange) === essenceOf(exchange);
    return read(sent.exchange).status === status && isSameText;
  });
  if (one.verdict === 'fail' && !isAlike) return one;
  const note = message(isAlike ? 'like-plain' : 'uncontrolled', { answer: cameBack(exchange) });
  return openFinding(one.requirement, 'control-failed', note);
}

/** Compares what the case lists: names of single parameters, or meanings. */
function compare(one: Case, rows: readonly PlannedRow[], view: View): readonly Found[] {
  const settled = rows.map((row) => [row, settledOf(row, view)] as const);
  const given = settled.flatMap(([row, known]) =>
    known.kind === 'open' ? [] : known.exchanges.slice(-1).map((exchange) => ({ row, exchange })),
  );
  const judged = (row: PlannedRow, known: Settled, aspect: 'names' | 'meaning'): readonly Found[] => {
    const own = given.find((each) => each.row === row);
    if (known.kind === 'open')
      return on([openFinding(idOf(row, aspect), known.reason, known.note)], known.exchange);
    if (own === undefined || view.plain.state !== 'accepted')
      return on([openFinding(idOf(row, aspect), 'control-failed', message('plain-not-accepted'))]);
    return on([(aspect === 'names' ? compareNames : compareMeaning)(own, given)], own.exchange);
  };
  return settled.flatMap(([row, known]) =>
    (['names', 'meaning'] as const)
      .filter((aspect) => one.requirements.includes(idOf(row, aspect)))
      .flatMap((aspect) => judged(row, known, aspect)),
  );
}

/**
 * Of the answers to the plain request, controls included, the list and own words that do not refuse always count. A
 * 200 without the list counts if it comes again, around the list or as a JSON object: markup may be another's page. A
 * status that is never used counts in own words or, where the list never came, as a page that comes again.
 */
function judgePlainRow({ plain, attempts }: View): readonly Found[] {
  const { row, facts, state, reason, last } = plain;
  const sent = plainAttempts(row, attempts).map(({ exchange }) => exchange);
  const isSaid = (one: Exchange): boolean => isOwn(row, kindOf(row, one, facts));
  const isGood = (one: Exchange): boolean => isAccepting(one, kindOf(row, one, facts), facts);
  const judged = (one: Exchange): readonly Found[] => on(judgeAnswer(row, one, facts), one);
  const unused = sent
    .flatMap((one) => on(judgeUnused(row.variant, read(one).status ?? 0), one))
    .filter(({ verdict }) => verdict === 'fail');
  const isShown = unused.some((one) => one.on.some(isSaid)) || (state !== 'accepted' && unused.length > 1);
  const never = isShown ? unused : [];
  if (last === null || state === 'open' || state === 'refused') {
    const open = aspectsOf(row).map((id) => openFinding(id, reason ?? 'control-failed', noteOf(plain)));
    return [...never.slice(0, 1), ...on(open, last)];
  }
  // Where the path is not served, what is found there is no answer of the operation.
  if (state === 'not-served')
    return judged(last).filter(({ requirement }) => aspectsOf(row).includes(requirement));
  if (state === 'failed') return telling([...never, ...judged(last)]);
  const around = (fits: (one: Exchange) => boolean): readonly Exchange[] =>
    sent.slice(sent.findIndex(fits), sent.findLastIndex(fits) + 1);
  const isOdd = (one: Exchange): boolean =>
    read(one).status === 200 && !isGood(one) && !/^\s*</.test(one.response?.body ?? '');
  const isAgain =
    around(isOdd).some(isGood) || sent.filter((one) => isOdd(one) && isObject(read(one).json)).length > 1;
  const counts = (one: Exchange): boolean =>
    isGood(one) || (isSaid(one) && !isLockout(one)) || (isAgain && isOdd(one));
  const found = telling([...never, ...sent.filter(counts).flatMap(judged)]);
  // Pages around the list are neither a moment's nor known to be the service's.
  const isLasting = around((one) => unused.some(({ on: [page] }) => page === one)).some(isGood);
  const [page] = isLasting && never.length === 0 ? unused : [];
  if (page === undefined) return found;
  const note = message('plain-unsettled', { answer: cameBack(page.on[0] ?? last) });
  const open = { ...page, ...openFinding(page.requirement, 'target-unavailable', note) };
  return found.map((one) => (one.requirement === page.requirement ? open : one));
}

/** One finding on each requirement: a failure in any answer, or else what shows most. */
function telling(found: readonly Found[]): readonly Found[] {
  const order: readonly Verdict[] = ['fail', 'review', 'pass', 'inconclusive'];
  const sorted = order.flatMap((verdict) => found.filter((one) => one.verdict === verdict));
  const groups = Map.groupBy(sorted, ({ requirement }) => requirement);
  return [...groups.values()].flatMap((all) => all.slice(0, 1));
}

function noteOf({ state, last, reason }: Plain): Message {
  if (last === null) return message('nothing-sent');
  if (reason === 'rate-limited') return message('limited-again');
  if (reason === 'too-long') return message('body-too-long');
  return message(state === 'refused' ? 'plain-refused' : 'plain-unsettled', { answer: cameBack(last) });
}
