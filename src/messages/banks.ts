// What the suite of the banks says of itself in both languages: statements, titles, names in bodies.

import { comparisons } from '#banks/requests.ts';
import { requirements } from '#banks/requirements.ts';
import type { Sentence } from '#banks/row.ts';
import { errorText, list } from '#banks/specification.ts';
import { rows } from '#banks/table.ts';
import type { Language } from './message.ts';

/** Members of the bodies. */
export const bodyMembers = { text: errorText, list } as const;

const statements: ReadonlyMap<string, Sentence> = new Map(
  requirements.map(({ id, statement }) => [id, statement]),
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

/** What a case shows, or what an observation asks; null for an id of another version. */
export const titleIn = (id: string, language: Language): string | null => titles.get(id)?.[language] ?? null;

/** `section` of the specification, heading and aspect of a requirement. */
export const requirementOf = (id: string) => requirements.find((one) => one.id === id) ?? null;
