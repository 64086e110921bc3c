import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UserError } from '../errors.ts';
import { disarm } from '../report/visible.ts';
import { findFile, obstacleOf } from '../target/file.ts';
import { shownFile } from '../target/place.ts';
import type { Invocation } from './invocation.ts';
import { commandHelp } from './help.ts';
import type { Ask } from './init-answers.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import type { ProfileAnswers } from './profile-draft.ts';

const options = {
  out: { type: 'text', value: 'FILE', summary: 'file to write, `target.yaml` if left out' },
  'base-url': { type: 'text', value: 'URL', summary: 'base URL of the target' },
  variant: { type: 'text', value: 'a|b', repeatable: true, summary: 'a variant that it implements' },
  'bank-code': { type: 'text', value: 'CODE', summary: 'path segment of variant b' },
  partner: { type: 'text', value: 'NAME', summary: 'name of the partner' },
  scheme: { type: 'text', value: 'NAME', summary: 'how the password is encrypted, rsa-oaep if left out' },
  key: {
    type: 'text',
    value: 'FILE',
    summary: 'certificate or public key of the service; the program or module of those schemes',
  },
  force: { type: 'flag', summary: 'overwrite a file that is there already' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Writes a commented target profile; asks for what goes in where a person sits at the terminal and gave no options. */
export async function init(invocation: Invocation): Promise<number> {
  const isAttended = process.stdin.isTTY && invocation.terminal.isLive;
  if (!isAttended || invocation.args.length > 0) return initWith(invocation, null);
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const { signal } = invocation;
    return await initWith(invocation, (question) => questions.question(question, { signal }));
  } finally {
    questions.close();
  }
}

/** `init` with somebody to ask, or with nobody: then what is not given stays a variable of the environment. */
export async function initWith({ args, cwd, terminal }: Invocation, ask: Ask | null): Promise<number> {
  const given = readOptions('init', args, options);
  if (given.has('help')) {
    terminal.write(commandHelp('init', options));
    return 0;
  }
  const name = given.text('out') ?? 'target.yaml';
  const file = resolve(cwd, name);
  const isForced = given.has('force');
  // Loaded only now: help goes without the schema of the profile.
  const { answersFrom } = await import('./init-answers.ts');
  const { draftProfile, variablesOf } = await import('./profile-draft.ts');
  const answers =
    ask === null ? answersFrom(given) : await interview(ask, { file, name, isForced }, terminal);
  const key = answers.key === null ? null : pathFrom(dirname(file), resolve(cwd, answers.key));
  const profile = draftProfile({ ...answers, key });
  await writeProfile({ file, name, isForced }, profile);
  if (answers.key !== null && (await findFile(resolve(cwd, answers.key))).kind === 'unreadable') {
    terminal.writeError(`! ${shownFile(answers.key)} is not there yet: put it there before the first run\n`);
  }
  terminal.write(`${shownFile(name)} is written.\n${nextSteps(shownFile(name), variablesOf(profile))}`);
  return 0;
}

/** Where the profile goes. */
interface Place {
  readonly file: string;
  /** As the user named it. */
  readonly name: string;
  readonly isForced: boolean;
}

/** Asks for what goes in; nobody answers in vain where the profile could not be written. */
async function interview(
  ask: Ask,
  place: Place,
  { writeError }: Invocation['terminal'],
): Promise<ProfileAnswers> {
  const { file, name, isForced } = place;
  if (!isForced && (await findFile(file)).kind === 'read')
    throw notWritten(name, 'a file that is there already');
  const { askAll } = await import('./init-answers.ts');
  return askAll({ ask, tell: (line) => writeError(`! ${disarm(line)}\n`) });
}

/** With `./` where it names a file beside the profile: a program without a slash is looked for elsewhere. */
function pathFrom(folder: string, path: string): string {
  const found = relative(folder, path);
  return /^[./]/.test(found) ? found : `./${found}`;
}

async function writeProfile({ file, name, isForced }: Place, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    throw notWritten(name, obstacleOf(error));
  }
}

function notWritten(name: string, found: string): UserError {
  const message = `${shownFile(name)}: found ${found}, expected a place for a new file`;
  const hint = 'name another file with --out, or overwrite a file with --force; nothing was written';
  return new UserError('usage', 'profile-not-written', message, hint);
}

function nextSteps(name: string, variables: readonly string[]): string {
  const set = variables.map((variable) => `  ${variable}\n`).join('');
  return `Set these in the environment, or in .env as NAME='value':\n${set}Then: sbp-banks-conformance doctor --target ${name}\n`;
}
