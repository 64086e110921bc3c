import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { schemeNames, schemes } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import { disarm } from '../report/visible.ts';
import { specification } from '../spec/specification.ts';
import { program } from '../suite.ts';
import { baseUrl, pathSegment } from '../target/field.ts';
import { findFile, obstacleOf } from '../target/file.ts';
import { nearMiss, quote, shownFile } from '../target/place.ts';
import { hasNumericPartner, needsBankCode } from '../target/check.ts';
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

type Name = 'base-url' | 'variant' | 'bank-code' | 'partner' | 'scheme' | 'key';

/** Answers by option, as texts; what is missing stays open. */
type Texts = Readonly<Partial<Record<Name, string>>>;

/** What a profile would not take, and what it takes. */
interface Problem {
  readonly found: string;
  readonly expected: string;
}

/** One setting: the question that asks for it, null where there is nothing to ask, and what is wrong with an answer. */
interface Question {
  readonly ask: (texts: Texts) => string | null;
  readonly check: (text: string, texts: Texts) => Problem | null;
}

const known: readonly string[] = specification.variants.map(({ id }) => id);

const variantsOf = ({ variant = '' }: Texts): readonly string[] => {
  const ids = variant.split(/[\s,]+/).filter((id) => id !== '');
  return ids.length === 0 ? known : [...new Set(ids)];
};

const claimed = (texts: Texts) => specification.variants.filter(({ id }) => variantsOf(texts).includes(id));

const schemeOf = ({ scheme = 'rsa-oaep' }: Texts): SchemeName | undefined =>
  schemeNames.find((each) => each === scheme);

const fileQuestions = {
  key: 'Certificate or public key of the service (file): ',
  command: 'Program that encrypts (file): ',
  module: 'Module that encrypts (file): ',
} as const;

/** By the options that answer them, in the order in which they are asked. */
const questions: Readonly<Record<Name, Question>> = {
  'base-url': {
    ask: () => 'Base URL of the target: ',
    // An address may contain a password.
    check: (text) => unfit(baseUrl, text, text.replace(/\/\/[^/]*@/, '//…@')),
  },
  variant: {
    ask: () => `Variants that it implements (${known.join(', ')}; all by default): `,
    check(_text, texts) {
      const wrong = variantsOf(texts).find((id) => !known.includes(id));
      return wrong === undefined ? null : { found: quote(wrong), expected: `one of ${known.join(', ')}` };
    },
  },
  'bank-code': {
    ask: (texts) => (claimed(texts).some(needsBankCode) ? 'Bank code in the path: ' : null),
    check(text, texts) {
      if (claimed(texts).some(needsBankCode)) return unfit(pathSegment, text);
      const none = `none, no path of variant ${variantsOf(texts).join(', ')} has one`;
      return { found: quote(text), expected: none };
    },
  },
  partner: {
    ask: () => 'Name of the partner: ',
    check(text, texts) {
      const numeric = claimed(texts).find(hasNumericPartner);
      if (numeric === undefined || /^\d+$/.test(text)) return null;
      return { found: quote(text), expected: `digits, variant ${numeric.id} sends an int` };
    },
  },
  scheme: {
    ask: () => `Encryption scheme (${schemeNames.join(', ')}; rsa-oaep by default): `,
    check(text, texts) {
      if (schemeOf(texts) !== undefined) return null;
      const near = nearMiss(text, schemeNames);
      const question = near === null ? '' : `; did you mean ${near}?`;
      return { found: quote(text), expected: `one of ${schemeNames.join(', ')}${question}` };
    },
  },
  key: {
    ask: (texts) => fileQuestions[schemes[schemeOf(texts) ?? 'rsa-oaep'].needed.setting],
    check: () => null,
  },
};
const names = Object.keys(questions) as readonly Name[];

/** The answers that the options give, if the profile takes them; throws a UserError that names the option. */
function answersFrom(given: Given): ProfileAnswers {
  const texts: Texts = Object.fromEntries(
    names.flatMap((name) => (given.has(name) ? [[name, given.texts(name).join(' ')]] : [])),
  );
  for (const name of names) {
    const problem = problemOf(name, texts);
    if (problem !== null) throw refusal(name, problem);
  }
  return answersOf(texts);
}

const mostTries = 3;

/** What a person says, each answer checked where it is given and asked for again; rejects with a UserError where the third is wrong too. Never asks for a password. */
async function askAll(ask: Ask, tell: (line: string) => void): Promise<ProfileAnswers> {
  let texts: Texts = {};
  for (const name of names) {
    const question = questions[name].ask(texts);
    for (let tries = 1; question !== null; tries += 1) {
      const text = (await ask(question)).trim();
      const next = text === '' ? texts : { ...texts, [name]: text };
      const problem = problemOf(name, next);
      if (problem === null) {
        texts = next;
        break;
      }
      if (tries === mostTries) throw refusal(name, problem);
      tell(`found ${problem.found}, expected ${problem.expected}`);
    }
  }
  return answersOf(texts);
}

function problemOf(name: Name, texts: Texts): Problem | null {
  const text = texts[name];
  return text === undefined ? null : questions[name].check(text, texts);
}

const answersOf = (texts: Texts): ProfileAnswers => ({
  baseUrl: texts['base-url'] ?? null,
  variants: variantsOf(texts),
  bankCode: texts['bank-code'] ?? null,
  partner: texts.partner ?? null,
  scheme: schemeOf(texts) ?? 'rsa-oaep',
  key: texts.key ?? null,
});

function unfit(field: typeof baseUrl | typeof pathSegment, text: string, shown = text): Problem | null {
  const { error } = field.safeParse(text);
  if (error === undefined) return null;
  return { found: quote(shown), expected: error.issues[0]?.message ?? 'another value' };
}

function refusal(name: Name, { found, expected }: Problem): UserError {
  const message = `--${name}: found ${found}, expected ${expected}`;
  return new UserError('usage', 'wrong-option-value', message, 'see init --help; nothing was written');
}
