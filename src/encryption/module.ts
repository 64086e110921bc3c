// Encryption by the default export of a JavaScript module.

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError, within } from '../base/errors.ts';
import type { ModuleSettings } from './settings.ts';

const timeLimit = 10_000;

/** Its errors are never quoted: they may hold the password. `limit`: ms of a call. */
export async function encryptByModule(
  { module: file }: ModuleSettings,
  limit = timeLimit,
): Promise<(plain: string) => Promise<string>> {
  const wrong = (found: string): UserError => {
    const message = `encryption.module: "${basename(file)}" ${found}, expected a default export (plain: string) => string | Promise<string>`;
    return new UserError('profile', 'module-failed', message, 'call it by hand with a password');
  };
  const loaded: unknown = await import(pathToFileURL(file).href).catch(() => {
    throw wrong('cannot be loaded');
  });
  const encrypt: unknown = Object(loaded).default;
  if (typeof encrypt !== 'function') throw wrong(`exports something of type ${typeof encrypt}`);
  const slow = wrong(`gave no answer within ${limit} ms`);
  return async (plain) => {
    const call = async (): Promise<unknown> => encrypt(plain);
    const text = await within(limit, call(), slow).catch((error: unknown) => {
      throw error === slow ? slow : wrong('failed');
    });
    if (typeof text !== 'string') throw wrong(`returned something of type ${typeof text}`);
    if (text === '') throw wrong('returned an empty text');
    return text;
  };
}
