import { describe, expect, it } from 'vitest';
import { parseYaml } from '../target/profile.ts';
import { difference, ignoring, linesToAdd, mendProfile, nameIn } from './fix.ts';

const accepted = (settings: Readonly<Record<string, string>>, variant = 'a') => [{ variant, settings }];
const mgf1 = accepted({ mgf1: 'sha1' });
const pkcs1 = accepted({ scheme: 'rsa-pkcs1', encoding: 'hex' });

describe('a profile keeps every other character where', () => {
  it.each([
    [
      'a setting is added',
      'encryption:\n    scheme: rsa-oaep   # why\n    key: k\n',
      mgf1,
      /oaep {3}# why\n {4}mgf1: sha1\n {4}key: k\n$/,
    ],
    ['it has no line break at its end', 'encryption:\n  scheme: rsa-oaep', mgf1, /oaep\n {2}mgf1: sha1$/],
    [
      'it has line breaks of Windows',
      'encryption:\r\n  scheme: rsa-oaep\r\nname: x\r\n',
      mgf1,
      /oaep\r\n {2}mgf1: sha1\nname: x\r\n$/,
    ],
    [
      'one is changed',
      'encryption: { mgf1: "${M}", key: k } # c\nname: x\n',
      mgf1,
      /^encryption: \{ mgf1: sha1, key: k \} # c\nname: x\n$/,
    ],
    [
      'one is added to a line',
      'encryption: { scheme: rsa-oaep, key: k }\n',
      mgf1,
      /oaep, mgf1: sha1, key: k \}\n$/,
    ],
    [
      'a variant has its own',
      'encryption: { mgf1: sha256 }\nvariants:\n  a: { encryption: { mgf1: sha256 } }\n',
      mgf1,
      /^encryption: \{ mgf1: sha256 \}\n.*\n {2}a: \{ encryption: \{ mgf1: sha1 \} \}\n$/,
    ],
    [
      'both variants share one',
      'encryption: { mgf1: sha256 }\n',
      [...mgf1, ...accepted({ mgf1: 'sha1' }, 'b')],
      /^encryption: \{ mgf1: sha1 \}\n$/,
    ],
    [
      'another scheme has no use for a setting',
      'encryption:\n  scheme: rsa-oaep\n  # hash\n  hash: sha1 # one\n  key: k\n',
      pkcs1,
      /^encryption:\n {2}scheme: rsa-pkcs1\n {2}encoding: hex\n {2}# hash\n {2}key: k\n$/,
    ],
    [
      'it had one on the line',
      'encryption: { scheme: rsa-oaep, hash: sha1, key: k }\n',
      pkcs1,
      /^encryption: \{ scheme: rsa-pkcs1, encoding: hex, key: k \}\n$/,
    ],
    ['there is nothing to change', 'encryption: *other\n', mgf1, /^encryption: \*other\n$/],
  ])('%s', (_title, text, found, after) => {
    const mended = mendProfile(text, { conditions: [], accepted: found });
    expect(mended).toMatch(after);
    if (!text.includes('*')) expect(parseYaml(mended).kind).toBe('parsed');
  });

  it.each([
    [
      'none',
      'name: x',
      /^name: x\n\n# conditions:\n# {3}ip-blocked:\n# {5}# or .*\n# {5}localAddress: 127\.0\.0\.2\n$/,
    ],
    [
      'others',
      'conditions:\n  # my own\n  unavailable:\n    headers: { X: y } # z\n\nname: x\n',
      /# z\n {2}# ip-blocked:\n {2}# {3}# or .*\n {2}# {3}localAddress: 127\.0\.0\.2\n\nname: x\n$/,
    ],
    ['others on one line', 'conditions: { unavailable: {} }\n', /\{\} \}\n\n# conditions:\n# {3}ip-blocked:/],
    ['the example of init', '# conditions:\n#   ip-blocked: { localAddress: 127.0.0.2 }\n', /^.*\n.*\n$/],
  ])('conditions are offered as comments beside %s', (_title, text, after) => {
    expect(mendProfile(text, { conditions: ['ip-blocked'], accepted: [] })).toMatch(after);
  });
});

it('the lines to add are one block of each kind', () => {
  const lines = linesToAdd({ conditions: ['unavailable', 'ip-blocked'], accepted: [...mgf1, ...mgf1] });
  expect(lines.filter((line) => /^\S/.test(line))).toEqual(['encryption:', 'conditions:']);
  expect(parseYaml(lines.join('\n')).kind).toBe('parsed');
});

it.each([
  [nameIn('A=secret', ['A', 'B', 'B']), 'A=secret\nB=\n'],
  [nameIn('export A=\n', ['A']), 'export A=\n'],
  [ignoring('dist'), 'dist\n.env\n'],
  [ignoring('/.env\n'), '/.env\n'],
])('%j', (text, expected) => {
  expect(text).toBe(expected);
});

it('a difference shows what goes and what comes, and nothing else', () => {
  expect(difference('a\nb\nc\nd\n', 'a\nB\nc\nd\nd\n')).toEqual(['-b', '+B', '+d']);
});
