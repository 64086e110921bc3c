import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { variable } from '../target/environment.ts';
import type { Environment } from '../target/environment.ts';
import { mostDays } from './certificate.ts';
import type { Signer } from './cms-sign.ts';
import { readSigner } from './signer.ts';
import type { NamedText } from './signer.ts';

/** What the options of `certify` name. */
export interface OrderOptions {
  readonly key: string;
  readonly cert: string;
  readonly chain: string | undefined;
  /** Name of a variable, as it is or as `${NAME}`. */
  readonly passphraseEnv: string | undefined;
  readonly validDays: number | undefined;
}

/** Who is to sign, and for how long. */
export interface Order {
  readonly signer: Signer;
  /** The file of the key as it was read, so that it can be looked for. */
  readonly keyText: string;
  readonly validDays: number;
}

const defaultDays = 365;

/** Reads and checks all that a certificate is signed with, before anything is sent; rejects with a UserError for each thing that would make it worthless. */
export async function readOrder(
  options: OrderOptions,
  env: Environment,
  cwd: string,
  now: Date,
): Promise<Order> {
  const { validDays = defaultDays, chain } = options;
  if (validDays > mostDays) {
    const message = `--valid-days: found ${validDays}, expected at most ${mostDays}`;
    throw wrong('too-many-days', message, 'give fewer');
  }
  const key = await readNamed(options.key, 'key', cwd);
  const files = {
    key,
    certificate: await readNamed(options.cert, 'cert', cwd),
    chain: chain === undefined ? null : await readNamed(chain, 'chain', cwd),
    passphrase: passphraseOf(options.passphraseEnv, env),
  };
  return { signer: await readSigner(files, now), keyText: key.text, validDays };
}

const wrong = (code: string, message: string, hint: string): UserError =>
  new UserError('usage', code, message, `${hint}; nothing was sent`);

async function readNamed(path: string, option: string, cwd: string): Promise<NamedText> {
  try {
    return { name: path, text: await readFile(resolve(cwd, path), 'latin1') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message = `--${option}: ${path} cannot be read (${code})`;
    throw wrong('file-unreadable', message, 'name a file that is there');
  }
}

function passphraseOf(given: string | undefined, env: Environment): string | null {
  if (given === undefined) return null;
  const name = /^\$\{(.+)\}$/.exec(given)?.[1] ?? given;
  const value = variable(env, name);
  if (value !== null) return value;
  const message = `--passphrase-env: the variable ${name} is not set`;
  throw wrong('passphrase-unset', message, 'set it, or put it into .env');
}
