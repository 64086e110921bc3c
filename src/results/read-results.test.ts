import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../base/errors.ts';
import { renderJson } from '../report/machine/json.ts';
import { sampleResults } from '../report/made-results.test-data.ts';
import { readResults, readResultsFile } from './read-results.ts';

const whole = renderJson(sampleResults());

/** Code and message of the error for a text. */
function refusal(text: string): readonly [code: string, message: string] {
  try {
    readResults(text, 'results.json');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error).toMatchObject({ fault: 'usage', hint: expect.stringMatching(/\w/) });
    return [error.code, error.message];
  }
  throw new Error('the text was read');
}

/** The sample with another value at a path. */
function withMember(path: string, value: unknown): string {
  const results: unknown = JSON.parse(whole);
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  const parent = steps.reduce<unknown>((found, step) => Reflect.get(found as object, step), results);
  if (value === undefined) Reflect.deleteProperty(parent as object, last);
  else Reflect.set(parent as object, last, value);
  return JSON.stringify(results);
}

describe('a results file', () => {
  test('is read as it was written, further members of a newer minor version included, and written again byte by byte', () => {
    expect(renderJson(readResults(whole, 'x'))).toBe(whole);
    expect(readResults(`\uFEFF${whole}`, 'x')).toEqual(JSON.parse(whole));
    expect(readResults(whole.replaceAll('\n', '\r\n'), 'x')).toEqual(JSON.parse(whole));
    const newer = JSON.parse(withMember('since', { a: 'later version' })) as { readonly cases: object[] };
    Object.assign(newer.cases[0] ?? {}, { colour: 'blue' });
    expect(JSON.parse(renderJson(readResults(JSON.stringify(newer), 'x')))).toEqual(newer);
    expect(readResults(`{"cases":[{}],"cases":1,${whole.slice(1)}`, 'x')).toEqual(JSON.parse(whole));
  });

  test.for([
    ['', 'results-not-json', 'found an empty file'],
    [' \n', 'results-not-json', 'found an empty file'],
    ['# Summary\n', 'results-not-json', 'line 1, column 1: found something that is not JSON'],
    ['{\n  "a": 1,\n  b: 2\n}\n', 'results-not-json', 'line 3, column 3'],
    ['{"a": "b\n"}', 'results-not-json', 'line 1, column 9'],
    ['{"a": 1}}', 'results-not-json', 'line 1, column 9'],
    ['[]', 'not-results', 'found an array'],
    ['null', 'not-results', 'found null'],
    ['"text"', 'not-results', 'found "text"'],
    ['{}', 'not-results', 'found an empty object'],
    ['{"schemaVersion":1,"label":"conformance"}', 'not-results', 'an object with `schemaVersion`, `label`'],
    ['{"schemaVersion":2,"suite":{}}', 'results-newer', 'schemaVersion: found 2, expected 1'],
    ['{"schemaVersion":0,"suite":{}}', 'results-older', 'schemaVersion: found 0, expected 1'],
  ] as const)('is not %j, which is refused by a message of its own', ([text, code, part]) => {
    const [found, message] = refusal(text);
    expect([found, message.startsWith('results.json: ')]).toEqual([code, true]);
    expect(message).toContain(part);
  });

  test('that is cut off anywhere says so', () => {
    const step = Math.floor(whole.length / 50);
    for (let end = 1; end < whole.trimEnd().length; end += step)
      expect([end, refusal(whole.slice(0, end))[0]]).toEqual([end, 'results-truncated']);
  });

  test.for([
    ['verdict', 'passed', 'verdict: found "passed", expected one of conforming, nonconforming, incomplete'],
    ['startedAt', 7, 'startedAt: found 7, expected a point in time, ISO 8601 in UTC'],
    ['cases', {}, 'cases: found an object, expected an array'],
    ['cases', undefined, 'cases: found nothing, expected an array'],
    ['requests', -1, 'requests: found -1, expected a whole number from 0 on'],
    [
      'requirements/0/verdict',
      'pas',
      'expected one of pass, fail, review, inconclusive; did you mean `pass`?',
    ],
    ['requirements/1', null, 'requirements[1]: found null, expected an object'],
    ['variants/a/counts/pass', '1', 'variants.a.counts.pass: found "1", expected a whole number'],
    ['variants/a/classes/core', undefined, 'variants.a.classes.core: found nothing, expected an object'],
    ['cases/0/checks/0/requirement', '', 'found "", expected a string that is not empty'],
    ['cases/0/exchanges/0/facts', { kind: 'xml' }, 'cases[0].exchanges[0].facts'],
    ['requirements/0/id', '__proto__', 'requirements[0].id: found "__proto__", expected another name'],
    ['requirements/0/id', 'a.constructor.x', 'expected another name'],
    ['cases/0/variant', 'z', 'cases: found "z", expected one that the file holds'],
    ['target/baseUrl', 'x', 'target.baseUrl: found "x", expected an http or https URL'],
    ['spec/sha256', 'f00', 'spec.sha256: found "f00", expected a SHA-256 in hex'],
  ] as const)('with a wrong member names it: %s', ([path, value, expected]) => {
    const [code, message] = refusal(withMember(path, value));
    expect(code).toBe('results-invalid');
    expect(message).toContain(expected);
  });

  test('with many wrong members names a few of them, on short lines whatever they hold', () => {
    const requirements = sampleResults().requirements.map((one) => ({ ...one, verdict: 'passed' }));
    const [, message] = refusal(withMember('requirements', requirements));
    expect(message.split('\n')).toHaveLength(6);
    expect(message).toContain('requirements[4].verdict');
    const [, quoted] = refusal(withMember('verdict', `\u001b[31m\n${'x'.repeat(5000)}`));
    expect(quoted).not.toMatch(/\p{Cc}/u);
    expect(quoted.length).toBeLessThan(200);
  });

  test.for([
    ['brackets', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    ['brackets in a case', `{"cases":[${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]}`],
  ] as const)('with %s is given up before it takes much memory', ([, text]) => {
    const before = process.memoryUsage().rss;
    const [code, message] = refusal(text);
    const many = expect.stringContaining('too many levels') as unknown;
    expect([code, message]).toEqual(['results-unreadable', many]);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  test('that cannot be read says why', async () => {
    const at = await mkdtemp(join(tmpdir(), 'sbp-read-'));
    onTestFinished(() => rm(at, { recursive: true, force: true }));
    await writeFile(join(at, 'binary'), Buffer.of(0x7b, 0xff, 0xfe));
    await writeFile(join(at, 'holes'), '');
    await truncate(join(at, 'holes'), 3e9);
    execFileSync('mkfifo', [join(at, 'pipe')]);
    await symlink('/dev/zero', join(at, 'endless'));
    await symlink('loop', join(at, 'loop'));
    for (const [path, code, found] of [
      ['none', 'results-not-found', 'no such file'],
      ['binary', 'results-unreadable', 'a file that is not UTF-8'],
      ['holes', 'results-unreadable', 'a file larger than 64 MiB'],
      ['pipe', 'results-unreadable', 'a pipe'],
      ['endless', 'results-unreadable', 'a device'],
      ['loop', 'results-unreadable', 'a link'],
    ] as const) {
      const why = { code, message: expect.stringContaining(`x: found ${found}`) };
      await expect(readResultsFile(join(at, path), 'x')).rejects.toMatchObject(why);
    }
    const message = expect.stringContaining('x/results.json: found no such file') as unknown;
    await expect(readResultsFile(at, 'x')).rejects.toMatchObject({ code: 'results-not-found', message });
    await writeFile(join(at, 'results.json'), whole);
    expect(await readResultsFile(at, 'x')).toEqual(JSON.parse(whole));
  });
});
