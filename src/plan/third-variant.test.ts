import { describe, expect, test } from 'vitest';
import { runAgainst, settings, targetAt } from '../run/small-run.test-support.ts';
import { classify, documentedReply, withService } from '../run/small-service.test-support.ts';
import type { Call, Reply } from '../run/small-service.test-support.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { specification } from '../operation/specification.ts';
import type { Specification, Variant } from '../operation/specification.ts';
import { allClaims, deriveCases } from './plan.ts';

const section = '4.3';

/** A variant without code of its own: another path, query carrier, 407 for failed authorization, no blocks. */
const variantC: Variant = {
  id: 'c',
  section,
  method: 'POST',
  path: '/partner/third/banks',
  carrier: 'query',
  parameters: [
    { name: 'partnerName', role: 'partner', type: 'string', encrypted: false },
    { name: 'partnerPassword', role: 'password', type: 'string', encrypted: true },
    { name: 'useAuthByCert', role: 'flag', type: 'string', encrypted: false },
  ],
  conditions: [
    { name: 'success', status: 200, meaning: null, section },
    { name: 'missing', status: 422, meaning: 'correct-data', section },
    { name: 'unencrypted', status: 422, meaning: 'encrypted-form', section },
    { name: 'unauthorized', status: 407, meaning: 'not-authorized', section },
    { name: 'unavailable', status: 500, meaning: 'try-later', section },
  ],
  unusedStatuses: [401, 403],
};

const threeVariants: Specification = {
  ...specification,
  variants: [...specification.variants, variantC],
};

const isBlock = (suffix: string): boolean => /blocked|reward-unavailable/.test(suffix);

const requirementsOf = (variant: string): readonly string[] =>
  deriveRequirements(threeVariants)
    .filter((requirement) => requirement.variant === variant)
    .map(({ id }) => id.slice(2));

const cases = deriveCases(threeVariants, allClaims(threeVariants));
const casesOf = (variant: string): readonly string[] =>
  cases.filter((each) => each.variant === variant).map(({ id }) => id.slice(2));

describe('a third variant is a matter of data', () => {
  test('its requirements follow', () => {
    const expected = requirementsOf('b').filter((suffix) => !isBlock(suffix));
    expect(requirementsOf('c').toSorted()).toEqual(
      [...expected, 'status.no-401', 'status.no-403'].toSorted(),
    );
  });

  test('its cases follow, those of the other two stay as they are', () => {
    const absent = ['path.bank-code', 'value.partnerName.non-integer', 'value.partnerName.word'];
    const expected = casesOf('b').filter(
      (suffix) => !isBlock(suffix) && !absent.includes(suffix.replace('observed.', '')),
    );
    expect(casesOf('c').toSorted()).toEqual(expected.toSorted());
    expect(cases.filter(({ variant }) => variant !== 'c')).toEqual(
      deriveCases(specification, allClaims(specification)),
    );
  });
});

test('a service that answers failed logins of the third with 403 fails by that alone, over HTTP', async () => {
  const failed = ['c.unauthorized.status', 'c.status.no-403'];
  const answer = (call: Call): Reply => {
    if (!call.url.startsWith(variantC.path)) return 'documented';
    const url = call.url.replace(variantC.path, '/partner/acme/sbp/banks/');
    const reply = documentedReply({ ...call, ...classify({ ...call, url }, false) });
    return reply.status === 401 ? { ...reply, status: 403 } : reply;
  };
  const { results } = await withService(answer, ({ url }) => {
    const target = targetAt(url, { variants: ['a'] });
    const { a = settings } = target.variants;
    return runAgainst({ ...target, variants: { a, c: a } }, { spec: threeVariants });
  });
  const amiss = results.requirements.filter(({ verdict }) => verdict !== 'pass');
  expect(amiss.map(({ id, verdict }) => [id, verdict])).toEqual(failed.map((id) => [id, 'fail']));
  expect(results.variants).toMatchObject({
    a: { verdict: 'conforming' },
    c: { verdict: 'nonconforming', classes: { core: { reached: false, prevents: failed } } },
  });
});
