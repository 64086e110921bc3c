// Profiles of tests, in a folder of their own.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { loadTarget } from './load.ts';
import type { TargetSources } from './load.ts';
import type { Target } from './target.ts';

export const keys = resolve(import.meta.dirname, '../../fixtures/keys');

/** A copy of a profile with another value at a path; undefined removes the setting. */
export function changed<Profile extends object>(profile: Profile, path: string, value: unknown): Profile {
  const copy = structuredClone(profile);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce<object>((found, step) => {
    const member: unknown = Object.hasOwn(found, step) ? Reflect.get(found, step) : null;
    if (typeof member === 'object' && member !== null) return member;
    const made = {};
    Reflect.set(found, step, made);
    return made;
  }, copy);
  // A key like __proto__ is an ordinary key.
  Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

export function openTargetFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-target-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Writes a file and returns its name. */
  const put = (name: string, bytes: string | Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return name;
  };
  const putProfile = (profile: unknown): string =>
    put(`${crypto.randomUUID()}.yaml`, typeof profile === 'string' ? profile : JSON.stringify(profile));
  /** The target of a profile, with only these variables. */
  const load = (
    profile: object | string,
    env: TargetSources['env'] = {},
    more: Partial<TargetSources> = {},
  ): Promise<Target> => loadTarget({ file: putProfile(profile), flags: {}, env, cwd: folder, ...more });
  return { folder, put, putProfile, load };
}
