import { stringify } from 'yaml';
import { defaultScheme, schemeNames, schemes, settingsFor } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import { specification } from '../operation/specification.ts';
import { describedProfile } from '../profile/schema.ts';
import type { JsonSchema } from '../profile/schema.ts';
import { isMapping, stringsIn, writePath } from '../base/path.ts';
import { needsBankCode } from '../profile/check.ts';

/** Options of `init` about a target, in the order in which they are checked. */
export const answerNames = ['base-url', 'variant', 'bank-code', 'partner', 'scheme', 'key'] as const;
export type AnswerName = (typeof answerNames)[number];

/**
 * Values of the options. A missing setting is left blank. `key` is relative to the profile; if the scheme has
 * no key, it is the program or module that encrypts.
 */
export type Answers = Readonly<Partial<Record<AnswerName, string>>>;

/** The claimed variants; default: all. */
export function variantsOf({ variant = '' }: Answers): readonly string[] {
  const ids = variant.split(/[\s,]+/).filter((id) => id !== '');
  return ids.length === 0 ? specification.variants.map(({ id }) => id) : [...new Set(ids)];
}

/** The claimed variants whose path contains a bank code. */
const codedOf = (answers: Answers): readonly string[] =>
  specification.variants
    .filter(needsBankCode)
    .flatMap(({ id }) => (variantsOf(answers).includes(id) ? id : []));

const schemeOf = ({ scheme }: Answers): SchemeName =>
  schemeNames.find((each) => each === scheme) ?? defaultScheme;

const head = [
  '# Target profile: all that a run has to know about the service. ${NAME} is read from the environment',
  '# or from .env in the folder of the run, ${file:PATH} from a file, relative to this one.',
  '# … is a blank to fill in.',
  '# An example begins with its key (`# headers:`): to use it, remove `# ` from the lines of that paragraph.',
];

