// What the suite of the banks says of itself in both languages: statements, titles, names in bodies.

import { conditionWords } from '#banks/conditions.ts';
import { comparisons } from '#banks/requests.ts';
import { requirements } from '#banks/requirements.ts';
import type { Sentence } from '#banks/row.ts';
import { errorText, list } from '#banks/specification.ts';
import type { ConditionName } from '#banks/specification.ts';
import { rows } from '#banks/table.ts';
import { isCode, message, say } from './message.ts';
import type { Language, Message, Words } from './message.ts';

/** Members of the bodies. */
export const bodyMembers = { text: errorText, list } as const;

const statements: ReadonlyMap<string, Sentence> = new Map(
  requirements.map(({ id, statement }) => [id, statement]),
);
const headings: ReadonlyMap<string, Sentence> = new Map(
  Object.entries(conditionWords).map(([name, { heading }]) => [name, heading]),
);
const titles: ReadonlyMap<string, Sentence> = new Map([
  ...comparisons.flatMap(({ id, title }) =>
    ['a', 'b'].map((variant) => [`${variant}.${id}`, title] as const),
  ),
  ...rows.map(({ id, title }) => [id.replace(/#\d+$/, ''), title] as const).toReversed(),
]);

/** What a requirement states; null for an id of another version. */
export const statementIn = (id: string, language: Language): string | null =>
  statements.get(id)?.[language] ?? null;

/** Where something stands: "for a blocked partner", "for a request without `partnerName`". */
export function whenOf(condition: ConditionName, names: readonly string[]): Message {
  const { when } = conditionWords[condition];
  return when === null ? message('when-missing', { names }) : message('sentence', when);
}

/** What reports call a condition, or a code that is put together; the last part of it if there is no name. */
export function nameOf(kind: 'topic' | 'unsent', one: string, { language }: Words): string {
  const code = `${kind}-${one}`;
  return headings.get(one)?.[language] ?? (isCode(code) ? say({ code, params: {} }, language) : one);
}

/** What a case shows, or what an observation asks; null for an id of another version. */
export const titleIn = (id: string, language: Language): string | null => titles.get(id)?.[language] ?? null;

/** `section` of the specification, heading and aspect of a requirement. */
export const requirementOf = (id: string) => requirements.find((one) => one.id === id) ?? null;

/** By the id of a request: a wrong password, correctly encrypted. */
export const isWrongPassword = (id: string): boolean =>
  rows.some((row) => row.id === id && row.cost === 'wrong');
