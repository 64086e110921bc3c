// The secrets of a profile, and the words that are none.

import * as specification from '#banks/specification.ts';
import { textsIn, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import type { Secret } from '../client/mask.ts';
import { attempt } from './keys.ts';
import type { Replacement } from './read.ts';
import { natureOf } from './schema.ts';
import type { Target } from './target.ts';

const shortest = 8;

/** Passwords, header values, passphrases and the like; of `${…}` also others, from 8 characters on. */
export function secretsOf(settings: unknown, replacements: readonly Replacement[]): readonly Secret[] {
  const found = new Map<string, Secret>();
  const add = (value: string, path: Path, placeholder: Secret['placeholder']): void => {
    const setting = writePath(path);
    // A private header is known by its name, too.
    const key = path.at(-2) === 'headers' ? `${setting} ${value}` : value;
    if (value !== '' && !found.has(key)) found.set(key, { value, setting, placeholder });
  };
  const strings = textsIn(settings).map((one) => ({ ...one, secret: natureOf(one.path).secret }));
  for (const { path, text, secret } of strings) if (secret === 'password') add(text, path, '<password>');
  for (const { path, text, secret } of strings) {
    if (secret === 'text') add(text, path, '<secret>');
    if (secret === 'url') for (const one of passwordsOf(text)) add(one, path, '<secret>');
  }
  for (const { path, text } of replacements)
    if (text.length >= shortest && natureOf(path).isPublic !== true) add(text, path, '<secret>');
  return [...found.values()];
}

/** The password of a URL, as written and decoded. */
function passwordsOf(url: string): readonly string[] {
  const written = /^\w+:\/\/[^/?#:@]*:([^/?#]*)@/.exec(url)?.[1] ?? '';
  return [written, attempt(() => decodeURIComponent(written)) ?? written];
}

/** Without passwords and long secrets, for messages about the profile. */
export const withoutSecrets = (text: string, secrets: readonly Secret[]): string =>
  secrets
    .filter(({ value, placeholder }) => value.length >= (placeholder === '<password>' ? 4 : shortest))
    .toSorted((one, other) => other.value.length - one.value.length)
    .reduce((shown, { value }) => shown.replaceAll(value, '***'), text);

/** Never masked: the specification's own words, and settings that everybody may see. */
export function openTexts(target: Pick<Target, 'baseUrl' | 'name' | 'variants'>): readonly string[] {
  const { baseUrl, name, variants } = target;
  const shown = textsIn({ baseUrl, variants }).filter(({ path }) => natureOf(path).isPublic === true);
  const words = JSON.stringify(specification);
  return [words, 'application/json Content-Type Accept', name, ...shown.map(({ text }) => text)];
}
