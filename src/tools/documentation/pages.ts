import { allClaims, deriveCases } from '../../plan/plan.ts';
import { requirementsOf } from '../../plan/test-case.ts';
import { commands } from '../../cli/command.ts';
import { commandHelp } from '../../cli/option.ts';
import { runConformance, startReference } from '../../api/api.ts';
import { errorKinds } from '../../client/exchange.ts';
import { explained } from '../../client/failures.ts';
import { table as tableOf } from '../../report/machine/markdown-text.ts';
import { wrap } from '../../base/text-width.ts';
import { advisoryCodes } from '../../results/hints.ts';
import type { Observation, Results } from '../../results/results.ts';
import { subjects } from '../../reference/defects.ts';
import { deriveRequirements } from '../../operation/requirement.ts';
import { specification } from '../../operation/specification.ts';
import { isMapping } from '../../base/path.ts';
import { describedProfile } from '../../profile/schema.ts';
import type { JsonSchema } from '../../profile/schema.ts';
import { english } from '../../messages/en.ts';
import { say } from '../../messages/message.ts';

/** All generated pages of docs/reference, by file. Runs the suite against the reference once. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  // Needed for observations about an answer that is repeated.
  const reference = await startReference({ tolerances: ['first-502-page'] });
  const results = await runConformance(reference.profile).finally(() => void reference.close());
  return {
    'requirements.md': requirementPage(),
    'defects.md': defectPage(),
    'tolerances.md': tolerancePage(),
    'observations.md': observationPage(results),
    'advisories.md': advisoryPage(),
    'profile.md': profilePage(),
    'commands.md': commandPage(),
    'causes.md': causePage(),
  };
}

/** More cases are only counted, because requirements on every answer have all of them. */
const mostCases = 8;

function requirementPage(): string {
  const requirements = deriveRequirements(specification);
  const cases = deriveCases(specification, allClaims(specification));
  const casesOf = (id: string): string => {
    const ids = cases.filter((one) => requirementsOf(one).includes(id)).map((one) => one.id);
    return ids.length <= mostCases ? code(...ids) : `every answer on the path, in all ${ids.length} cases`;
  };
  return page('Requirements', [
    prose(
      `The ${requirements.length} requirements. Each is one statement of the specification that a single answer can violate. Sections are those of the specification. \`npm run -s cli -- requirements --json\` lists them for programs.`,
    ),
    ...[...Map.groupBy(requirements, ({ variant }) => variant)].flatMap(([variant, own]) => [
      heading(`Variant ${variant.toUpperCase()}`),
      table(
        ['id', 'section', 'what is required', 'cases that check it'],
        own.map(({ id, section, statement }) => [
          code(id),
          section,
          literal(say(statement, 'en')),
          casesOf(id),
        ]),
      ),
    ]),
  ]);
}

function defectPage(): string {
  const own = subjects.filter(({ kind }) => kind === 'defect');
  const tableOfThose = (wanted: boolean): string =>
    table(
      ['id', 'what it does', 'what must fail', 'what must be under review'],
      own
        .filter(({ intermittent }) => intermittent === wanted)
        .map(({ id, summary, fails, reviews }) => [
          code(id),
          literal(summary),
          code(...fails),
          reviews.length === 0 ? 'nothing' : code(...reviews),
        ]),
    );
  return page('Defects', [
    prose(
      `The reference implementation can make ${own.length} single, plausible mistakes on request: \`npm run -s cli -- mock --defect ID\`. A run against it must fail exactly the requirements listed here; \`selftest\` proves it for each defect.`,
    ),
    tableOfThose(false),
    heading('Intermittent defects'),
    prose('At least one of the requirements must fail, and no other.'),
    tableOfThose(true),
  ]);
}

function tolerancePage(): string {
  const own = subjects.filter(({ kind }) => kind === 'tolerance');
  return page('Tolerances', [
    prose(
      `The ${own.length} differences that the specification allows and the reference implementation can show: \`npm run -s cli -- mock --tolerance ID\`. No requirement may fail. Requirements must pass, or be inconclusive if the answers show nothing about them; \`selftest\` proves it for each tolerance.`,
    ),
    table(
      ['id', 'what it does', 'required result'],
      own.map(({ id, summary, vacuous }) => [
        code(id),
        literal(summary),
        vacuous.length === 0 ? 'pass' : `pass, except ${code(...vacuous)}: inconclusive`,
      ]),
    ),
  ]);
}

