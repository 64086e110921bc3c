import { expect, it } from 'vitest';
import { parseYaml } from '../profile/profile.ts';
import { linesToAdd } from './lines.ts';

it('the lines to add are one block of each kind', () => {
  const lines = linesToAdd(['unavailable', 'ip-blocked'], { variant: 'a', settings: { mgf1: 'sha1' } });
  expect(lines.filter((line) => /^\S/.test(line))).toEqual(['encryption:', 'conditions:']);
  expect(parseYaml(lines.join('\n')).kind).toBe('parsed');
  expect(linesToAdd([], undefined)).toEqual([]);
});
