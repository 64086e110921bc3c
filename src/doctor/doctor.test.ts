import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings, targetAt } from '../execution/small-run.test-support.ts';
import { specification, variantById } from '../spec/specification.ts';
import type { VariantTarget } from '../target/target.ts';
import { answered } from '../verdict/evidence.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { finding, isReady, renderFinding } from './finding.ts';
import { inspectCondition } from './probe.ts';
import { inspectClock, inspectProfile } from './profile.ts';

function answeredAt(date: string | null): Evidence {
  const evidence = answered(200, {});
  const headers = date === null ? [] : [['date', date] as const];
  const { response } = evidence;
  if (response === null) throw new RangeError('no response');
  return {
    ...evidence,
    response: { ...response, headers },
    startedAt: '2026-11-20T12:00:00.000Z',
    durationMs: 10,
  };
}

it.each([
  ['Fri, 20 Nov 2026 12:00:50 GMT', 'good', 'agree'],
  ['Fri, 20 Nov 2026 12:01:10 GMT', 'warning', '70 seconds ahead'],
  ['Fri, 20 Nov 2026 11:55:00 GMT', 'warning', '5 minutes behind'],
  [null, 'good', 'no Date header'],
  ['soon', 'good', 'no Date header'],
])('a target whose clock says %s is %s', (date, mark, found) => {
  const inspected = inspectClock(answeredAt(date));
  expect([inspected.mark, inspected.found]).toEqual([mark, expect.stringContaining(found)]);
});

it('a profile is described with the key once for all variants that share it, and never a secret', () => {
  const key = readFileSync(new URL('../../fixtures/keys/service.pem', import.meta.url), 'utf8');
  const encryption = { ...settings.encryption, key } as VariantTarget['encryption'];
  const target = { ...targetAt('http://127.0.0.1:1', { settings: { encryption } }), warnings: ['look here'] };
  const lines = inspectProfile(target, new Date());
  expect(lines.map(({ mark }) => mark)).toEqual(['good', 'warning', 'good']);
  expect(lines[2]?.found).toMatch(/rsa-oaep, certificate "CN=.*", RSA 2048 bits, valid until/);
  const expired = inspectProfile(target, new Date('2999-01-01'));
  expect(expired.at(-1)).toMatchObject({
    mark: 'warning',
    found: expect.stringContaining('expired on') as string,
  });
  const text = lines.map(renderFinding).join('');
  expect([text.includes(key.slice(40, 80)), text.includes('small+service')]).toEqual([false, false]);
});

it.each([
  ['good', true, true],
  ['warning', true, true],
  ['bad', false, false],
  ['untried', true, false],
] as const)('readiness after a step that is %s is %s, with --complete %s', (mark, ready, complete) => {
  const findings = [finding('good', 'x'), finding(mark, 'y')];
  expect([isReady(findings, false), isReady(findings, true)]).toEqual([ready, complete]);
});

it('a finding shows sign, details and what to fix, and steers no terminal', () => {
  expect(renderFinding(finding('bad', 'x\u001b[2K', ['fix it'], ['detail\n::error::']))).toBe(
    '✗ x\\x1b[2K\n    detail\\n::error::\n  → fix it\n',
  );
});

it.each([
  [403, {}, 'good'],
  // A run can judge these: whose mistake they are is not for the profile to correct.
  [401, {}, 'warning'],
  [200, {}, 'warning'],
  [502, {}, 'bad'],
  [429, {}, 'bad'],
  [401, { headers: { 'X-Fault': 'on' } }, 'bad'],
])('a condition answered %i where the profile names %j is %s', (status, provision, mark) => {
  const evidence = answered(status, { description_status: 'No.' });
  const variant = variantById(specification, 'a');
  expect(inspectCondition(variant, 'unauthorized', provision, evidence).mark).toBe(mark);
});
