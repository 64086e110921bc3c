import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { defaultScheme, schemeNames, schemes } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import { disarm } from '../report/visible.ts';
import { specification } from '../spec/specification.ts';
import { program } from '../suite.ts';
import { checkProfile, mergeVariants, needsBankCode } from '../target/check.ts';
import { findFile, obstacleOf } from '../target/file.ts';
import { explain, problemsOf, shownFile, writePath } from '../target/place.ts';
import type { Path } from '../target/place.ts';
import { shownOf } from '../target/problem.ts';
import { profileSchema } from '../target/schema.ts';
import type { Invocation } from './command.ts';
import type { Given } from './option.ts';
import { draftProfile, variablesOf } from './profile-draft.ts';
import type { ProfileAnswers } from './profile-draft.ts';

/** Asks a person; an empty answer means that it is left open. */
export type Ask = (question: string) => Promise<string>;

/** Writes a commented target profile; asks for the settings if a person is at the terminal and gave no options. */
export async function init(given: Given, invocation: Invocation): Promise<number> {
  const isAttended = process.stdin.isTTY && invocation.terminal.isLive;
  const isAnswered = ['out', 'force', ...names].some((name) => given.has(name));
  if (!isAttended || isAnswered) return initWith(given, invocation, null);
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const { signal } = invocation;
    return await initWith(given, invocation, (question) => dialogue.question(question, { signal }));
  } finally {
    dialogue.close();
  }
}

/** `init` with somebody to ask, or with nobody: then what is not given stays a variable of the environment. */
export async function initWith(
  given: Given,
  { cwd, terminal }: Invocation,
  ask: Ask | null,
): Promise<number> {
  const name = given.value('out');
  const file = resolve(cwd, name);
  const isForced = given.has('force');
  // Nobody answers in vain where the profile could not be written.
  if (ask !== null && !isForced && (await findFile(file)).kind === 'read') {
    throw notWritten(name, 'a file that is there already');
  }
  const tell = (line: string): void => terminal.writeError(`! ${disarm(line)}\n`);
  const answers = ask === null ? answersFrom(given) : await askAll(ask, tell);
  const key = answers.key === null ? null : pathFrom(dirname(file), resolve(cwd, answers.key));
  const profile = draftProfile({ ...answers, key }, basename(file, extname(file)));
  await writeFile(file, profile, { flag: isForced ? 'w' : 'wx' }).catch((error: unknown) => {
    throw notWritten(name, obstacleOf(error));
  });
  if (answers.key !== null && (await findFile(resolve(cwd, answers.key))).kind === 'unreadable') {
    tell(`${shownFile(answers.key)} is not there yet: put it there before the first run`);
  }
  const set = variablesOf(profile).map((variable) => `  ${variable}\n`);
  terminal.write(
    [
      `${shownFile(name)} is written.\n`,
      "Set these in the environment, or in .env as NAME='value':\n",
      ...set,
      `Then: ${program} doctor --target ${shownFile(name)}\n`,
    ].join(''),
  );
  return 0;
}

/** With `./` where it names a file beside the profile: a program without a slash is looked for elsewhere. */
function pathFrom(folder: string, path: string): string {
  const found = relative(folder, path);
  return /^[./]/.test(found) ? found : `./${found}`;
}

function notWritten(name: string, found: string): UserError {
  const message = `${shownFile(name)}: found ${found}, expected a place for a new file`;
  const hint = 'name another file with --out, or overwrite a file with --force; nothing was written';
  return new UserError('usage', 'profile-not-written', message, hint);
}

const known = specification.variants.map(({ id }) => id);

const variantsOf = ({ variant = '' }: Texts): readonly string[] => {
  const ids = variant.split(/[\s,]+/).filter((id) => id !== '');
  return ids.length === 0 ? known : [...new Set(ids)];
};

/** The claimed variants whose path names a bank. */
const codedOf = (texts: Texts): readonly string[] =>
  specification.variants
    .filter(needsBankCode)
    .flatMap(({ id }) => (variantsOf(texts).includes(id) ? id : []));

const schemeOf = ({ scheme }: Texts): SchemeName =>
  schemeNames.find((each) => each === scheme) ?? defaultScheme;

