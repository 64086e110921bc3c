import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError, within } from '../base/errors.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
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
    const problem = message('exports-other-type', { type: typeof encrypt });
    throw moduleError(file, 'module-without-function', problem);
  }
  const slow = moduleError(file, 'module-timed-out', message('module-no-answer', { limit }));
  return async (plain) => {
    const call = async (): Promise<unknown> => encrypt(plain);
    const text = await within(limit, call(), slow).catch((error: unknown) => {
      throw error === slow ? slow : moduleError(file, 'module-failed', message('threw'));
    });
    if (typeof text === 'string' && text !== '') return text;
    const problem =
      text === '' ? message('returned-nothing') : message('returned-type', { type: typeof text });
    throw moduleError(file, 'module-result-not-text', problem);
  };
}

function moduleError(file: string, code: string, failure: Message): UserError {
  const problem = message('module-failed', { file: basename(file), failure });
  return new UserError('profile', code, problem, message('try-module'));
}

async function load(file: string): Promise<unknown> {
  try {
    const loaded: object = await import(pathToFileURL(file).href);
    return 'default' in loaded ? loaded.default : undefined;
  } catch {
    throw moduleError(file, 'module-not-loadable', message('not-loadable'));
  }
}
