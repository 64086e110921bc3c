import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { both, runWith, settings, targetAt } from '../run/small-run.test-support.ts';
import type { Changes } from '../run/small-run.test-support.ts';
import type { Target, VariantTarget } from '../profile/target.ts';
import { answered, variantA } from '../judge/evidence.test-data.ts';
import { verbatim } from '../messages/message.ts';
import { finding, inWords, renderFinding } from './finding.ts';
import { inspectCondition } from './probe.ts';
import { inspectProfile } from './profile.ts';

const wide = 1000;

it('a profile is described with the key once for all variants that share it, and never a secret', () => {
  const key = readFileSync(new URL('../../fixtures/keys/service.pem', import.meta.url), 'utf8');
  const encryption = { ...settings.encryption, key } as VariantTarget['encryption'];
  const target = {
    ...targetAt('http://127.0.0.1:1', { settings: { encryption } }),
    warnings: [verbatim('look here')],
  };
  const lines = inspectProfile(target);
  expect(lines.map(({ mark }) => mark)).toEqual(['good', 'warning', 'good']);
  expect(lines.map((line) => inWords(line))[2]?.found).toMatch(
    /rsa-oaep, certificate "CN=.*", RSA 2048 bits, valid until/,
  );
  const text = lines.map((line) => renderFinding(line, wide)).join('');
  expect([text.includes(key.slice(40, 80)), text.includes('small+service')]).toEqual([false, false]);
});

/** The limit that doctor names for class full. */
function namedLimit(target: Target): number {
  const found = inspectProfile({ ...target, limits: { ...target.limits, failedLogins: 3 } });
  return Number(/class full needs (\d+)/.exec(found.map((one) => inWords(one).found).join('\n'))?.[1]);
}

it.each<Changes>([both, { variants: ['a'] }])(
  'the limit named for class full is the least at which no guess that the class needs is left out: %j',
  async (changes) => {
    const named = namedLimit(targetAt('http://127.0.0.1:1', changes));
    const untried = async (failedLogins: number) => {
      const { results } = await runWith('documented', { ...changes, limits: { failedLogins } });
      return Object.values(results.variants).flatMap(({ classes }) => classes.full.untried);
    };
    expect(await untried(named)).toEqual([]);
    expect(await untried(named - 1)).not.toEqual([]);
  },
);

it('the limit named for class full stays when the profile has learnt how to create every condition', () => {
  const complete = targetAt('http://127.0.0.1:1', both);
  const bare = Object.entries(complete.variants).map(
    ([id, own]) => [id, { ...own, conditions: {} }] as const,
  );
  expect(namedLimit({ ...complete, variants: Object.fromEntries(bare) })).toBe(namedLimit(complete));
});

it('a finding shows sign, details and what to fix, and steers no terminal', () => {
  const shown = finding('bad', 'x\u001b[2K', ['fix it'], ['detail\n::error::']);
  expect(renderFinding(shown, wide)).toBe('✗ x\\x1b[2K\n    detail\\n::error::\n  → fix it\n');
});

it.each([
  [403, {}, 'good'],
  // A run can judge these answers, and no profile setting changes them.
  [401, {}, 'warning'],
  [200, {}, 'warning'],
  [502, {}, 'bad'],
  [429, {}, 'bad'],
  [401, { headers: { 'X-Fault': 'on' } }, 'bad'],
])('a condition answered %i where the profile names %j is %s', (status, provision, mark) => {
  const evidence = answered(status, { description_status: 'No.' });
  expect(inspectCondition(variantA, 'unauthorized', provision, evidence).mark).toBe(mark);
});