/** `asked` have their own requests. `seen` come from other answers, in random order. */
function observationPage({ observations, cases }: Results): string {
  const ids = new Set(cases.map(({ id }) => id));
  const asked = observations.filter(({ id }) => ids.has(id));
  const seen = observations.filter(({ id }) => !ids.has(id)).toSorted(byName);
  return page('Observations', [
    prose(
      'What the target does where the specification says nothing. An observation never has a verdict; the reports list the answers, and `compare` says which of them changed. In reports an id begins with the variant: `a.observed.banks.number`.',
    ),
    heading('Read from the answers of all cases'),
    questionTable(seen, false),
    heading('Asked by separate requests'),
    prose(
      `${new Set(asked.map(suffixOf)).size} questions, asked after everything that is judged. If the answer is an error response, \`error.body\` is checked here too; if it is a list, \`authorization.enforced\`.`,
    ),
    questionTable(asked, true),
  ]);
}

function advisoryPage(): string {
  // A URL with credentials in it is the only reason to forbid caching.
  const variantsOf = (id: string): string =>
    specification.variants
      .flatMap((one) => (id === 'cacheable' && one.carrier !== 'query' ? [] : one.id))
      .join(', ')
      .toUpperCase();
  return page('Advisories', [
    prose(
      'Hints for hardening, based on the exchanges of a run. An advisory never has a verdict. In reports an id begins with the variant: `b.cacheable`.',
    ),
    table(
      ['id', 'message', 'variants'],
      advisoryCodes.map((id) => [
        code(id),
        literal(say({ code: id, params: { kinds: ['hex'], conditions: ['missing'] } }, 'en')),
        variantsOf(id),
      ]),
    ),
  ]);
}

const suffixOf = ({ id }: Pick<Observation, 'id'>): string => id.replace(/^\w+\.(?:observed\.)?/, '');
const byName = (left: Observation, right: Observation): number =>
  suffixOf(left).localeCompare(suffixOf(right), 'en');

/** One row for each question, for all variants together. */
function questionTable(observations: readonly Observation[], hasVariants: boolean): string {
  const rows = [...Map.groupBy(observations, suffixOf)].map(([suffix, own]) => {
    const variants = own.map(({ variant }) => variant);
    return [code(suffix), literal(own[0]?.question ?? ''), variants.join(', ').toUpperCase()];
  });
  return table(['id', 'question', ...(hasVariants ? ['variants'] : [])], rows);
}

function commandPage(): string {
  const all = Object.entries(commands);
  return page('Commands', [
    prose(
      'In a checkout, write `npm run -s cli -- COMMAND …` for `sbp-banks-conformance COMMAND …`, and `npm run conformance -- …` for `sbp-banks-conformance run …`. For exit codes, see [Exit codes](exit-codes.md).',
    ),
    table(
      ['command', 'what it does'],
      all.map(([name, { summary }]) => [`[${name}](#${name})`, summary]),
    ),
    ...all.flatMap(([name, command]) => [heading(name), fence(commandHelp(name, command))]),
  ]);
}

/** The sentences of the suite by code, with an ellipsis for each parameter. */
const patterns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(english).map(([name, text]) => [
    name,
    text.replaceAll(/\{\w+\|[^}]*\|([^}|]*)\}/g, '$1').replaceAll(/\{\w+\}/g, '…'),
  ]),
);

function causePage(): string {
  const rows = (found: string, advice: string): readonly (readonly string[])[] => {
    const [said, helps] = [patterns[found], patterns[advice]];
    return said === undefined || helps === undefined ? [] : [[literal(said), literal(helps)]];
  };
  const named = (start: string): readonly string[] =>
    Object.keys(patterns)
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length));
  return page('Causes', [
    prose(
      'Why the plain request can fail, as `run` reports it under "check this first" and `doctor` below a step. An ellipsis stands for details of the run. [Troubleshooting](../troubleshooting.md) says where to begin.',
    ),
    heading('The target answers'),
    table(
      ['message', 'what to do'],
      named('cause-').flatMap((name) => rows(`cause-${name}`, `hint-${name}`)),
    ),
    heading('The connection cannot be made'),
    table(
      ['message', 'what to do'],
      explained.flatMap(([, , found, advice]) => rows(found, advice)),
    ),
    heading('Any other failure of a connection'),
    table(
      ['kind, as in results.json', 'what to do'],
      errorKinds.map((kind) => [code(kind), literal(patterns[`hint-${kind}`] ?? '')]),
    ),
  ]);
}

