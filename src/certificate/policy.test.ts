import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { publishedSchema } from '../report/golden.test-support.ts';
import type { Certificate } from './certificate.ts';
import { say } from '../messages/message.ts';
import { linesOf, policyJsonSchema, readPolicy, refusalOf } from './policy.ts';
import type { Policy } from './policy.ts';

const now = new Date('2026-11-24T12:00:00Z');

const certificate = {
  suite: { name: 'sbp-banks-conformance', version: '0.3.2' },
  rules: 3,
  target: { name: 'Bank', baseUrl: 'https://staging.bank.test:8443/api' },
  variants: {
    a: { class: 'full', requirements: 25, bankCode: null, partnerName: '1042' },
    b: { class: 'core', requirements: 20, bankCode: 'acme', partnerName: '1042' },
  },
  run: { startedAt: '2026-11-14T11:00:00Z', endedAt: '2026-11-14T12:00:00Z', requests: 150 },
  outside: [
    { requirement: 'b.unavailable.meaning', verdict: 'fail', reason: null, waived: true, owner: '–' },
    { requirement: 'b.ip-blocked.status', verdict: 'inconclusive', reason: 'not-provisioned', waived: false },
  ],
  reviews: [{ case: 'a.missing', requirements: [], name: 'Ivanova', date: '2026-11-14' }],
  missed: [],
} as unknown as Certificate;

it.each<readonly [Policy, string[]]>([
  [{}, []],
  [{ suite: '0.3.2', rules: [2, 3], class: 'core', variants: ['a', 'b'], greatestAge: 10 }, []],
  [{ hosts: ['staging.bank.test:8443'], waivers: true, reviews: true }, []],
  [{ suite: '0.3.10' }, ['policy: suite: found 0.3.2, expected 0.3.10 or later']],
  [
    { suite: '1.0.0', rules: [2] },
    ['policy: suite: found 0.3.2, expected 1.0.0 or later', expect.any(String)],
  ],
  [{ rules: [1, 2] }, ['policy: rules: found 3, expected one of 1, 2']],
  [{ class: 'full' }, ['policy: class: found full for variant a, core for variant b, expected full']],
  [{ variants: ['a', 'c'] }, ['policy: variants: found a, b, expected a, c']],
  [{ bankCodes: ['acme'], partners: ['1042', '7'], unverifiedTls: false }, []],
  [{ bankCodes: ['other'] }, ['policy: bankCodes: found acme, expected other']],
  [{ partners: ['7'] }, ['policy: partners: found 1042, expected 7']],
  [
    { hosts: ['staging.bank.test'] },
    [expect.stringContaining('hosts: found staging.bank.test:8443, expected')],
  ],
  [{ greatestAge: 9 }, ['policy: greatestAge: found 10 days, expected 9 days at most']],
  [{ waivers: false }, ['policy: waivers: found b.unavailable.meaning, expected none']],
  [{ reviews: false }, ['policy: reviews: found Ivanova, expected none']],
  [{ ownerless: false }, ['policy: ownerless: found b.unavailable.meaning, expected none']],
])('of %j is unmet: %j', (policy, lines) => {
  const all = linesOf(policy, certificate, now, 'en');
  expect(all.map(({ member }) => member).toSorted()).toEqual(Object.keys(policy).toSorted());
  expect(all.filter(({ isMet }) => !isMet).map((line) => say(refusalOf(line), 'en'))).toEqual(lines);
});

it('refuses by `default` what no authority can want, of a record too, and says which policy it is', async () => {
  const { policy, ...which } = await readPolicy('', 'default', '--policy');
  expect(which).toEqual({ file: 'default', sha256: expect.stringMatching(/^[\da-f]{64}$/) });
  const record = {
    ...certificate,
    variants: { a: { class: null, requirements: 0 } },
    missed: [{ code: 'missed-tls', params: {} }],
  };
  const unmet = linesOf(policy, record, now, 'en').filter(({ isMet }) => !isMet);
  expect(unmet.map(({ member }) => member)).toEqual(['unverifiedTls', 'ownerless']);
  const asked = linesOf(
    { class: 'core', bankCodes: ['acme'], partners: ['1042'], variants: ['a'] },
    record,
    now,
    'en',
  );
  expect(asked.filter(({ isMet }) => isMet)).toEqual([]);
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
  await expect(readPolicy(path, 'policy.yaml', '--policy')).rejects.toThrow(reason);
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
