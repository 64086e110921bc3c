// Sentences as data, said in the language of their reader.

import { english } from './en.ts';
import { russian } from './ru.ts';

export type Code = keyof typeof english;

/** Value of a parameter: text or number as it is, another sentence, or a list of them. */
export type Param = string | number | Message | readonly Param[];

/** A sentence as data. `say` turns it into words. */
export interface Message {
  readonly code: string;
  readonly params: Readonly<Record<string, Param>>;
}

export type Language = keyof typeof tables;

const tables = { en: english, ru: russian } as const satisfies Record<string, Readonly<Record<Code, string>>>;

/** Names in the braces of a template: `{name}`, `{name:or}`, `{name:quoted}`, `{name|one|many}`. */
type SlotOf<Template extends string> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? NameOf<Slot> | SlotOf<Rest>
  : never;
type NameOf<Slot extends string> = Slot extends `${infer Name}|${string}`
  ? Name
  : Slot extends `${infer Name}:${string}`
    ? Name
    : Slot;
type SlotsByCode = { readonly [Given in Code]: SlotOf<(typeof english)[Given]> };
/** Parameters of each sentence. An interface, because the compiler would derive an alias again at each use. */
interface Slots extends SlotsByCode {}

/** Arguments besides a code: none if its sentence has no parameters. */
type Particulars<Given extends Code> = Slots[Given] extends never
  ? []
  : [params: Readonly<Record<Slots[Given], Param>>];

/** Makes a message. The compiler requires every parameter of the English sentence. */
export function message<Given extends Code>(code: Given, ...[params]: Particulars<Given>): Message {
  return { code, params: params ?? {} };
}

export const isCode = (text: string): text is Code => Object.hasOwn(english, text);

/** Returns the sentence of a code in one language, with its parameters filled in. */
export interface Words {
  <Given extends Code>(code: Given, ...particulars: Particulars<Given>): string;
  readonly language: Language;
}

/** The sentences of a language. English if a results file names an unknown language. */
export function wordsIn(named: Language): Words {
  const language = Object.hasOwn(tables, named) ? named : 'en';
  const words = <Given extends Code>(code: Given, ...[params]: Particulars<Given>): string =>
    say({ code, params: params ?? {} }, language);
  return Object.assign(words, { language });
}

/** A text that is printed as it is, because a target, a program or a library wrote it. */
export const verbatim = (text: string): Message => message('verbatim', { text });

type Transport = { [Given in Code]: Given extends `transport-${infer Kind}` ? Kind : never }[Code];

/** Of a failed request, with a sentence in English. */
type Failure = { readonly kind: Transport; readonly code: string; readonly message: string } | null;

/** Why no answer came, by kind and code. */
export const failureIn = (failure: Failure): Message =>
  failure === null
    ? message('no-answer')
    : message('list-of', { items: [message(`transport-${failure.kind}`), failure.code].filter(Boolean) });

/** That no answer came, and why: in English as recorded; kind and code say the same in Russian, if less. */
export const silenceIn = (failure: Failure): Message =>
  message('nothing-came', {
    error: message('sentence', { en: failure?.message ?? '', ru: failureIn(failure) }),
  });

const conjunctions = {
  en: { or: ' or ', and: ' and ', next: '; then ' },
  ru: { or: ' или ', and: ' и ', next: '; затем ' },
} as const satisfies Record<Language, Readonly<Record<string, string>>>;

/** Deeper than any message of this suite. A foreign results file may nest them without limit. */
const deepest = 12;

/**
 * Turns a message into words. Never throws, whatever a results file contains; an unknown code is printed as it
 * is.
 */
export function say(given: Message, language: Language, depth = 0): string {
  const table: Readonly<Record<string, string>> = tables[language];
  const template = Object.hasOwn(table, given.code) ? table[given.code] : undefined;
  if (template === undefined || depth > deepest) return String(given.code);
  if (!template.includes('{')) return template;
  return template.replaceAll(/\{(\w+)(?::([^}|]*))?(?:\|([^}]*))?\}/g, (_, name: string, joint, forms) => {
    const value = Object.hasOwn(given.params, name) ? given.params[name] : undefined;
    if (typeof forms === 'string') return formOf(Number(value), forms.split('|'), language);
    return value === undefined ? '' : inWords(value, joint, language, depth);
  });
}

