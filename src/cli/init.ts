import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { needsBankCode } from '../target/known-variant.ts';
import type { Invocation } from './invocation.ts';
import { commandHelp } from './help.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';
import { draftProfile, variablesOf } from './profile-draft.ts';
import type { ProfileAnswers } from './profile-draft.ts';

const options = {
  out: { type: 'text', value: 'FILE', summary: 'file to write, `target.yaml` if left out' },
  'base-url': { type: 'text', value: 'URL', summary: 'base URL of the target' },
  variant: { type: 'text', value: 'a|b', repeatable: true, summary: 'a variant that it implements' },
  'bank-code': { type: 'text', value: 'CODE', summary: 'path segment of variant b' },
  partner: { type: 'text', value: 'NAME', summary: 'name of the partner' },
  key: { type: 'text', value: 'FILE', summary: 'certificate or public key of the service (PEM)' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Asks a person; an empty answer means that it is left open. */
export type Ask = (question: string) => Promise<string>;

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
  const answers = checked(ask === null ? answersFrom(given) : await askAll(ask));
  const key = answers.key === null ? null : relative(dirname(file), resolve(cwd, answers.key));
  const profile = draftProfile({ ...answers, key });
  await writeNew(file, name, profile);
  terminal.write(`${name} is written.\n${nextSteps(name, variablesOf(profile))}`);
  return 0;
}

function answersFrom(given: Given): ProfileAnswers {
  const bankCode = given.text('bank-code') ?? null;
  const variants = given.texts('variant');
  return {
    baseUrl: given.text('base-url') ?? null,
    variants: variants.length === 0 ? specification.variants.map(({ id }) => id) : [...new Set(variants)],
    bankCode,
    partner: given.text('partner') ?? null,
    key: given.text('key') ?? null,
  };
}

async function askAll(ask: Ask): Promise<ProfileAnswers> {
  const answer = async (question: string): Promise<string | null> => (await ask(question)).trim() || null;
  const known = specification.variants.map(({ id }) => id);
  const baseUrl = await answer('Base URL of the target: ');
  const listed = await answer(`Variants that it implements (${known.join(', ')}; all if left out): `);
  const variants = listed === null ? known : [...new Set(listed.split(/[\s,]+/).filter((id) => id !== ''))];
  const asksCode = specification.variants.some((each) => variants.includes(each.id) && needsBankCode(each));
  return {
    baseUrl,
    variants,
    bankCode: asksCode ? await answer('Bank code in the path: ') : null,
    partner: await answer('Name of the partner: '),
    key: await answer('Certificate or public key of the service (PEM file): '),
  };
}

function checked(answers: ProfileAnswers): ProfileAnswers {
  const known = specification.variants.map(({ id }) => id);
  const unknown = answers.variants.find((id) => !known.includes(id));
  if (unknown !== undefined) throw wrong('variant', unknown, `one of ${known.join(', ')}`);
  const { baseUrl } = answers;
  if (baseUrl !== null && !(URL.canParse(baseUrl) && /^https?:/i.test(baseUrl))) {
    throw wrong('base-url', baseUrl, 'a URL that begins with http:// or https://');
  }
  return answers;
}

const wrong = (option: string, found: string, expected: string): UserError =>
  new UserError(
    'usage',
    'wrong-option-value',
    `--${option}: found ${JSON.stringify(found)}, expected ${expected}`,
    'see init --help; nothing was written',
  );

async function writeNew(file: string, name: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const why = exists ? 'exists already' : error instanceof Error ? error.message : 'cannot be written';
    const hint = 'name another file with --out, or remove it first; nothing was written';
    throw new UserError('usage', 'profile-not-written', `${name}: ${why}, expected a new file`, hint);
  }
}

function nextSteps(name: string, variables: readonly string[]): string {
  const set = variables.map((variable) => `  ${variable}\n`).join('');
  return `Set these in the environment or in .env:\n${set}Then: sbp-banks-conformance doctor --target ${name}\n`;
}
