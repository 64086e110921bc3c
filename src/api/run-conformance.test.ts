import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareResults } from '../comparison/compare-results.ts';
import { UserError } from '../base/errors.ts';
import { createRedactor } from '../client/masking.ts';
import { targetOf, wholeRun } from '../report/made-results.test-data.ts';
import { conform } from './conform.test-support.ts';
import { requireNoLeak } from './leak-guard.ts';
import { renderReport, runConformance, startReference, verify } from './api.ts';
import type { RunningReference } from './api.ts';
import { loadProfile } from './options.ts';
import type { ConformanceEvent } from './run-target.ts';

let reference: RunningReference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

describe('a run from code', () => {
  it('finds what is wrong, and compares as worse', async () => {
    const broken = await startReference({ defects: ['a-unauthorized-401'] });
    try {
      const only = { cases: ['a.unauthorized.*'] };
      const good = await conform(reference.profile, only);
      const bad = await conform(broken.profile, only);
      expect(bad.verdict).toBe('nonconforming');
      expect(compareResults(good, bad).isWorse).toBe(true);
      expect(await renderReport(bad, 'markdown')).toContain('a.unauthorized.status');
    } finally {
      await broken.close();
    }
  });

  it('reports all cases: planned, started, ended', async () => {
    const events: ConformanceEvent[] = [];
    const only = { cases: ['a.missing.*'] };
    await conform(reference.profile, { ...only, onEvent: (event) => events.push(event) });
    const planned = events.flatMap((event) => (event.kind === 'planned' ? event.cases : []));
    const started = events.flatMap((event) => (event.kind === 'case-started' ? event.case : []));
    const ended = events.flatMap((event) => (event.kind === 'case-ended' ? event.result.id : []));
    expect(planned.length).toBeGreaterThan(5);
    expect(new Set(started)).toEqual(new Set(planned));
    expect(new Set(ended)).toEqual(new Set(planned.map(({ id }) => id)));
    expect(JSON.stringify(events)).not.toContain(reference.profile.credentials?.partnerPassword);
  });

  it('rejects with what its listener throws, and sends no more', async () => {
    const before = reference.requests();
    const failing = runConformance(reference.profile, {
      concurrency: 1,
      onEvent(event) {
        if (event.kind === 'exchanged') throw new RangeError('enough');
      },
    });
    await expect(failing).rejects.toThrow(new RangeError('enough'));
    expect(reference.requests() - before).toBeLessThan(10);
  });

  it('ends where it is aborted, and says that it was interrupted', async () => {
    const before = reference.requests();
    const results = await conform(reference.profile, { signal: AbortSignal.abort() });
    expect(reference.requests()).toBe(before);
    expect(results).toMatchObject({ interrupted: true, verdict: 'incomplete' });
  });

  it('takes variants and an address beside the profile', async () => {
    const profile = { ...reference.profile, baseUrl: 'http://127.0.0.1:9' };
    const options = { variants: ['a'], baseUrl: reference.url, cases: ['*.success'] };
    const { target, cases } = await conform(profile, options);
    expect(target).toMatchObject({ baseUrl: reference.url, variants: ['a'] });
    expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual([['a.success', 'pass']]);
  });
});

it('withholds Results that contain a secret of the profile', () => {
  const secret = 'a-secret-of-the-profile';
  const redactor = createRedactor();
  redactor.add(secret, '<password>', 'credentials.partnerPassword');
  expect(() => requireNoLeak(wholeRun({}), redactor)).not.toThrow();
  const leaking = { ...wholeRun({}), target: targetOf(['a'], `http://${secret}.test`) };
  expect(() => requireNoLeak(leaking, redactor)).toThrow('(credentials.partnerPassword) is in the results');
});

describe('a profile object', () => {
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'no error',
      (error: unknown) => (error instanceof UserError ? `${error.code}: ${error.message}` : String(error)),
    );

  it('has its variables replaced, and leaves out what is undefined', async () => {
    const credentials = { ...reference.profile.credentials, partnerPassword: '${OWN_PASSWORD}' };
    const env = { OWN_PASSWORD: String(reference.profile.credentials?.partnerPassword) };
    const profile = { ...reference.profile, credentials, tls: undefined };
    const { cases } = await conform(profile, { env, cases: ['a.success'] });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass']);
    expect(await codeOf(runConformance(profile, { env: {} }))).toContain('${OWN_PASSWORD}, which is not set');
  });

  it('is not filled by SBP_* of the environment', async () => {
    const { baseUrl: _left, ...profile } = reference.profile;
    const env = { SBP_BASE_URL: reference.url };
    expect(await codeOf(loadProfile(profile, { env }))).toBe(
      'profile-invalid: target profile: baseUrl: found nothing, expected the address that paths are appended to',
    );
  });

  it('that is wrong sends nothing and says where', async () => {
    const before = reference.requests();
    const wrong = { ...reference.profile, variants: { c: {} } };
    expect(await codeOf(runConformance(wrong))).toContain('variants.c');
    expect(await codeOf(runConformance(reference.profile, { cases: ['none'] }))).toContain('empty-selection');
    expect(await codeOf(runConformance({ ...reference.profile, production: ['127'] }))).toContain(
      'production-target',
    );
    expect(reference.requests()).toBe(before);
  });

  it('shows what it provides for, and no secret', async () => {
    const { conditions: _left, ...bare } = reference.profile;
    const loaded = await loadProfile(bare);
    expect(loaded.variants).toEqual({
      a: ['success', 'missing', 'unencrypted', 'unauthorized'],
      b: ['success', 'missing', 'unencrypted', 'unauthorized'],
    });
    expect(JSON.stringify(loaded)).not.toContain(bare.credentials?.partnerPassword);
  });
});

it('a file of trusted certificates that is not there is said to be so', async () => {
  const said = 'found no such file, expected a file in PEM';
  await expect(verify('/nowhere', { ca: '/nowhere.pem' })).rejects.toThrow(said);
});
