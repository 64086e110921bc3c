import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../errors.ts';
import { renderJson } from '../report/machine/json.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { readResults, readResultsFile } from './read-results.ts';

const whole = renderJson(sampleResults());

/** The code and the message of the error that a text ends in. */
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

/** The sample with another value at a place. */
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
  test('is read as it was written', () => {
    expect(readResults(whole, 'x')).toEqual(JSON.parse(whole));
    expect(readResults(`\uFEFF${whole}`, 'x')).toEqual(JSON.parse(whole));
  });

  test('of a newer minor version keeps its further members, and is written again byte by byte', () => {
    const newer = JSON.parse(withMember('since', { a: 'later version' })) as Record<string, unknown>;
    const [first] = newer['cases'] as Record<string, unknown>[];
    Object.assign(first ?? {}, { colour: 'blue' });
    const text = `${JSON.stringify(newer, null, 2)}\n`;
    expect(readResults(text, 'x')).toHaveProperty('since.a', 'later version');
    expect(JSON.parse(renderJson(readResults(text, 'x')))).toEqual(newer);
    expect(renderJson(readResults(whole, 'x'))).toBe(whole);
  });
});

describe('what is no results file', () => {
  test.for([
    ['', 'results-not-json', 'found an empty file'],
    [' \n', 'results-not-json', 'found an empty file'],
    ['# Summary\n', 'results-not-json', 'line 1, column 1: found something that is no JSON'],
    ['{\n  "a": 1,\n  b: 2\n}\n', 'results-not-json', 'line 3, column 3'],
    ['{"a": "b\n"}', 'results-not-json', 'line 1, column 9'],
    ['{"a": 1}}', 'results-not-json', 'line 1, column 9'],
    ['[]', 'not-results', 'found an array'],
    ['null', 'not-results', 'found null'],
    ['"text"', 'not-results', 'found "text"'],
    ['{}', 'not-results', 'found an empty object'],
    ['{"schemaVersion":1,"label":"conformance"}', 'not-results', 'an object with `schemaVersion`, `label`'],
    ['{"log":{"version":"1.2"}}', 'not-results', 'an object with `log`'],
    ['{"schemaVersion":2,"suite":{}}', 'results-newer', 'schemaVersion: found 2, expected 1'],
    ['{"schemaVersion":0,"suite":{}}', 'results-older', 'schemaVersion: found 0, expected 1'],
  ] as const)('is refused by a message of its own: %j', ([text, code, part]) => {
    const [found, message] = refusal(text);
    expect(found).toBe(code);
    expect(message).toMatch(/^results\.json: /);
    expect(message).toContain(part);
  });

  test('because it is cut off anywhere says so', () => {
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
      'requirements[0].verdict: found "pas", expected one of pass, fail, review, inconclusive; did you mean pass?',
    ],
    ['requirements/0/reason', 'because', 'requirements[0].reason: found "because"'],
    ['requirements/1', null, 'requirements[1]: found null, expected an object'],
    ['variants/a/counts/pass', '1', 'variants.a.counts.pass: found "1", expected a whole number'],
    ['variants/a/classes/core', undefined, 'variants.a.classes.core: found nothing, expected an object'],
    [
      'cases/0/checks/0/requirement',
      '',
      'cases[0].checks[0].requirement: found "", expected a string that is not empty',
    ],
    ['cases/0/exchanges/0/facts', { kind: 'xml' }, 'cases[0].exchanges[0].facts'],
    ['spec/sha256', 'f00', 'spec.sha256: found "f00", expected a SHA-256 in hex'],
  ] as const)('because a member is wrong names it: %s', ([path, value, expected]) => {
    const [code, message] = refusal(withMember(path, value));
    expect(code).toBe('results-invalid');
    expect(message).toContain(expected);
  });

  test('by many members names a few of them', () => {
    const results = JSON.parse(whole) as { requirements: Record<string, unknown>[] };
    for (const requirement of results.requirements) requirement['verdict'] = 'passed';
    const [, message] = refusal(JSON.stringify(results));
    expect(message.split('\n')).toHaveLength(6);
    expect(message).toContain('requirements[4].verdict');
  });

  test('is quoted on one line and short, whatever it holds', () => {
    const [, message] = refusal(withMember('verdict', `\u001b[31m\n${'x'.repeat(5000)}`));
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message.length).toBeLessThan(200);
  });
});

describe('a file', () => {
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'sbp-read-'));
    onTestFinished(() => rm(made, { recursive: true, force: true }));
    return made;
  };

  test('that cannot be read says why', async () => {
    const at = await folder();
    await expect(readResultsFile(at, 'results')).rejects.toMatchObject({
      code: 'results-unreadable',
      message: expect.stringContaining('results: found a folder'),
    });
    await expect(readResultsFile(join(at, 'none'), 'none')).rejects.toMatchObject({
      code: 'results-not-found',
      message: expect.stringContaining('none: found no such file'),
    });
    await writeFile(join(at, 'binary'), Buffer.of(0x7b, 0xff, 0xfe));
    await expect(readResultsFile(join(at, 'binary'), 'binary')).rejects.toMatchObject({
      message: expect.stringContaining('not UTF-8'),
    });
  });

  test('of 10 000 cases and 100 MB is read within seconds', async () => {
    const results = sampleResults();
    const [one] = results.cases.filter(({ exchanges }) => exchanges.length > 0);
    if (one === undefined) throw new Error('a case with an exchange');
    const exchanges = one.exchanges.map((exchange) => ({ ...exchange, curl: 'x'.repeat(9000) }));
    const cases = Array.from({ length: 10_000 }, (_, index) => ({
      ...one,
      id: `a.case-${index}`,
      exchanges,
    }));
    const text = JSON.stringify({ ...results, cases });
    expect(text.length).toBeGreaterThan(100_000_000);
    const start = performance.now();
    expect(readResults(text, 'x').cases).toHaveLength(10_000);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
