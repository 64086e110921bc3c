import { expect, it } from 'vitest';
import { defects } from '../reference/defects.ts';
import { catalogue } from './catalogue.test-data.ts';
import { besides, examine } from './judgement.test-data.ts';

/** Written down by hand, apart from what the table of defects says of itself. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  'a-unauthorized-401': ['a.unauthorized.status', 'a.status.no-401'],
  'b-unauthorized-403': ['b.unauthorized.status'],
  'a-bic-number': ['a.success.record'],
  'a-list-with-total': ['a.success.body'],
  'a-success-201': ['a.success.status'],
  'b-lower-case-escapes-not-decoded': ['b.request.query'],
  'b-unencrypted-names-flag': ['b.unencrypted.partnerPassword.names'],
  'a-missing-flag-names-partner-name': ['a.missing.partnerName.names', 'a.missing.useAuthByCert.names'],
  'a-plain-password-accepted': [
    'a.unencrypted.partnerPassword.status',
    'a.unencrypted.partnerPassword.names',
    'a.unencrypted.partnerPassword.meaning',
    'a.authorization.enforced',
  ],
  'b-plain-password-accepted': [
    'b.unencrypted.partnerPassword.status',
    'b.unencrypted.partnerPassword.names',
    'b.unencrypted.partnerPassword.meaning',
    'b.authorization.enforced',
  ],
};

const others = [
  'a-missing-400',
  'b-missing-400',
  'a-unencrypted-400',
  'b-unencrypted-401',
  'a-unavailable-503',
  'b-unavailable-504',
  'b-partner-blocked-401',
  'b-ip-blocked-401',
  'b-reward-unavailable-422',
  'b-success-202',
  'a-base64-password-accepted',
  'b-wrong-password-accepted',
  'b-missing-names-next-parameter',
  'a-missing-several-names-nothing',
  'a-unencrypted-names-partner-name',
  'b-missing-asks-to-retry-later',
  'a-missing-partner-name-says-unauthorized',
  'a-missing-password-says-encrypted',
  'a-missing-flag-says-encrypted',
  'a-unencrypted-says-missing',
  'b-unencrypted-says-unauthorized',
  'a-unauthorized-asks-for-correct-data',
  'b-unauthorized-sends-to-manager',
  'b-partner-blocked-text-of-unauthorized',
  'b-ip-blocked-says-unauthorized',
  'b-reward-unavailable-try-later',
  'a-unavailable-asks-for-correct-data',
  'b-unavailable-sends-to-manager',
  'a-missing-snake-case',
  'a-error-member-message',
  'b-error-wrapped',
  'b-list-bare',
  'b-bic-null-once',
  'a-name-must-come-first',
  'a-resets-without-name',
  'a-redirects-to-login',
  'b-unavailable-502-page',
];

const chosen = defects.filter(({ id }) => id in byHand || others.includes(id));
const sorted = (ids: readonly string[]): readonly string[] => ids.toSorted();

it('has a defect for every requirement of the catalogue', () => {
  expect(chosen).toHaveLength(Object.keys(byHand).length + others.length);
  const violated = new Set(chosen.flatMap(({ violates }) => violates));
  expect(catalogue.filter((id) => !violated.has(id))).toEqual([]);
});

it('finds exactly the requirements that a defect violates, and reviews what a person has to decide', async () => {
  const found = await besides(chosen, async ({ id, violates }) => {
    const observed = violates.some((requirement) => requirement.endsWith('.authorization.enforced'));
    const requirements = await examine({ defects: [id], observed });
    const having = (verdict: string): readonly string[] =>
      sorted(requirements.filter((row) => row.verdict === verdict).map((row) => row.id));
    return { id, fail: having('fail'), review: having('review') };
  });
  const expected = chosen.map(({ id, violates, review = [] }) => ({
    id,
    fail: sorted(byHand[id] ?? violates),
    review: sorted(review),
  }));
  expect(found).toEqual(expected);
});