/** The page that lists every member of a target profile, as its schema describes it. */
function profilePage(): string {
  const schema = describedProfile();
  return page('Target profile', [
    prose(
      `A target profile is a YAML file. ${textOf(schema['description'])} In \`.env\`, put a value that contains a \`#\` in single quotes, \`NAME='…'\`, or in backticks if it contains a single quote; without quotes it ends at the \`#\`. An unknown member is an error. [The JSON Schema](../schemas/target.schema.json) is for editors: \`# yaml-language-server: $schema=…/target.schema.json\` on the first line of a profile.`,
    ),
    table(['member', 'type', 'default', 'what it means'], rowsOf(schema, [])),
    prose(
      'A variant merges its own `credentials`, `encryption`, `conditions`, `headers` and `texts` over the common ones. Relative paths start from the folder of the profile. [fixtures/targets/staging.yaml](../../fixtures/targets/staging.yaml) is an example, as a team keeps it in its repository.',
    ),
  ]);
}

/** A row for each member and its own members. */
function rowsOf(
  { properties, additionalProperties, items }: JsonSchema,
  place: readonly string[],
): readonly (readonly string[])[] {
  const named = Object.entries(isMapping(properties) ? properties : {});
  const any = [additionalProperties, items].filter(
    (part) => isMapping(part) && isMapping(part['properties']),
  );
  return [...named, ...any.map((part) => ['*', part] as const)].flatMap(([key, part]) => {
    if (!isMapping(part)) return [];
    const path = [...place, key];
    const description = literal(textOf(part['description']));
    return [
      [code(path.join('.')), literal(typeOf(part)), defaultOf(part), description],
      ...rowsOf(part, path),
    ];
  });
}

const words: Readonly<Record<string, string>> = {
  object: 'mapping',
  array: 'list',
  integer: 'whole number',
  boolean: '`true` or `false`',
};

function typeOf(schema: JsonSchema): string {
  const { $ref, type, anyOf, enum: choices, minimum, maximum, exclusiveMinimum, format } = schema;
  if (typeof $ref === 'string') return `as \`${$ref.split('/').at(-1)}\``;
  if (Array.isArray(choices)) return code(...choices.map(String));
  if (Array.isArray(anyOf)) return anyOf.filter(isMapping).map(typeOf).filter(Boolean).join(' or ');
  const types = [type]
    .flat()
    .map(textOf)
    .filter((each) => each !== 'null');
  const named = format === 'date' ? 'date' : types.map((each) => words[each] ?? each).join(' or ');
  const [least, bound] = minimum === undefined ? [exclusiveMinimum, 'above'] : [minimum, 'from'];
  return least === undefined ? named : `${named}, ${bound} ${textOf(least)} to ${textOf(maximum)}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function defaultOf({ default: value, description }: JsonSchema): string {
  if (value === undefined || isMapping(value) || Array.isArray(value)) return '';
  // The meaning of null in the description; otherwise null means absent.
  return value === null ? (/\bnull: (\w+)/.exec(textOf(description))?.[1] ?? 'none') : code(textOf(value));
}

/** Columns of a line of prose. */
const width = 110;

/** A Markdown page with a note that it is generated. */
function page(title: string, blocks: readonly string[]): string {
  const note =
    '<!-- Generated from the source. `UPDATE_GOLDEN=1 npx vitest run --project unit src/tools/documentation` generates it again. -->';
  return `${[`# ${title}`, note, ...blocks].join('\n\n')}\n`;
}

const heading = (text: string): string => `## ${text}`;

const prose = (text: string): string => wrap(text, width).join('\n');

const fence = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  tableOf(
    titles,
    rows.map((row) => row.slice(0, titles.length).map(cell)),
  );

/** Words as code, separated by commas. */
const code = (...words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');

/** Text for a table. Escapes Markdown outside of code. */
function literal(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[\\*<>[\]]/g, String.raw`\$&`)))
    .join('');
}