function inWords(value: Param, joint: unknown, language: Language, depth: number): string {
  if (joint === 'quoted') {
    const all = isList(value) ? value : [value];
    return inWords(all.map(quotedOf), ', ', language, depth + 1);
  }
  if (typeof value !== 'object') return String(value);
  if (!isList(value)) return say(value, language, depth + 1);
  const between: Readonly<Record<string, string>> = conjunctions[language];
  const separator = typeof joint === 'string' ? (between[joint] ?? joint) : ', ';
  const items = value.map((item) => inWords(item, joint, language, depth + 1));
  // In a list of three or more, a word joins only the last two items.
  const isWord = joint === 'and' || joint === 'or';
  if (!isWord || items.length < 3) return items.join(separator);
  return `${items.slice(0, -1).join(', ')}${separator}${items.at(-1)}`;
}

/** The count of those that are left out is no quotation. */
const quotedOf = (text: Param): Param =>
  isMessage(text) && text.code === 'and-more' ? text : message('quoted', { text });

const isList = (value: Param): value is readonly Param[] => Array.isArray(value);

const order: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

const pluralsOf = (language: Language) => {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  return { rules, known: order.filter((rule) => pluralCategories.includes(rule)) };
};
const plurals = { en: pluralsOf('en'), ru: pluralsOf('ru') } as const;

/**
 * Plural form of a noun for a number (Unicode CLDR); the last form if the language has more rules than there
 * are forms.
 */
function formOf(count: number, forms: readonly string[], language: Language): string {
  const { rules, known } = plurals[language];
  return forms[known.indexOf(rules.select(count))] ?? forms.at(-1) ?? '';
}

type CheckCodeOf<Part> = Part extends `${infer Name}.expected` ? Name : never;

/** Checks that use the sentences of another check unless they have their own. */
const alike = {
  'names-spelling': 'names',
  'meaning-contradicted': 'meaning',
  'meaning-catch-all': 'meaning',
  'meaning-touched': 'meaning',
  'meaning-unknown': 'meaning',
  'meaning-same-text': 'meaning',
  'names-same-text': 'names',
  'list-disclosed': 'enforced',
  'near-miss-list': 'list-disclosed',
  'success-status': 'status',
  'unused-status': 'status',
} as const satisfies Readonly<Record<string, string>>;
const likenesses: ReadonlyMap<string, string> = new Map(Object.entries(alike));

/**
 * Code of a check. Its sentences are `<code>.expected` and `<code>.actual`, usually `.thing`, `.deviation` for
 * what a failure means, and optionally `.why` for an explanation and `.where` for the place in the
 * specification.
 */
export type CheckCode = CheckCodeOf<Code> | keyof typeof alike;

type Part = 'thing' | 'expected' | 'actual' | 'why' | 'where' | 'deviation';

/** The check's own sentence for a part, or that of the check in `alike`. */
type PartOf<Given, One extends Part> = Given extends string
  ? `${Given}.${One}` extends Code
    ? `${Given}.${One}`
    : Given extends keyof typeof alike
      ? PartOf<(typeof alike)[Given], One>
      : never
  : never;

export type CheckParams<Given extends CheckCode> = Readonly<Record<CheckSlots[Given], Param>>;
interface CheckSlots extends CheckSlotsByCode {}
type CheckSlotsByCode = {
  readonly [Given in CheckCode]: SlotsOf<{ [One in Part]: PartOf<Given, One> }[Part]>;
};
type SlotsOf<Given> = Given extends Code ? Slots[Given] : never;

/** What `sayCheck` needs of a check. */
export interface SpeakingCheck {
  readonly code: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly verdict: string;
}

