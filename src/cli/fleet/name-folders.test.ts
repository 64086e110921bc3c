import { describe, expect, it } from 'vitest';
import { nameFolders } from './name-folders.ts';

const named = (name: string, source: string | null = null) => ({
  name,
  source,
  baseUrl: 'http://host.test:81',
});
const nameOf = (name: string): string => nameFolders([named(name)])[0] ?? '';

describe('the name of a folder', () => {
  it.each([
    ['Staging', 'Staging'],
    ['Staging (new) / b', 'Staging-new-b'],
    ['Банк «Пример»', 'Банк-Пример'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'target'],
    ['', 'target'],
    ['a\u0000\u202eb\nc', 'a-b-c'],
    ['.hidden', 'hidden'],
    ['CON', 'target-CON'],
    ['nul.txt', 'target-nul.txt'],
    ['x'.repeat(300), 'x'.repeat(60)],
    ['v1..2', 'v1.2'],
  ])('made of %j is safe: %s', (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it('comes from the file where the profile has none, for targets may share a host', () => {
    const host = named('host.test:81', 'targets/acme-2.yaml');
    expect(nameFolders([host, { ...host, source: '/x/other.yml' }])).toEqual(['acme-2', 'other']);
  });

  it('is no other one’s, whatever the case of its letters', () => {
    const names = nameFolders(['A', 'a', 'A-2', 'a', 'B'].map((name) => named(name)));
    expect(names).toEqual(['A', 'a-2', 'A-2-2', 'a-3', 'B']);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
  });
});
