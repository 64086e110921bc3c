// The generated pages of docs/reference: requirements, defects and tolerances, profile, commands, observations.

import { requirements, requirementsOf } from '#banks/requirements.ts';
import { rows } from '#banks/table.ts';
import { variantIds } from '#banks/specification.ts';
import { isMapping } from '../base/path.ts';
import { wrap } from '../base/text-width.ts';
import { carryOut } from '../cli/program.ts';
import { wordsIn } from '../messages/message.ts';
import { targetJsonSchema } from '../profile/schema.ts';
import { subjects } from '../reference/defects.ts';
import type { Altered } from '../reference/defect.ts';
import { table as tableOf } from '../report/markdown-text.ts';
import type { Results } from '../results/results.ts';

/** By file. `results`: of a run of everything, which has every observation. */
export const referencePages = async (results: Results): Promise<Readonly<Record<string, string>>> => ({
  'requirements.md': requirementPage(),
  'defects.md': defectPage(),
  'profile.md': profilePage(),
  'commands.md': await commandPage(),
  'observations.md': observationPage(results),
});

/** More requests are only counted: requirements on every answer have all of them. */
const mostRequests = 8;

function requirementPage(): string {
  const requestsOf = (id: string): string => {
    const ids = rows.filter((row) => requirementsOf(row).includes(id)).map((row) => row.id);
    return ids.length <= mostRequests ? code(...ids) : `every answer, to all ${ids.length} requests`;
  };
  return page('Requirements', [
    prose(
      `The ${requirements.length} requirements. Each is one statement of the specification that a single answer can violate. Sections are those of the specification. \`requirements --json\` lists them for programs.`,
    ),
    ...variantIds.flatMap((variant) => [
      heading(`Variant ${variant.toUpperCase()}`),
      table(
        ['id', 'section', 'what is required', 'requests that show it'],
        requirements
          .filter((one) => one.variant === variant)
          .map(({ id, section, statement }) => [code(id), section, literal(statement.en), requestsOf(id)]),
      ),
    ]),
  ]);
}

function defectPage(): string {
  const defects = subjects.filter(({ kind }) => kind === 'defect');
  const tolerances = subjects.filter(({ kind }) => kind === 'tolerance');
  const mistakes = (own: readonly Altered[]): string =>
    table(
      ['id', 'what it does', 'what must fail', 'be under review', 'be inconclusive'],
      own.map(({ id, summary, fails, reviews, vacuous }) => [
        code(id),
        literal(summary),
        code(...fails),
        code(...reviews),
        code(...vacuous),
      ]),
    );
  return page('Defects and tolerances', [
    prose(
      `The reference implementation can make ${defects.length} single, plausible mistakes on request (\`mock --defect ID\`), and be different in ${tolerances.length} ways that the specification allows (\`mock --tolerance ID\`). \`suites/selftest.test.ts\` proves what is said here of each.`,
    ),
    heading('Defects'),
    prose('A run must fail exactly these requirements, and leave others undecided as they stand here.'),
    mistakes(defects.filter(({ intermittent }) => !intermittent)),
    heading('Intermittent defects'),
    prose('At least one of these requirements must fail, and no other.'),
    mistakes(defects.filter(({ intermittent }) => intermittent)),
    heading('Tolerances'),
    prose('No requirement may fail. All pass, unless the answers show nothing about them.'),
    table(
      ['id', 'what it does', 'what is inconclusive'],
      tolerances.map(({ id, summary, vacuous }) => [code(id), literal(summary), code(...vacuous)]),
    ),
  ]);
}

const advisories = ['discloses-secret', 'stack-trace', 'cacheable', 'partner-oracle', 'plain-http'] as const;

/** Without the variant. */
const suffixOf = (id: string): string => id.replace(/^\w\./, '');

function observationPage({ observations }: Results): string {
  const words = wordsIn('en');
  const asked = [...Map.groupBy(observations, ({ id }) => suffixOf(id))].map(([suffix, own]) => [
    code(suffix),
    literal(own[0]?.question.message ?? ''),
    own.map(({ variant }) => variant.toUpperCase()).join(', '),
  ]);
  return page('Observations and advisories', [
    prose(
      'What the target does where the specification says nothing: never a verdict. Reports list the answers, and `compare` says which of them changed. In reports an id begins with the variant: `a.observed.banks.number`.',
    ),
    table(['id', 'question', 'variants'], asked),
    heading('Advisories'),
    prose('Hints at hardening that follow from the answers of a run: never a verdict.'),
    table(
      ['id', 'what was seen'],
      advisories.map((id) => [code(id), literal(words(id))]),
    ),
  ]);
}

const exitCodes: readonly (readonly [code: string, when: string])[] = [
  ['0', 'No requirement failed, and everything that was provisioned was judged; or the command succeeded.'],
  [
    '1',
    'A requirement failed, or a decision is stale (`run`, `certify`); something got worse (`compare`); there is no certificate that holds (`verify`).',
  ],
  ['2', 'Wrong usage or a wrong profile; nothing was sent. `certify`: these results cannot be certified.'],
  [
    '3',
    'Nothing failed, but something could not be judged, a limit left a judged request out, or reports could not be written; with `--complete` if anything is open. `doctor`: something must be fixed. `certify`: a record, though nothing failed. `verify`: another version has to judge.',
  ],
  ['4', 'A secret would have reached an output; nothing was written.'],
  ['129, 130, 143', 'Ended by SIGHUP, SIGINT or SIGTERM: set-ups are undone, reports are written.'],
];

