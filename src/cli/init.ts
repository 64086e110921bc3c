import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { disarm } from '../base/visible.ts';
import { program } from '../base/package.ts';
import { problemsIn } from '../profile/check.ts';
import { findFile, obstacleOf } from '../base/file.ts';
import { explain } from '../base/problem.ts';
import { shownFile, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { variablesIn } from '../profile/profile.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { answerNames, blank, blanksOf, draftProfile, settingsOf, variantsOf } from './profile-draft.ts';
import type { AnswerName, Answers } from './profile-draft.ts';
import { schemaLine } from './schema-line.ts';

/** Writes a commented target profile with the values of the options, and prints what is left to fill in. */
export async function init(given: Given, { cwd, terminal }: Invocation): Promise<number> {
  const name = given.value('out');
  const file = resolve(cwd, name);
  const { key, ...others } = answersOf(given);
  const fromProfile = key === undefined ? {} : { key: pathFrom(dirname(file), resolve(cwd, key)) };
  const answers = { ...others, ...fromProfile };
  const profile = `${schemaLine(dirname(file))}\n${draftProfile(answers, basename(file, extname(file)))}`;
  await writeFile(file, profile, { flag: given.has('force') ? 'w' : 'wx' }).catch((error: unknown) => {
    throw notWritten(name, obstacleOf(error));
  });
  if (key !== undefined && (await findFile(resolve(cwd, key))).kind === 'unreadable') {
    const line = `${shownFile(key)} is not there yet: put it there before the first run`;
    terminal.writeError(`! ${disarm(line)}\n`);
  }
  const blanks = blanksOf(answers);
  const shown = shownFile(name);
  terminal.write(
    [
      `${shown} is written.\n`,
      blanks.length === 0 ? '' : `Fill in, in place of each ${blank}: ${blanks.join(', ')}.\n`,
      `The password: write ${variablesIn(profile).join()}='…' into .env (do not commit it), or set it in the environment.\n`,
      `Then: ${program} doctor --target ${shown}\n`,
    ].join(''),
  );
  return 0;
}

/** Adds `./` to a file next to the profile: a program without a slash would be looked up in PATH. */
function pathFrom(folder: string, path: string): string {
  const found = relative(folder, path);
  return /^[./]/.test(found) ? found : `./${found}`;
}

function notWritten(name: string, found: string): UserError {
  const message = `${shownFile(name)}: found ${found}, expected a place for a new file`;
  const hint = 'name another file with --out, or overwrite a file with --force; nothing was written';
  return new UserError('usage', 'profile-not-written', message, hint);
}

/** Reads the options about the target. Throws a UserError for a value that a profile would reject. */
function answersOf(given: Given): Answers {
  let answers: Answers = {};
  for (const name of answerNames) {
    const text = given.texts(name).join(' ');
    if (text === '') continue;
    answers = { ...answers, [name]: text };
    const wrong = problemOf(name, answers);
    if (wrong !== null) throw refusal(name, wrong);
  }
  return answers;
}

/** Why a profile with these answers would reject this one; null if it would not. */
function problemOf(name: AnswerName, answers: Answers): string | null {
  const ids = variantsOf(answers);
  const value = {
    ...settingsOf(answers, null, null),
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
  const wanted = places[name].map(writePath);
  const problem = problemsIn(value, ids).find(({ path }) => wanted.includes(writePath(path)));
  return problem === undefined ? null : explain(problem);
}

const refusal = (name: AnswerName, problem: string): UserError =>
  new UserError(
    'usage',
    'wrong-option-value',
    `--${name}: ${problem}`,
    'see init --help; nothing was written',
  );
