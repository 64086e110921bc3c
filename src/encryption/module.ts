import { basename, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError, within } from '../errors.ts';
import { message } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { quoteFirstLine } from './command.ts';
import { defaultTemplate } from './scheme.ts';
import type { EncryptText, NoSettings, Scheme, Services } from './scheme.ts';

/** Settings of encryption by a module; its path is absolute. */
export interface ModuleSettings {
  readonly scheme: 'module';
  readonly module: string;
  readonly template: string;
}

const timeLimit = 10_000;

/** Encryption by the default export of an ES module. */
export const module: Scheme<ModuleSettings, NoSettings> = {
  needed: { setting: 'module', expected: 'the file of a module whose default export encrypts' },
  settings: {},
  members: ['module', 'template'],
  complete: async ({ template = defaultTemplate }, files) => ({
    scheme: 'module',
    module: await files.module(),
    template,
  }),
  encrypt: (settings, services) => encryptByModule(settings, services),
  // The path counts, not the content of the file.
  digest: (settings, { folder }) => ({
    ...settings,
    module: relative(folder, settings.module).replaceAll(sep, '/'),
  }),
};

/** Loads a module; rejects with a UserError where it has no function to encrypt by. `limit` is the time for one answer in ms. */
export async function encryptByModule(
  { module: file }: ModuleSettings,
  { secrets = [] }: Services,
  limit: number = timeLimit,
): Promise<EncryptText> {
  const encrypt = await load(file, secrets);
  if (typeof encrypt !== 'function') {
    const found = message('exports-other-type', { type: typeof encrypt });
    throw moduleError(file, 'module-without-function', found);
  }
  const slow = moduleError(file, 'module-timed-out', message('module-no-answer', { limit }));
  return async (plain, password) => {
    const call = async (): Promise<unknown> => encrypt(plain);
    const text = await within(limit, call(), slow).catch((error: unknown) => {
      if (error === slow) throw slow;
      const quote = quoteError(error, [plain, password, ...secrets]);
      const found = quote === null ? message('threw') : message('threw-with', { text: quote });
      throw moduleError(file, 'module-failed', found);
    });
    if (typeof text === 'string' && text !== '') return text;
    const found = text === '' ? message('returned-nothing') : message('returned-type', { type: typeof text });
    throw moduleError(file, 'module-result-not-text', found);
  };
}

function moduleError(file: string, code: string, failure: Message): UserError {
  const found = message('module-failed', { file: basename(file), failure });
  return new UserError('profile', code, found, message('try-module'));
}

/** What an error says, unless it mentions a secret. Whatever foreign code throws is foreign code too: reading it may throw again. */
function quoteError(error: unknown, secrets: readonly string[]): string | null {
  try {
    const said = error instanceof Error ? error.message : null;
    return typeof said === 'string' ? quoteFirstLine(said, secrets) : null;
  } catch {
    return null;
  }
}

async function load(file: string, secrets: readonly string[]): Promise<unknown> {
  try {
    const loaded: object = await import(pathToFileURL(file).href);
    return 'default' in loaded ? loaded.default : undefined;
  } catch (error) {
    const quote = quoteError(error, secrets);
    const found = quote === null ? message('not-loadable') : message('not-loadable-because', { text: quote });
    throw moduleError(file, 'module-not-loadable', found);
  }
}
