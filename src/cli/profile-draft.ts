import { stringify } from 'yaml';
import { schemes, settingsFor } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import { specification } from '../spec/specification.ts';
import { describedProfile } from '../target/schema.ts';
import type { JsonSchema } from '../target/schema.ts';
import { isMapping } from '../target/place.ts';
import { needsBankCode } from '../target/check.ts';

/** What is known of a target before its profile is written; null: an environment variable in its place. */
export interface ProfileAnswers {
  readonly baseUrl: string | null;
  readonly variants: readonly string[];
  readonly bankCode: string | null;
  readonly partner: string | null;
  readonly scheme: SchemeName;
  /** Path of a certificate or public key, or for the schemes without one of the program or module that encrypts; relative to the profile. */
  readonly key: string | null;
}

const head = [
  '# Target profile: all that a run has to know about the service. ${NAME} is read from the environment',
  '# or from .env in the folder of the run, ${file:PATH} from a file, relative to this one.',
  '# An example begins with its key (`# headers:`): to use it, remove `# ` from the lines of that paragraph.',
];

/** A commented target profile in YAML, explained by the descriptions and examples of the profile's schema; it contains secrets only as `${NAME}`, whose names begin with that of the profile. */
export function draftProfile(answers: ProfileAnswers, name: string): string {
  const given = settingsOf(answers, prefixOf(name));
  const claimed = specification.variants.filter(({ id }) => answers.variants.includes(id));
  const names = claimed.flatMap(({ conditions }) => conditions.map(({ name }) => name));
  const sections = membersOf(describedProfile()).map(([name, schema]) => {
    if (Object.hasOwn(given, name)) return [...about(schema), ...written(name, schema, given[name])];
    if (name !== 'conditions') return [...about(schema), ...written(name, schema).map(commented)];
    return [...about(schema), ...ways(schema), '# conditions:', ...examplesOf(schema, names).map(commented)];
  });
  return `${[head, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Names of the variables that a drafted profile needs, comments aside. */
export function variablesOf(profile: string): readonly string[] {
  const lines = profile.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  return lines.flatMap((line) => /\$\{(\w+)\}/.exec(line)?.[1] ?? []);
}

/** What the variables of a profile begin with: never with SBP_, which describes a target without a profile. */
function prefixOf(name: string): string {
  const word = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[A-Z]/.test(word) && !/^SBP(?:_|$)/.test(word) ? word : ['TARGET', word].filter(Boolean).join('_');
}

function settingsOf(answers: ProfileAnswers, prefix: string): Readonly<Record<string, unknown>> {
  const { baseUrl, bankCode, partner, scheme, key } = answers;
  const variants = specification.variants.filter(({ id }) => answers.variants.includes(id));
  const code = { bankCode: bankCode ?? `\${${prefix}_BANK_CODE}` };
  const needed = schemes[scheme].needed.setting;
  const file = key ?? (needed === 'key' ? `\${${prefix}_ENCRYPTION_KEY}` : undefined);
  return {
    baseUrl: baseUrl ?? `\${${prefix}_BASE_URL}`,
    variants: Object.fromEntries(variants.map((each) => [each.id, needsBankCode(each) ? code : {}])),
    credentials: {
      partnerName: partner ?? `\${${prefix}_PARTNER_NAME}`,
      partnerPassword: `\${${prefix}_PASSWORD}`,
      useAuthByCert: 'true',
    },
    // A setting of the scheme that nobody set is written as an example.
    encryption: {
      scheme,
      [needed]: needed === 'command' && file !== undefined ? [file] : file,
      ...Object.fromEntries(
        settingsFor(scheme)
          .filter((name) => name !== needed)
          .map((name) => [name, null]),
      ),
    },
  };
}

/** The lines of a setting with this value (undefined: the example of the schema); members that are null are commented examples. */
function written(name: string, schema: JsonSchema, value: unknown = exampleOf(schema)): readonly string[] {
  if (!isMapping(value) || !isMapping(schema['properties'] ?? schema['additionalProperties']))
    return [`${name}: ${inline(value)}${choicesOf(schema)}`];
  const members = Object.entries(value).flatMap(([key, member]) => {
    const part = memberOf(schema, key);
    if (member === null) return commentedMember(key, part);
    // What any member means is said once, above them all.
    return [...(isMapping(schema['properties']) ? about(part) : []), ...written(key, part, member)];
  });
  return members.length === 0 ? [`${name}: {}`] : [`${name}:`, ...members.map((line) => `  ${line}`)];
}

function commentedMember(name: string, schema: JsonSchema): readonly string[] {
  if (exampleOf(schema) === undefined)
    return wrapped(`${name}: ${String(schema['description'])}`, '').map(commented);
  return [...about(schema), ...written(name, schema).map(commented)];
}

/** An example of a setting: its own, its default, or one made of those of its members. */
function exampleOf(schema: JsonSchema): unknown {
  const { examples } = schema;
  if (Array.isArray(examples)) return examples[0];
  const members = membersOf(schema).flatMap(([key, part]) => {
    const example = exampleOf(part);
    return example === undefined ? [] : [[key, example] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : schema['default'];
}

/** How a condition can be brought about: the settings that each of them may have. */
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

/** The words that a setting may be, as the end of its line. */
function choicesOf(schema: JsonSchema): string {
  const { enum: words } = schema;
  return Array.isArray(words) ? `   # ${words.join(' | ')}` : '';
}

const about = ({ description }: JsonSchema): readonly string[] =>
  typeof description === 'string' ? wrapped(description, '').map(commented) : [];

const commented = (line: string): string => `# ${line}`;

/** Breaks a text between words into lines of at most 100 characters, later ones indented. */
const wrapped = (text: string, indent: string): readonly string[] =>
  (text.match(/.{1,100}(?: |$)/g) ?? []).map(
    (line, index) => `${index === 0 ? '' : indent}${line.trimEnd()}`,
  );

const inline = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