/** A commented target profile in YAML. Secrets are only `${NAME}`, with a prefix from the profile's name. */
export function draftProfile(answers: Answers, name: string): string {
  const given: Readonly<Record<string, unknown>> = settingsOf(
    answers,
    blank,
    `\${${prefixOf(name)}_PASSWORD}`,
  );
  const claimed = specification.variants.filter(({ id }) => variantsOf(answers).includes(id));
  const names = claimed.flatMap(({ conditions }) => conditions.map(({ name }) => name));
  const sections = membersOf(describedProfile()).map(([name, schema]) => {
    if (Object.hasOwn(given, name)) return [...about(schema), ...written(name, schema, given[name])];
    if (name !== 'conditions') return [...about(schema), ...written(name, schema).map(commented)];
    return [...about(schema), ...ways(schema), '# conditions:', ...examplesOf(schema, names).map(commented)];
  });
  return `${[head, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Prefix of a profile's variables. Never SBP_, which is reserved for variables of the suite. */
function prefixOf(name: string): string {
  const word = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[A-Z]/.test(word) && !/^SBP(?:_|$)/.test(word) ? word : ['TARGET', word].filter(Boolean).join('_');
}

/** Replaces a setting that only the owner of the service knows. The loader reports each one that is left. */
export const blank = '…';

/** The paths of settings that are left blank. */
export const blanksOf = (answers: Answers): readonly string[] =>
  stringsIn(settingsOf(answers, blank, ''))
    .filter(({ text }) => text === blank)
    .map(({ path }) => writePath(path));

/** The settings for these answers. `open` is the value of every other setting. */
export function settingsOf(answers: Answers, open: string | null, password: string | null) {
  const coded = codedOf(answers);
  const { 'bank-code': named } = answers;
  // A bank code without a path that contains one is a mistake, which the check of the profile explains.
  const code = coded.length === 0 ? named : (named ?? open);
  const codeOf = (id: string): object =>
    code !== undefined && (coded.length === 0 || coded.includes(id)) ? { bankCode: code } : {};
  const { needed } = schemes[schemeOf(answers)];
  const members = settingsFor(schemeOf(answers)).filter((name) => name !== needed.setting);
  const file = answers.key ?? (needed.setting === 'key' ? open : undefined);
  return {
    baseUrl: answers['base-url'] ?? open,
    variants: Object.fromEntries(variantsOf(answers).map((id) => [id, codeOf(id)])),
    credentials: {
      partnerName: answers.partner ?? open,
      partnerPassword: password,
      useAuthByCert: 'true',
    },
    // Settings of the scheme that are not set become commented examples.
    encryption: {
      scheme: answers.scheme ?? defaultScheme,
      [needed.setting]: needed.setting === 'command' && file !== undefined ? [file] : file,
      ...Object.fromEntries(members.map((name) => [name, null])),
    },
  };
}

/**
 * The lines of a setting; undefined writes the schema's example. Members that are null become commented
 * examples.
 */
function written(name: string, schema: JsonSchema, value: unknown = exampleOf(schema)): readonly string[] {
  if (!isMapping(value) || !isMapping(schema['properties'] ?? schema['additionalProperties']))
    return [`${name}: ${inline(value)}${choicesOf(schema)}`];
  const members = Object.entries(value).flatMap(([key, member]) => {
    const part = memberOf(schema, key);
    if (member === null) return commentedMember(key, part);
    // A description that all members share is written once, above them.
    return [...(isMapping(schema['properties']) ? about(part) : []), ...written(key, part, member)];
  });
  return members.length === 0 ? [`${name}: {}`] : [`${name}:`, ...members.map((line) => `  ${line}`)];
}

function commentedMember(name: string, schema: JsonSchema): readonly string[] {
  if (exampleOf(schema) === undefined)
    return wrapped(`${name}: ${String(schema['description'])}`, '').map(commented);
  return [...about(schema), ...written(name, schema).map(commented)];
}

/** An example of a setting: its own, its default, or one made of its members' examples. */
function exampleOf(schema: JsonSchema): unknown {
  const { examples } = schema;
  if (Array.isArray(examples)) return examples[0];
  const members = membersOf(schema).flatMap(([key, part]) => {
    const example = exampleOf(part);
    return example === undefined ? [] : [[key, example] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : schema['default'];
}

/** Settings with which a profile can create a condition. */
function ways(schema: JsonSchema): readonly string[] {
  const [[, condition] = ['', {}]] = membersOf(schema);
  const lines = membersOf(condition).flatMap(([name, { description }]) =>
    wrapped(`${name}: ${String(description)}`, '    '),
  );
  return [
    '# Ways to create a condition, one or several; everything else is as in the plain request:',
    ...lines.map((line) => `#   ${line}`),
  ];
}

function examplesOf(schema: JsonSchema, names: readonly string[]): readonly string[] {
  return membersOf(schema)
    .filter(([name]) => names.includes(name))
    .map(([name, part]) => `  ${name}: ${inline(exampleOf(part))}`);
}

function membersOf({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(isMapping(properties) ? properties : {}).flatMap(([key, part]) =>
    isMapping(part) ? [[key, part] as const] : [],
  );
}

function memberOf(schema: JsonSchema, key: string): JsonSchema {
  const others = schema['additionalProperties'];
  return Object.fromEntries(membersOf(schema))[key] ?? (isMapping(others) ? others : {});
}

/** The choices of a setting, for the end of its line. */
function choicesOf(schema: JsonSchema): string {
  const { enum: words } = schema;
  return Array.isArray(words) ? `   # ${words.join(' | ')}` : '';
}

const about = ({ description }: JsonSchema): readonly string[] =>
  typeof description === 'string' ? wrapped(description, '').map(commented) : [];

const commented = (line: string): string => `# ${line}`;

/** Wraps a text to lines of at most 100 characters. Later lines are indented. */
const wrapped = (text: string, indent: string): readonly string[] =>
  (text.match(/.{1,100}(?: |$)/g) ?? []).map(
    (line, index) => `${index === 0 ? '' : indent}${line.trimEnd()}`,
  );

const inline = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
