// What one answer shows: of what its row expects, and of what every answer must keep to.

import { idOf } from '#banks/requirements.ts';
import { errorText, list as member, meaningsOf, variants } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { isHandedOut, isMasked, isObject, isOfLength, kindOf, read } from './answer.ts';
import type { Facts } from './answer.ts';
import { finding, openFinding } from './check.ts';
import type { Finding, Verdict } from './check.ts';
import * as texts from './texts.ts';
import { bodyWords, cameBack, clipped, conditionOf, placeOf } from './words.ts';
import { quoted, recordWords, requestOf } from './words.ts';

const passIf = (isRight: boolean): Verdict => (isRight ? 'pass' : 'fail');

export const judgeAnswer = (row: PlannedRow, exchange: Exchange, facts: Facts): readonly Finding[] => [
  ...judgeExpected(row, exchange, facts),
  ...judgeAlways(row, exchange, facts),
];

/** Requirements that judging the answer would fail, and asking again may change that. */
export const deviations = (row: PlannedRow, exchange: Exchange, facts: Facts): readonly string[] =>
  (isOfLength(kindOf(row, exchange, facts)) ? [] : judgeAnswer(row, exchange, facts))
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement }) => requirement);

function judgeExpected(row: PlannedRow, exchange: Exchange, facts: Facts): readonly Finding[] {
  const { expect, variant } = row;
  if (expect === null) return [];
  if (expect.of.startsWith('request.')) return judgeSpelling(row, exchange, facts);
  const status = judgeStatus(row, expect.status, exchange);
  if (expect.of === 'success') return [status, ...judgeList(variant, exchange)];
  const named = expect.names === null ? [] : [judgeNames(row, exchange)];
  return [status, ...named, ...(expect.meaning === null ? [] : [judgeMeaning(row, exchange)])];
}

function judgeStatus(row: PlannedRow, expected: number, exchange: Exchange): Finding {
  const { list, status } = read(exchange);
  const [condition, { section }] = [conditionOf(row), variants[row.variant]];
  const params = { ...placeOf(row), expected, actual: cameBack(exchange), condition, section };
  const verdict = passIf(status === expected);
  if (row.expect?.of === 'success') return finding(idOf(row, 'status'), verdict, 'success-status', params);
  // Right credentials, and the list: the service ignores the condition, or nobody brought it about. Reports say both.
  const isIgnored = row.isAuthorized === true && row.condition !== undefined && list !== null;
  return finding(idOf(row, 'status'), verdict, isIgnored ? 'as-plain' : 'status', params);
}

/** In another spelling the request must obtain the list like the plain one: that shows that it was read. */
function judgeSpelling(row: PlannedRow, exchange: Exchange, facts: Facts): readonly Finding[] {
  const { variant, expect } = row;
  const [id, expected] = [`${variant}.${expect?.of ?? ''}`, expect?.status ?? 0];
  const { status, list, isKept } = read(exchange);
  const isAsExpected = status === expected;
  if (isAsExpected && !isKept) return [masked(id, exchange)];
  if (isAsExpected && list === null && facts.takes200)
    return [openFinding(id, 'control-failed', message('plain-no-list', { list: member }))];
  if (list?.length === 0 && facts.known.size > 0)
    return [openFinding(id, 'vacuous', message('list-empty-now'))];
  const params = { request: requestOf(row), list: member, expected, actual: cameBack(exchange), variant };
  const own = finding(id, passIf(list !== null), 'same-success', { ...params, body: bodyWords(exchange) });
  if (list === null) return [own];
  return [own, ...judgeList(variant, exchange).filter(({ verdict }) => verdict !== 'inconclusive')];
}

const judgeList = (variant: VariantId, exchange: Exchange): readonly Finding[] => [
  judgeListBody(`${variant}.success.body`, variant, exchange),
  judgeRecords(`${variant}.success.record`, variant, exchange),
];

function judgeListBody(id: string, variant: VariantId, exchange: Exchange): Finding {
  const { status, json, list, repeated, isKept } = read(exchange);
  const note = message('judged-only-on', { expected: 200, actual: cameBack(exchange) });
  if (status !== 200) return openFinding(id, 'control-failed', note);
  if (!isKept) return masked(id, exchange);
  const isOnce = list !== null && !repeated.has(member);
  const isAlone = isObject(json) && Object.keys(json).length === 1;
  const params = { list: member, body: bodyWords(exchange, isOnce ? undefined : member), variant };
  return finding(id, passIf(isOnce && isAlone), 'success-body', params);
}

function judgeRecords(id: string, variant: VariantId, exchange: Exchange): Finding {
  const { list, repeated } = read(exchange);
  if (list === null) return openFinding(id, 'control-failed', message('no-list', { list: member }));
  if (list.length === 0) return openFinding(id, 'vacuous', message('list-empty'));
  const records = recordWords(list, repeated);
  const isRight = records.code === 'records-right';
  if (isRight && isMasked(JSON.stringify(list))) return masked(id, exchange);
  return finding(id, passIf(isRight), 'success-record', { records, variant });
}

