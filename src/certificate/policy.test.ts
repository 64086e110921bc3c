import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { publishedSchema } from '../report/golden.test-support.ts';
import type { Certificate } from './certificate.ts';
import { policyJsonSchema, readPolicy, unmetOf } from './policy.ts';
import type { Policy } from './policy.ts';

const now = new Date('2026-11-24T12:00:00Z');

const certificate = {
  suite: { name: 'sbp-banks-conformance', version: '0.3.2' },
  rules: 3,
  target: { name: 'Bank', baseUrl: 'https://staging.bank.test:8443/api' },
  variants: { a: { class: 'full', requirements: 25 }, b: { class: 'core', requirements: 20 } },
  run: { startedAt: '2026-11-14T11:00:00Z', endedAt: '2026-11-14T12:00:00Z', requests: 150 },
  outside: [
    { requirement: 'b.unavailable.meaning', verdict: 'fail', reason: null, waived: true },
    { requirement: 'b.ip-blocked.status', verdict: 'inconclusive', reason: 'not-provisioned', waived: false },
  ],
  reviews: [{ case: 'a.missing', requirements: [], name: 'Ivanova', date: '2026-11-14' }],
  texts: { a: { missing: 'x' }, b: {} },
} as unknown as Certificate;

it.each<readonly [Policy, string[]]>([
  [{}, []],
  [{ suite: '0.3.2', rules: [2, 3], class: 'core', variants: ['a', 'b'], greatestAge: 10 }, []],
  [{ hosts: ['staging.bank.test:8443'], waivers: true, reviews: true, patterns: true }, []],
  [{ suite: '0.3.10' }, ['policy: suite: found 0.3.2, expected 0.3.10 or later']],
  [
    { suite: '1.0.0', rules: [2] },
    ['policy: suite: found 0.3.2, expected 1.0.0 or later', expect.any(String)],
  ],
  [{ rules: [1, 2] }, ['policy: rules: found 3, expected one of 1, 2']],
  [{ class: 'full' }, ['policy: class: found core for variant b, expected full']],
  [{ variants: ['a', 'c'] }, ['policy: variants: found no certificate of c, expected all of them']],
  [
    { hosts: ['staging.bank.test'] },
    [expect.stringContaining('hosts: found staging.bank.test:8443, expected')],
  ],
  [{ greatestAge: 9 }, ['policy: greatestAge: found a run 10 days ago, expected 9 at most']],
  [{ waivers: false }, ['policy: waivers: found waived: b.unavailable.meaning, expected none']],
  [{ reviews: false }, ['policy: reviews: found decisions of Ivanova, expected none']],
  [{ patterns: false }, ['policy: patterns: found patterns for missing, expected none']],
])('of %j is unmet: %j', (policy, lines) => {
  expect([...unmetOf(policy, certificate, now)]).toEqual(lines);
});

it.each([
  ['greatestage: 4', /greatestage: found an unknown key, expected one of suite, rules.*`greatestAge`/],
  ['suite: latest', /suite: found "latest", expected the version of the suite/],
  ['suite: 0.3', /suite: found 0\.3, expected the version/],
  ['- a', /found an array.*, expected a mapping of suite/],
  ['a: [', /line 1, column 5/],
  [null, /found no such file, expected a policy in YAML/],
])('that says %j is refused', async (said, reason) => {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-policy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'policy.yaml');
  if (said !== null) await writeFile(path, said);
  await expect(readPolicy(path, '--policy: policy.yaml')).rejects.toThrow(reason);
});

it('has a published schema, and the one of its page fits it', async () => {
  const schema = policyJsonSchema();
  const problemsOf = await publishedSchema('policy', schema);
  const page = await readFile(new URL('../../docs/authorities.md', import.meta.url), 'utf8');
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  expect(problemsOf(parse(example))).toEqual([]);
  const properties = Object.keys(Object(Reflect.get(schema, 'properties')) as object);
  expect(properties.filter((name) => !example.includes(`\n${name}:`))).toEqual([]);
});
