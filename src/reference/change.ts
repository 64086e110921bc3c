import { blocks } from './behaviour.ts';
import type { Answer, Bank, Behaviour, Change, Check, CheckName, Fields } from './behaviour.ts';
import type { Incoming, Language, Outcome, Patch, VariantBehaviour, VariantId, Visit } from './behaviour.ts';
import { conforming, toJson, written } from './conforming.ts';

/** Applies a patch to these variants. */
export const inVariants =
  (variants: readonly VariantId[], patch: Patch): Change =>
  (behaviour) =>
    variants.reduce<Behaviour>(
      (found, id) => ({ ...found, [id]: { ...found[id], ...patch(found[id]) } }),
      behaviour,
    );

/** Outcomes for missing parameters, by the names of those that are missing. */
const ofMissing = {
  'missing-partner-name': ([first]) => first === 'partnerName',
  'missing-password': ([first]) => first === 'partnerPassword',
  'missing-flag': ([first]) => first === 'useAuthByCert',
  'missing-only-partner-name': (names) => names.join() === 'partnerName',
  'missing-only-password': (names) => names.join() === 'partnerPassword',
  'missing-several': (names) => names.length >= 2,
  'missing-everything': (names) => names.length >= 3,
} as const satisfies Readonly<Record<string, (names: readonly string[]) => boolean>>;

/** Outcomes that a patch applies to: all, all errors, or those of one kind. */
export type Selector = Outcome['kind'] | 'any' | 'error' | 'blocked' | keyof typeof ofMissing;

const isOfMissing = (selector: Selector): selector is keyof typeof ofMissing =>
  Object.hasOwn(ofMissing, selector);

function matches({ kind, parameters }: Outcome, selector: Selector): boolean {
  if (isOfMissing(selector)) return kind === 'missing' && ofMissing[selector](parameters);
  if (selector === 'error') return kind !== 'success';
  if (selector === 'blocked') return blocks.some((name) => name === kind);
  return selector === 'any' || selector === kind;
}

/** A text in both languages. `{name}` is the first parameter concerned. */
export type Wording = Readonly<Record<Language, string>>;

/** Replaces the texts of the selected outcomes, which are made from their own ones. */
export const withTexts =
  (
    selector: Selector,
    write: (own: VariantBehaviour['text'], outcome: Outcome, language: Language) => string,
  ): Patch =>
  ({ text }) => ({
    text: (outcome, language) =>
      matches(outcome, selector) ? write(text, outcome, language) : text(outcome, language),
  });

export const withText = (selector: Selector, wording: Wording): Patch =>
  withTexts(selector, (_, { parameters }, language) => written(wording[language], parameters));

/** Answers the selected outcomes with the text of another outcome. */
export const withTextOf = (selector: Selector, other: (outcome: Outcome) => Outcome): Patch =>
  withTexts(selector, (own, outcome, language) => own(other(outcome), language));

/** Changes the names in the texts of the selected outcomes. */
export const withNames = (selector: Selector, spell: (name: string) => string): Patch =>
  withTextOf(selector, ({ kind, parameters }) => ({ kind, parameters: parameters.map(spell) }));

/** Answers the selected outcomes with another body, made from the text. */
export const withErrorBody =
  (selector: Selector, body: (text: string, visit: Visit) => unknown): Patch =>
  ({ errorBody }) => ({
    errorBody: (text, visit, outcome) =>
      (matches(outcome, selector) ? body : errorBody)(text, visit, outcome),
  });

/** What replaces parts of an answer. */
export type Disturbance =
  | Partial<Answer>
  | ((answer: Answer, visit: Visit, outcome: Outcome) => Partial<Answer>);

/** Replaces parts of the selected answers after all other steps, for all visits or for some. */
export const withAnswer =
  (selector: Selector, by: Disturbance, holds: (visit: Visit) => boolean = () => true): Patch =>
  ({ finish }) => ({
    finish: (answer, outcome, visit) => {
      const made = finish(answer, outcome, visit);
      if (!matches(outcome, selector) || !holds(visit)) return made;
      return { ...made, ...(typeof by === 'function' ? by(made, visit, outcome) : by) };
    },
  });

