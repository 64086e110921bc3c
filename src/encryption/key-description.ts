import { say } from '../wording/message.ts';
import { keyWarnings } from './key.ts';
import type { EncryptionSettings } from './registry.ts';

/** What a user may want to fix although the key can be used, in English. */
export function checkKey(settings: EncryptionSettings, now: Date): readonly string[] {
  if (!('key' in settings)) return [];
  return keyWarnings(settings.key, 'encryption.key', now).map((warning) => say(warning, 'en'));
}
