import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { defaultScheme, schemeNames, schemes } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import { disarm } from '../report/visible.ts';
import { program } from '../suite.ts';
import { checkProfile, mergeVariants } from '../target/check.ts';
import { findFile, obstacleOf } from '../target/file.ts';
import { explain, problemsOf, shownFile, writePath } from '../target/place.ts';
import type { Path } from '../target/place.ts';
import { shownOf } from '../target/problem.ts';
import { variablesIn } from '../target/profile.ts';
import { profileSchema } from '../target/schema.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { answerNames, codedOf, draftProfile, schemeOf, settingsOf, variantsOf } from './profile-draft.ts';
import type { AnswerName, Answers } from './profile-draft.ts';
import { schemaLine } from './schema.ts';

/** Asks a person; an empty answer leaves the setting open. */
export type Ask = (question: string) => Promise<string>;

/** Writes a commented target profile. Without options, asks for the settings if a person is at the terminal. */
export async function init(given: Given, invocation: Invocation): Promise<number> {
  const isAttended = process.stdin.isTTY && invocation.terminal.isLive;
  const isAnswered = ['out', 'force', ...answerNames].some((name) => given.has(name));
  if (!isAttended || isAnswered) return initWith(given, invocation, null);
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const { signal } = invocation;
    return await initWith(given, invocation, (question) => dialogue.question(question, { signal }));
  } finally {
    dialogue.close();
  }
}

/** `init`; `ask` is null without a person. A setting without a value becomes a variable of the environment. */
export async function initWith(
  given: Given,
  { cwd, terminal }: Invocation,
  ask: Ask | null,
): Promise<number> {
  const name = given.value('out');
  const file = resolve(cwd, name);
  const isForced = given.has('force');
  // Checked before the questions, so that no answer is in vain.
  if (ask !== null && !isForced && (await findFile(file)).kind === 'read') {
    throw notWritten(name, 'a file that is there already');
  }
  const tell = (line: string): void => terminal.writeError(`! ${disarm(line)}\n`);
  const { key, ...others } = await collect(given, ask, tell);
  const fromProfile = key === undefined ? {} : { key: pathFrom(dirname(file), resolve(cwd, key)) };
  const profile = `${schemaLine(dirname(file))}\n${draftProfile({ ...others, ...fromProfile }, basename(file, extname(file)))}`;
  await writeFile(file, profile, { flag: isForced ? 'w' : 'wx' }).catch((error: unknown) => {
    throw notWritten(name, obstacleOf(error));
  });
  if (key !== undefined && (await findFile(resolve(cwd, key))).kind === 'unreadable') {
    tell(`${shownFile(key)} is not there yet: put it there before the first run`);
  }
  const variables = variablesIn(profile);
  const isPassword = (variable: string): boolean => variable.endsWith('_PASSWORD');
  const open = variables.filter((variable) => !isPassword(variable));
  const shown = shownFile(name);
  terminal.write(
    [
      `${shown} is written.\n`,
      open.length === 0 ? '' : `Left open: write the values into ${shown}, or set ${open.join(', ')}.\n`,
      `The password: write ${variables.filter(isPassword).join()}='…' into .env (do not commit it), or set it in the environment.\n`,
      `Then: ${program} doctor --target ${shown}\n`,
    ].join(''),
  );
  return 0;
}

/** Adds `./` to a file beside the profile: a program without a slash would be looked up in PATH. */
function pathFrom(folder: string, path: string): string {
  const found = relative(folder, path);
  return /^[./]/.test(found) ? found : `./${found}`;
}

function notWritten(name: string, found: string): UserError {
  const message = `${shownFile(name)}: found ${found}, expected a place for a new file`;
  const hint = 'name another file with --out, or overwrite a file with --force; nothing was written';
  return new UserError('usage', 'profile-not-written', message, hint);
}

const fileQuestions = {
  key: 'File with the certificate or public key of the service (such as service.pem): ',
  command: 'Program that encrypts (such as ./encrypt-password): ',
  module: 'Module that encrypts (such as ./encrypt-password.mjs): ',
} as const;

/** Questions that need an answer, each with an example. */
const required: Readonly<Partial<Record<AnswerName, string>>> = {
  'base-url': 'https://api.example.test',
  'bank-code': 'acme',
  partner: '1042',
};

/** The question for each option; null if there is nothing to ask. */
const questions: Readonly<Record<AnswerName, (answers: Answers) => string | null>> = {
  'base-url': () => 'Base URL of the target, without /partner/… (such as https://api.example.test): ',
  variant: () => `Variants that it implements (${variantsOf({}).join(', ')}; all by default): `,
  'bank-code': (answers) => (codedOf(answers).length > 0 ? 'Bank code in the path (such as acme): ' : null),
  partner: () => 'Name of the partner (such as 1042): ',
  scheme: () => `Encryption scheme (${schemeNames.join(', ')}; ${defaultScheme} by default): `,
  key: (answers) => fileQuestions[schemes[schemeOf(answers)].needed.setting],
};

const mostTries = 3;

/**
 * The answers from options or from a person, who has three tries for each. Never asks for a password.
 * Rejects with a UserError for a wrong option, or when the third try is wrong.
 */
async function collect(given: Given, ask: Ask | null, tell: (line: string) => void): Promise<Answers> {
  let answers: Answers = {};
  for (const name of answerNames) {
    const question = questions[name](answers);
    if (ask !== null && question === null) continue;
    for (let tries = ask === null ? mostTries : 1; tries <= mostTries; tries += 1) {
      const text = ask === null ? given.texts(name).join(' ') : (await ask(question ?? '')).trim();
      const example = ask === null ? undefined : required[name];
      if (text === '' && example === undefined) break;
      const next = { ...answers, [name]: text };
      const wrong =
        text === '' ? `found nothing, expected an answer, such as ${example}` : problemOf(name, next);
      if (wrong === null) {
        answers = next;
        break;
      }
      if (tries === mostTries) throw refusal(name, wrong);
      tell(wrong);
    }
  }
  return answers;
}

/** Why a profile with these answers would reject this one; null if it would not. */
function problemOf(name: AnswerName, answers: Answers): string | null {
  const ids = variantsOf(answers);
  const value = {
    ...settingsOf(answers, () => null),
    encryption: { scheme: answers.scheme ?? null },
  };
  const places: Readonly<Record<AnswerName, readonly Path[]>> = {
    'base-url': [['baseUrl']],
    variant: ids.map((id) => ['variants', id]),
    'bank-code': ids.map((id) => ['variants', id, 'bankCode']),
    partner: [['credentials', 'partnerName']],
    scheme: [['encryption', 'scheme']],
    key: [],
  };
  const origin = { file: null, secrets: [] };
  const show = (found: unknown, path: Path): string => shownOf(found, path, origin);
  const { data, error } = profileSchema.safeParse(value);
  const problems =
    data === undefined
      ? problemsOf(error?.issues ?? [], value, show)
      : [...checkProfile(data, ids, mergeVariants(data), origin)];
  const wanted = places[name].map(writePath);
  const problem = problems.find(({ path }) => wanted.includes(writePath(path)));
  return problem === undefined ? null : explain(problem);
}

const refusal = (name: AnswerName, problem: string): UserError =>
  new UserError(
    'usage',
    'wrong-option-value',
    `--${name}: ${problem}`,
    'see init --help; nothing was written',
  );