const fileQuestions = {
  key: 'Certificate or public key of the service (file): ',
  command: 'Program that encrypts (file): ',
  module: 'Module that encrypts (file): ',
} as const;

/** The questions by the options that answer them, in the order in which they are asked; null: there is nothing to ask. */
const questions = {
  'base-url': () => 'Base URL of the target: ',
  variant: () => `Variants that it implements (${known.join(', ')}; all by default): `,
  'bank-code': (texts: Texts) => (codedOf(texts).length > 0 ? 'Bank code in the path: ' : null),
  partner: () => 'Name of the partner: ',
  scheme: () => `Encryption scheme (${schemeNames.join(', ')}; ${defaultScheme} by default): `,
  key: (texts: Texts) => fileQuestions[schemes[schemeOf(texts)].needed.setting],
} as const;

const names = ['base-url', 'variant', 'bank-code', 'partner', 'scheme', 'key'] as const;
type Name = (typeof names)[number];

/** Answers by option, as texts; what is missing stays open. */
type Texts = Readonly<Partial<Record<Name, string>>>;

/** The answers that the options give, if a profile takes them; throws a UserError that names the option. */
function answersFrom(given: Given): ProfileAnswers {
  const texts: Texts = Object.fromEntries(
    names.flatMap((name) => (given.has(name) ? [[name, given.texts(name).join(' ')]] : [])),
  );
  for (const name of names) {
    const wrong = problemOf(name, texts);
    if (wrong !== null) throw refusal(name, wrong);
  }
  return answersOf(texts);
}

const mostTries = 3;

/** What a person says, each answer checked where it is given and asked for again; rejects with a UserError where the third is wrong too. Never asks for a password. */
async function askAll(ask: Ask, tell: (line: string) => void): Promise<ProfileAnswers> {
  let texts: Texts = {};
  for (const name of names) {
    const question = questions[name](texts);
    for (let tries = 1; question !== null; tries += 1) {
      const text = (await ask(question)).trim();
      const next = text === '' ? texts : { ...texts, [name]: text };
      const wrong = problemOf(name, next);
      if (wrong === null) {
        texts = next;
        break;
      }
      if (tries === mostTries) throw refusal(name, wrong);
      tell(wrong);
    }
  }
  return answersOf(texts);
}

/** What a profile with these answers would not take of this one, in words; null where it is taken or open. */
function problemOf(name: Name, texts: Texts): string | null {
  if (texts[name] === undefined) return null;
  const ids = variantsOf(texts);
  const coded = codedOf(texts);
  const settings = { bankCode: texts['bank-code'] ?? null };
  const value = {
    baseUrl: texts['base-url'] ?? null,
    variants: Object.fromEntries(
      ids.map((id) => [id, coded.length === 0 || coded.includes(id) ? settings : {}]),
    ),
    credentials: { partnerName: texts.partner ?? null },
    encryption: { scheme: texts.scheme ?? null },
  };
  const places: Readonly<Record<Name, readonly Path[]>> = {
    'base-url': [['baseUrl']],
    variant: ids.map((id) => ['variants', id]),
    'bank-code': ids.map((id) => ['variants', id, 'bankCode']),
    partner: [['credentials', 'partnerName']],
    scheme: [['encryption', 'scheme']],
    key: [],
  };
  const show = (found: unknown, path: Path): string => shownOf(found, path, { file: null, secrets: [] });
  const { data, error } = profileSchema.safeParse(value);
  const problems =
    data === undefined
      ? problemsOf(error?.issues ?? [], value, show)
      : checkProfile(data, ids, mergeVariants(data), []);
  const wanted = places[name].map(writePath);
  const problem = problems.find(({ path }) => wanted.includes(writePath(path)));
  return problem === undefined ? null : explain(problem);
}

const answersOf = (texts: Texts): ProfileAnswers => ({
  baseUrl: texts['base-url'] ?? null,
  variants: variantsOf(texts),
  bankCode: texts['bank-code'] ?? null,
  partner: texts.partner ?? null,
  scheme: schemeOf(texts),
  key: texts.key ?? null,
});

const refusal = (name: Name, problem: string): UserError =>
  new UserError(
    'usage',
    'wrong-option-value',
    `--${name}: ${problem}`,
    'see init --help; nothing was written',
  );