/** Disturbs an answer while another request is open. For this, every answer takes a moment. */
export const whileBusy = (selector: Selector, by: Disturbance): Patch =>
  all(
    withAnswer(selector, by, ({ request }) => request.open > 1),
    delivered('any', { kind: 'delayed', ms: 10 }),
  );

const adding =
  (headers: Answer['headers'], parts: Partial<Answer> = {}): Disturbance =>
  (answer) => ({ ...parts, headers: { ...answer.headers, ...headers } });

export const errorOf = (status: number, text: string, headers: Answer['headers'] = {}): Disturbance =>
  adding(headers, { status, body: toJson({ description_status: text }) });

export const pageOf = (status: number, content: string): Partial<Answer> => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: Buffer.from(content),
});

export const withHeaders = (selector: Selector, headers: Answer['headers']): Patch =>
  withAnswer(selector, adding(headers));

/** Replaces the JSON of the selected answers by a page. */
export const withPage = (selector: Selector, type: string, content: string): Patch =>
  withAnswer(selector, adding({ 'Content-Type': type }, { body: Buffer.from(content) }));

/** Writes other bytes in place of the selected answers, made from their text. */
export const withBytes = (selector: Selector, write: (whole: string) => string | Uint8Array): Patch =>
  withAnswer(selector, ({ body }) => ({ body: Buffer.from(write(toText(body))) }));

export const delivered = (selector: Selector, delivery: Answer['delivery']): Patch =>
  withAnswer(selector, { delivery });

export const checked =
  (name: CheckName, make: (check: Check) => Check): Patch =>
  ({ checks }) => ({ checks: { ...checks, [name]: make(checks[name]) } });

export const treatAs = (selector: Selector, kind: Outcome['kind']): Patch =>
  all(
    ...conforming.b.order.map((name) =>
      checked(name, (check) => (visit, variant) => {
        const found = check(visit, variant);
        return found !== null && matches(found, selector) ? { ...found, kind } : found;
      }),
    ),
  );

export const withoutCheck =
  (...names: readonly string[]): Patch =>
  ({ order }) => ({ order: order.filter((name) => !names.includes(name)) });

/** Applies several patches, one after the other. */
export const all =
  (...patches: readonly Patch[]): Patch =>
  (variant) =>
    patches.reduce((found, patch) => ({ ...found, ...patch(found) }), variant);

export const toText = (body: Uint8Array): string => Buffer.from(body).toString('utf8');

export const listInstead = (_: Answer, { service: { banks } }: Visit): Partial<Answer> => ({
  status: 200,
  body: toJson({ banks }),
});

/** Changes the credentials that were read. */
export const readAs =
  (change: (fields: Fields, request: Incoming) => Fields): Patch =>
  ({ read }) => ({
    read: (request) => {
      const fields = read(request);
      return fields && change(fields, request);
    },
  });

/** Replaces the list of banks. */
export const withList =
  (make: (banks: readonly Bank[]) => unknown): Patch =>
  () => ({ successBody: (banks) => ({ banks: make(banks) }) });

export const withRecords = (make: (bank: Bank, index: number, isLast: boolean) => unknown): Patch =>
  withList((banks) => banks.map((bank, index) => make(bank, index, index === banks.length - 1)));

/** Begins a body with a byte order mark, as some editors and libraries do. */
export const withByteOrderMark = (body: string): string => `\ufeff${body}`;

const windows1251 = new TextDecoder('windows-1251');
const bytesOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows1251.decode(Uint8Array.of(byte)), byte]),
);

/** A text in windows-1251, as older Russian systems write it. Unknown characters become question marks. */
export const toWindows1251 = (text: string): Uint8Array =>
  Buffer.from(Array.from(text, (character) => bytesOf.get(character) ?? 0x3f));
