import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { targetAt } from '../execution/small-run.test-support.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { message } from '../wording/message.ts';
import { finding, isReady, renderFinding } from './finding.ts';
import { inspectClock } from './inspect-clock.ts';
import { inspectProfile } from './inspect-profile.ts';

const answeredAt = (date: string | null): Evidence => ({
  id: 'a.doctor',
  variant: 'a',
  label: 'baseline',
  words: message('request-baseline'),
  request: { method: 'POST', url: 'http://127.0.0.1', headers: [], body: null },
  response: {
    status: 200,
    headers: date === null ? [] : [['date', date]],
    httpVersion: '1.1',
    body: '',
    bodyLength: 0,
    bodySha256: '',
    bodyTruncated: false,
  },
  error: null,
  startedAt: '2026-11-20T12:00:00.000Z',
  durationMs: 10,
  curl: '',
  facts: null,
});

describe('the clock of the target', () => {
  it.each([
    ['Fri, 20 Nov 2026 12:00:50 GMT', 'good', 'agrees'],
    ['Fri, 20 Nov 2026 12:01:10 GMT', 'warning', '70 seconds ahead'],
    ['Fri, 20 Nov 2026 11:55:00 GMT', 'warning', '5 minutes behind'],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 'warning', '60 minutes behind'],
    [null, 'good', 'no Date header'],
    ['soon', 'good', 'no Date header'],
  ])('that says %s is a %s', (date, mark, found) => {
    const inspected = inspectClock(answeredAt(date));
    expect(inspected.mark).toBe(mark);
    expect(inspected.found).toContain(found);
  });
});

describe('the profile', () => {
  const target = targetAt('http://127.0.0.1:1');

  it('is described with the key once for all variants that share it', () => {
    const lines = inspectProfile({ ...target, warnings: ['look here'] }, new Date());
    expect(lines.map(({ mark }) => mark)).toEqual(['good', 'warning', 'good']);
    expect(lines[2]?.found).toMatch(/rsa-oaep, certificate "CN=.*", RSA 2048 bits, valid until/);
  });

  it('with an expired certificate is warned of', () => {
    const lines = inspectProfile(target, new Date('2999-01-01'));
    expect(lines.at(-1)).toMatchObject({ mark: 'warning', found: expect.stringContaining('expired on') });
    expect(isReady(lines)).toBe(true);
  });

  it('never shows the private key or a password', () => {
    const key = readFileSync(new URL('../../fixtures/keys/service.pem', import.meta.url), 'utf8');
    const text = inspectProfile(target, new Date()).map(renderFinding).join('');
    expect(text).not.toContain(key.slice(40, 80));
    expect(text).not.toContain('small+service');
  });
});

describe('readiness', () => {
  it.each([
    ['good', true],
    ['warning', true],
    ['bad', false],
    ['untried', false],
  ] as const)('of a step that is %s is %s', (mark, ready) => {
    expect(isReady([finding('good', 'x'), finding(mark, 'y')])).toBe(ready);
  });

  it('shows sign, details and what to mend', () => {
    expect(renderFinding(finding('bad', 'x', ['mend it'], ['detail']))).toBe(
      '✗ x\n    detail\n  → mend it\n',
    );
  });
});