/** A secret stood in what decides, or the body is not recorded for its sake. */
function masked(id: string, exchange: Exchange): Finding {
  const { text } = read(exchange);
  const actual = text === null ? bodyWords(exchange) : message('quoted', { text: clipped(text) });
  return finding(id, 'review', 'masked', { actual });
}

const isUnclear = (exchange: Exchange): boolean =>
  !read(exchange).isKept || isMasked(read(exchange).text ?? '');

/** What is required of a text fails where there is none, and is for a person where a secret stood in it. */
function judgeText(
  row: PlannedRow,
  exchange: Exchange,
  id: string,
  expected: Message,
  judged: (text: string) => Finding,
): Finding {
  const { text, status } = read(exchange);
  if (isUnclear(exchange)) return masked(id, exchange);
  if (text !== null) return judged(text);
  const params = { status: status ?? 0, body: bodyWords(exchange), text: errorText };
  const actual = status === null ? cameBack(exchange) : message('answer-without-text', params);
  return finding(id, 'fail', 'text-missing', { expected, actual, ...placeOf(row) });
}

export function judgeNames(row: PlannedRow, exchange: Exchange): Finding {
  const [id, wanted] = [idOf(row, 'names'), row.expect?.names ?? []];
  const parameters = quoted(wanted);
  return judgeText(row, exchange, id, message('text-that-names', { parameters }), (text) => {
    const verdict = texts.judgeNames(text, wanted);
    const params = { parameters, text: clipped(text), ...placeOf(row) };
    return finding(id, verdict, verdict === 'review' ? 'names-spelling' : 'names', params);
  });
}

export function judgeMeaning(row: PlannedRow, exchange: Exchange): Finding {
  const [id, wanted] = [idOf(row, 'meaning'), row.expect?.meaning ?? 'correct-data'];
  const meaning = message(`means-${wanted}`);
  return judgeText(row, exchange, id, message('text-that-means', { meaning }), (text) => {
    const { verdict, code, others } = texts.judgeMeaning(text, wanted, meaningsOf(row.variant));
    const said = others.map((other) => message(`means-${other}`));
    return finding(id, verdict, code, { meaning, text: clipped(text), others: said, ...placeOf(row) });
  });
}

/** What every answer must keep to. That another path refuses shows nothing; the list there is a leak (`isLeak`). */
function judgeAlways(row: PlannedRow, exchange: Exchange, facts: Facts): readonly Finding[] {
  const { variant } = row;
  const { status } = read(exchange);
  // A 429 is never a failure.
  if (status === null || status === 429) return [];
  const isOnPath = row.hasOtherSlash !== true;
  const isOnOperation = isOnPath && (row.method ?? 'POST') === 'POST';
  return [
    ...(isOnOperation && status >= 400 ? [judgeErrorBody(variant, status, exchange)] : []),
    ...(isOnOperation ? judgeUnused(variant, status) : []),
    ...(isOnPath && row.isAuthorized !== true ? [judgeEnforced(row, exchange, facts)] : []),
  ];
}

function judgeErrorBody(variant: VariantId, status: number, exchange: Exchange): Finding {
  const id = `${variant}.error.body`;
  if (isUnclear(exchange)) return masked(id, exchange);
  const { isDocumented } = read(exchange);
  const body = bodyWords(exchange, isDocumented ? undefined : errorText);
  return finding(id, passIf(isDocumented), 'error-body', { status, text: errorText, body, variant });
}

export const judgeUnused = (variant: VariantId, actual: number): readonly Finding[] =>
  variants[variant].unusedStatuses.map((unused) => {
    const params = { unused, actual, variant, section: '7' };
    return finding(`${variant}.status.no-${unused}`, passIf(actual !== unused), 'unused-status', params);
  });

/** A list in the wrong hands, or one that begins in a body that is too long. It is never in doubt. */
export const isLeak = ({ isAuthorized }: PlannedRow, exchange: Exchange, { known }: Facts): boolean =>
  isAuthorized !== true && isHandedOut(exchange, known);

export function judgeEnforced(row: PlannedRow, exchange: Exchange, facts: Facts): Finding {
  const { variant, isAuthorized } = row;
  const id = `${variant}.authorization.enforced`;
  const { status, isKept } = read(exchange);
  const params = { list: member, status: status ?? message('unfinished'), variant };
  const told = { ...params, request: requestOf(row) };
  if (isLeak(row, exchange, facts))
    return isAuthorized === 'lenient'
      ? finding(id, 'review', 'near-miss-list', told)
      : finding(id, 'fail', 'list-disclosed', told);
  if (!isKept) return masked(id, exchange);
  // Where right credentials get such an answer too, its lack of a list shows nothing.
  return facts.takes200 && status === 200
    ? openFinding(id, 'control-failed', message('plain-no-list', { list: member }))
    : finding(id, 'pass', 'enforced', params);
}
