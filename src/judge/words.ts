// What was found in an answer, in words.

import { conditionNames, recordMembers } from '#banks/specification.ts';
import type { ConditionName } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { whenOf } from '../messages/banks.ts';
import { message, silenceIn } from '../messages/message.ts';
import type { Message, Param } from '../messages/message.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { isObject, read } from './answer.ts';

export const clipped = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

export const quoted = (names: readonly string[]): readonly string[] => names.map((name) => `\`${name}\``);

/** The request of a row, in both languages. */
export const requestOf = ({ title }: PlannedRow): Message => message('sentence', title);

/** What came back: a status, or why nothing did. */
export const cameBack = ({ response, error }: Exchange): Param => response?.status ?? silenceIn(error);

export const conditionOf = ({ expect, condition }: PlannedRow): ConditionName =>
  conditionNames.find((name) => name === (condition ?? expect?.of.split('.')[0])) ?? 'success';

/** Where it stands: reports print failures once that agree in this, in what was expected and in what came. */
export const placeOf = (row: PlannedRow) => ({
  variant: row.variant,
  when: whenOf(conditionOf(row), quoted(row.expect?.names ?? [])),
});

/** Of a value in JSON. */
function typeOf(value: unknown): Message {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return { code: `type-${type}`, params: {} };
}

/** Describes a body without quoting it, and the type of a member that should be something else. */
export function bodyWords(exchange: Exchange, member?: string): Message {
  const { json, isKept, repeated } = read(exchange);
  if (!isKept) return message('body-not-kept');
  if (json === undefined) return message('body-not-json', { problem: problemOf(exchange) });
  if (!isObject(json)) return message('body-of-type', { type: typeOf(json) });
  const names = Object.keys(json);
  const members = [...quoted(names.slice(0, 20)), ...(names.length > 20 ? ['…'] : [])];
  const body = names.length === 0 ? message('body-empty-object') : message('body-with', { members });
  if (member === undefined || !Object.hasOwn(json, member)) return body;
  if (repeated.has(member)) return message('member-twice', { body, member });
  const isBlank = typeof json[member] === 'string' && json[member].trim() === '';
  return message(isBlank ? 'member-blank' : 'member-of-type', { body, member, type: typeOf(json[member]) });
}

function problemOf({ response }: Exchange): Message {
  const { body, bodyProblem } = response ?? { body: '' };
  if (bodyProblem !== undefined) return message(`body-${bodyProblem}`);
  if (body === '') return message('body-empty');
  if (body?.startsWith('\uFEFF') === true) return message('body-with-bom');
  return message(/^\s*<(?:!doctype|html|head|body)\b/i.test(body ?? '') ? 'body-html' : 'json-unparsable');
}

/** The first of a list's records that is wrong, and how many are. */
export function recordWords(records: readonly unknown[], repeated: ReadonlySet<string>): Message {
  const count = records.length;
  const mistakes = records.map(mistakeOf);
  const wrong = mistakes.filter((one) => one !== null);
  const [mistake] = wrong;
  const number = mistakes.indexOf(mistake ?? null) + 1;
  if (mistake) return message('records-wrong', { mistake, number, wrong: wrong.length, count });
  const member = recordMembers.find((name) => repeated.has(name));
  return member ? message('record-repeats-member', { member }) : message('records-right', { count });
}

/** Null: it is as section 2 shows it. */
export function mistakeOf(record: unknown): Message | null {
  if (!isObject(record)) return message('record-of-wrong-type', { found: typeOf(record) });
  const member = recordMembers.find((name) => typeof record[name] !== 'string');
  if (member === undefined) return null;
  return Object.hasOwn(record, member)
    ? message('record-with-wrong-member', { member, found: typeOf(record[member]) })
    : message('record-lacks-member', { member });
}
