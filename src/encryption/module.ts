import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../errors.ts';
import { quoteFirstLine } from './quote.ts';
import type { EncryptText } from './scheme.ts';
import type { EncryptionSettings } from './settings.ts';

type Module = Extract<EncryptionSettings, { readonly scheme: 'module' }>;

const TIME_LIMIT = 10_000;

function moduleError(file: string, code: string, found: string): UserError {
  const expected = 'expected a default export `(plain: string) => string | Promise<string>`';
  const message = `encryption.module: "${basename(file)}" ${found}, ${expected}`;
  const hint = 'Load the module by hand with node and call its default export with a made-up password.';
  return new UserError('profile', code, message, hint);
}

function explain(error: unknown, secrets: readonly string[]): string {
  const quoted = quoteFirstLine(error instanceof Error ? error.message : '', secrets);
  return quoted === null ? '' : ` (${quoted})`;
}

async function load(file: string): Promise<unknown> {
  try {
    const loaded: object = await import(pathToFileURL(file).href);
    return 'default' in loaded ? loaded.default : undefined;
  } catch (error) {
    throw moduleError(file, 'module-not-loadable', `cannot be loaded${explain(error, [])}`);
  }
}

function within(time: number, work: Promise<unknown>, error: UserError): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, time, error);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Builds encryption by the default export of an ES module; rejects with a UserError where there is none. */
export async function createModule(
  { module: file }: Module,
  timeLimit: number = TIME_LIMIT,
): Promise<EncryptText> {
  const encrypt = await load(file);
  if (typeof encrypt !== 'function') {
    throw moduleError(file, 'module-without-function', `has a default export of type ${typeof encrypt}`);
  }
  const slow = moduleError(file, 'module-timed-out', `gave no answer within ${timeLimit} ms`);
  return async (plain, password) => {
    const call = async (): Promise<unknown> => encrypt(plain);
    const text = await within(timeLimit, call(), slow).catch((error: unknown) => {
      if (error === slow) throw slow;
      throw moduleError(file, 'module-failed', `failed${explain(error, [plain, password])}`);
    });
    if (typeof text === 'string' && text !== '') return text;
    throw moduleError(
      file,
      'module-result-not-text',
      `returned ${text === '' ? 'an empty text' : typeof text}`,
    );
  };
}