/** Help as a terminal shows it. */
async function helpOf(...words: readonly string[]): Promise<string> {
  let said = '';
  const write = (text: string): void => void (said += text);
  const off = { color: false, isTerminal: false, isLive: false };
  const terminal = { ...off, write, writeError: write, width: 80 };
  const { signal } = new AbortController();
  await carryOut(words, { env: {}, cwd: '.', terminal, signal, masks: [], undone: new Map() });
  return said;
}

async function commandPage(): Promise<string> {
  const help = await helpOf('--help');
  const names = [...help.matchAll(/^ {2}([a-z]+) .*$/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : [name],
  );
  const pages = names.map(async (name) => [heading(name), fence(await helpOf(name, '--help'))]);
  return page('Commands', [
    prose(
      'In a checkout, write `npm run -s cli -- COMMAND …` for `npx sbp-banks-conformance COMMAND …`, and `npm run conformance -- …` for `npx sbp-banks-conformance run …`.',
    ),
    fence(help),
    heading('Exit codes'),
    prose('1 goes before 3.'),
    table(
      ['code', 'when'],
      exitCodes.map(([number, when]) => [number, literal(when)]),
    ),
    ...(await Promise.all(pages)).flat(),
  ]);
}

type Schema = Readonly<Record<string, unknown>>;

function profilePage(): string {
  const schema = targetJsonSchema();
  const { variants, ...common } = membersOf(schema);
  return page('Target profile', [
    prose(
      'A target profile is a YAML file with everything that a run needs to know about the service. `${NAME}` in a string is replaced from the environment or `.env`, `${file:PATH}` by the text of a file. In `.env`, put a value with a `#` in single quotes. An unknown member is an error; one without a value counts as absent. Paths are relative to the profile. [The JSON Schema](../schemas/target.schema.json) is for editors: `# yaml-language-server: $schema=…/target.schema.json` on the first line.',
    ),
    table(['member', 'type', 'default', 'what it means'], rowsOf({ ...common, variants }, [], new Map())),
  ]);
}

const membersOf = ({ properties }: Schema): Schema => (isMapping(properties) ? properties : {});
const partsOf = ({ anyOf }: Schema): readonly Schema[] =>
  Array.isArray(anyOf) ? anyOf.filter(isMapping) : [];

/** A row for each member and its own members; what stands above already is named by its path. */
function rowsOf(
  members: Schema,
  place: readonly string[],
  seen: Map<string, string>,
): readonly (readonly string[])[] {
  return Object.entries(members).flatMap(([key, part]) => {
    if (!isMapping(part)) return [];
    const path = [...place, key].join('.');
    const inner = membersOf(part);
    const isGroup = Object.keys(inner).length > 0;
    const digest = JSON.stringify(inner);
    const above = isGroup ? seen.get(digest) : undefined;
    if (isGroup && above === undefined) seen.set(digest, path);
    const type = above === undefined ? typeOf(part) : `as \`${above}\``;
    const row = [code(path), type, defaultOf(part), literal(textOf(part['description']))];
    return [row, ...(above === undefined ? rowsOf(inner, [...place, key], seen) : [])];
  });
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'mapping',
  array: 'list',
  integer: 'whole number',
  boolean: '`true` or `false`',
};

function typeOf(schema: Schema): string {
  const { type, enum: choices, minimum, exclusiveMinimum, maximum } = schema;
  const words = [schema, ...partsOf(schema)].flatMap((one) =>
    Array.isArray(one['enum']) ? one['enum'] : [],
  );
  if (words.length > 0 || choices !== undefined) return code(...words.map(String));
  const types = new Set([type, ...partsOf(schema).map((part) => part['type'])].flat().map(textOf));
  const named = [...types].filter((one) => one !== 'null' && one !== '').map((one) => typeNames[one] ?? one);
  const least = minimum ?? exclusiveMinimum;
  const bound = minimum === undefined ? 'above' : 'from';
  return (
    named.join(' or ') + (least === undefined ? '' : `, ${bound} ${textOf(least)} to ${textOf(maximum)}`)
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

const defaultOf = ({ default: value }: Schema): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : code(textOf(value));

/** Columns of a line of prose. */
const width = 110;

const note =
  '<!-- Generated from the source: `UPDATE_GOLDEN=1 npx vitest run --project unit src/tools` writes it. -->';

const page = (title: string, blocks: readonly string[]): string =>
  `${[`# ${title}`, note, ...blocks].join('\n\n')}\n`;
const heading = (text: string): string => `## ${text}`;
const prose = (text: string): string => wrap(text, width).join('\n');
const fence = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
const code = (...words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');
const table = (heads: readonly string[], body: readonly (readonly string[])[]): string =>
  tableOf(
    heads,
    body.map((row) => row.map((text) => text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|'))),
  );

/** Text for a table: Markdown is escaped outside of code. */
const literal = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[\\*<>[\]]/g, String.raw`\$&`)))
    .join('');