/** A check in words: the deviation in one sentence, what was expected, what was found. */
export interface CheckWords {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** The check's own sentence for a part, or that of the check in `alike`; null if it has none. */
function partOf({ code, params }: SpeakingCheck, name: Part): Message | null {
  if (isCode(`${code}.${name}`)) return { code: `${code}.${name}`, params };
  const other = likenesses.get(code);
  return other === undefined ? null : partOf({ code: other, params, verdict: '' }, name);
}

/**
 * What deviates, in one sentence for all checks of one code: what they have in common is said once. Null if the
 * code has no such sentence, or not all that it needs.
 */
export function deviationOf(checks: readonly SpeakingCheck[]): Message | null {
  const [first] = checks;
  const sentence = first === undefined ? null : partOf(first, 'deviation');
  if (sentence === null) return null;
  const params = mergedParams(checks.map((one) => one.params));
  const variant = params['variant'];
  if (typeof variant !== 'string' || !slotsOf(sentence.code).every((name) => Object.hasOwn(params, name)))
    return null;
  return { ...sentence, params: { ...params, variant: variant.toUpperCase() } };
}

const slotsOf = (code: string): readonly string[] =>
  isCode(code) ? [...english[code].matchAll(/\{(\w+)/g)].map(([, name = '']) => name) : [];

/** More items of a list are counted. */
const itemsSaid = 5;

const mergedParams = (all: readonly Message['params'][]): Message['params'] =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => [name, merged(all.map((one) => one[name] ?? ''))]),
  );

/** One value if all are equal, else the list of the different ones. Messages of one code become one. */
function merged(values: readonly Param[]): Param {
  const [first = '', ...others] = distinct(values);
  if (others.length === 0) return first;
  const all = [first, ...others].flatMap((one): readonly Param[] => (isList(one) ? one : [one]));
  // Titles stay whole: of several, both languages would become lists.
  const codeOf = (one: Param): string | null => (isMessage(one) && one.code !== 'sentence' ? one.code : null);
  const items = [...Map.groupBy(distinct(all), codeOf)].flatMap(([code, same]): readonly Param[] =>
    code === null
      ? same
      : [{ code, params: mergedParams(same.filter(isMessage).map(({ params }) => params)) }],
  );
  const [only, second] = items;
  if (only !== undefined && second === undefined) return only;
  if (items.length <= itemsSaid) return items;
  const rest = items.length - itemsSaid + 1;
  return [...items.slice(0, itemsSaid - 1), message('and-more', { count: rest })];
}

export const distinct = (values: readonly Param[]): readonly Param[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

export const isMessage = (value: Param | undefined): value is Message =>
  typeof value === 'object' && !isList(value);

/** Turns a check into words. Never throws, whatever a results file contains. */
export function sayCheck(check: SpeakingCheck, language: Language): CheckWords {
  const { code, params, verdict } = check;
  const part = (name: Part): Message | null => partOf(check, name);
  const [thing, why] = [part('thing'), part('why') ?? part('where')];
  const expected = part('expected') ?? message('verbatim', { text: code });
  const actual = part('actual') ?? message('verbatim', { text: code });
  const seen =
    verdict === 'pass'
      ? message('check-seen', { thing: thing ?? actual })
      : frame(message('check-differs', { thing: thing ?? actual, expected, actual }), why);
  // If there was nothing to judge, the note replaces the sentence.
  const whole = thing === null ? ((params['note'] as Message | undefined) ?? actual) : seen;
  const deviation = verdict === 'fail' ? deviationOf([check]) : null;
  return {
    message: say(deviation ?? whole, language),
    expected: say(expected, language),
    actual: say(actual, language),
  };
}

/** Explains the verdict of a check beyond expected and actual; '' if there is no more to say. */
export const sayWhy = (
  { code, params }: Pick<SpeakingCheck, 'code' | 'params'>,
  language: Language,
): string => (isCode(`${code}.why`) ? say({ code: `${code}.why`, params }, language) : '');

const frame = (text: Message, why: Message | null): Message =>
  why === null ? text : message('check-because', { text, why });

/** What was read from a file, of which the particulars of sentences are immutable already. */
export type Immutable<Value> = Value extends readonly unknown[]
  ? { readonly [Index in keyof Value]: Immutable<Value[Index]> }
  : Value extends object
    ? {
        readonly [Member in keyof Value]: Member extends 'params'
          ? Message['params']
          : Immutable<Value[Member]>;
      }
    : Value;
