import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError, within } from '../base/errors.ts';
import { isOneFile } from '../base/package.ts';
import { defaultTemplate } from './scheme.ts';
import type { EncryptText, NoSettings, Scheme } from './scheme.ts';

export interface ModuleSettings {
  readonly scheme: 'module';
  readonly module: string;
  readonly template: string;
}

const timeLimit = 10_000;

export const module: Scheme<ModuleSettings, NoSettings> = {
  needed: { setting: 'module', expected: 'the file of a module whose default export encrypts' },
  settings: {},
  complete: ({ template = defaultTemplate, module: file }) => ({ scheme: 'module', module: file, template }),
  // Only the module knows its limit.
  capacity: () => Number.POSITIVE_INFINITY,
  encrypt: (settings) => encryptByModule(settings),
};

/** Loads a module. UserErrors never quote its errors: they may contain the password. `limit`: ms per call. */
export async function encryptByModule(
  { module: file }: ModuleSettings,
  limit: number = timeLimit,
): Promise<EncryptText> {
  const encrypt = await load(file);
  if (typeof encrypt !== 'function') {
    const problem = `has a default export of type ${typeof encrypt}`;
    throw moduleError(file, 'module-without-function', problem);
  }
  const slow = moduleError(file, 'module-timed-out', `gave no answer within ${limit} ms`);
  return async (plain) => {
    const call = async (): Promise<unknown> => encrypt(plain);
    const text = await within(limit, call(), slow).catch((error: unknown) => {
      throw error === slow ? slow : moduleError(file, 'module-failed', 'failed');
    });
    if (typeof text === 'string' && text !== '') return text;
    const problem = text === '' ? 'returned an empty text' : `returned ${typeof text}`;
    throw moduleError(file, 'module-result-not-text', problem);
  };
}

function moduleError(file: string, code: string, failure: string): UserError {
  const problem = `encryption.module: "${basename(file)}" ${failure}, expected a default export \`(plain: string) => string | Promise<string>\``;
  return new UserError(
    'profile',
    code,
    problem,
    'Load the module by hand with node and call its default export with a made-up password.',
  );
}

async function load(file: string): Promise<unknown> {
  try {
    const loaded: object = await importFile(pathToFileURL(file).href);
    return 'default' in loaded ? loaded.default : undefined;
  } catch {
    throw moduleError(file, 'module-not-loadable', 'cannot be loaded');
  }
}

/** Imports a file. The loader of the single-file program cannot, so a script calls Node's own `import`. */
function importFile(url: string): Promise<object> {
  if (!isOneFile) return import(url);
  const { constants, Script } = process.getBuiltinModule('node:vm');
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script('(url) => import(url)', { importModuleDynamically });
  return (script.runInThisContext() as (address: string) => Promise<object>)(url);
}
