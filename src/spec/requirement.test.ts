import { expect, test } from 'vitest';
import { say } from '../wording/message.ts';
import { deriveRequirements } from './requirement.ts';
import { specification } from './specification.ts';

const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'];
const shared = [
  'success.status',
  'success.body',
  'success.record',
  ...parameters.flatMap((name) => [
    `missing.${name}.status`,
    `missing.${name}.names`,
    `missing.${name}.meaning`,
  ]),
  'missing.several.status',
  'missing.several.names',
  'unencrypted.partnerPassword.status',
  'unencrypted.partnerPassword.names',
  'unencrypted.partnerPassword.meaning',
  'unauthorized.status',
  'unauthorized.meaning',
  'unavailable.status',
  'unavailable.meaning',
  'error.body',
  'authorization.enforced',
];
const onlyA = ['request.body', 'status.no-401'];
const onlyB = [
  'request.query',
  'partner-blocked.status',
  'partner-blocked.meaning',
  'ip-blocked.status',
  'ip-blocked.meaning',
  'reward-unavailable.status',
  'reward-unavailable.meaning',
];

const idsOf = (variant: string): readonly string[] =>
  deriveRequirements(specification)
    .filter((requirement) => requirement.variant === variant)
    .map((requirement) => requirement.id);

test('variant A has the 25 requirements of the catalogue and no other', () => {
  expect(idsOf('a')).toHaveLength(25);
  expect(new Set(idsOf('a'))).toEqual(new Set([...shared, ...onlyA].map((suffix) => `a.${suffix}`)));
});

test('variant B has the 30 requirements of the catalogue and no other', () => {
  expect(idsOf('b')).toHaveLength(30);
  expect(new Set(idsOf('b'))).toEqual(new Set([...shared, ...onlyB].map((suffix) => `b.${suffix}`)));
});

test('every requirement has a section and a statement of its own within its variant', () => {
  const all = deriveRequirements(specification);
  for (const requirement of all) {
    expect(requirement.section).toMatch(/^\d/);
    expect(say(requirement.statement, 'en')).toMatch(/\.$/);
  }
  const said = all.map(({ variant, group, id, statement }) => [
    variant,
    // The meaning of a text is one sentence for all conditions that share it.
    id.endsWith('.meaning') ? id : group,
    say(statement, 'en'),
  ]);
  expect(new Set(said.map(String)).size).toBe(all.length);
});

test('the requirement of a status names the status of the table', () => {
  const statements = new Map(
    deriveRequirements(specification).map(({ id, statement }) => [id, say(statement, 'en')]),
  );
  for (const variant of specification.variants)
    for (const { name, status } of variant.conditions) {
      const own = [...statements].filter(
        ([id]) => id.startsWith(`${variant.id}.${name}.`) && id.endsWith('.status'),
      );
      expect(own.length).toBeGreaterThan(0);
      for (const [, statement] of own) expect(statement).toContain(` ${status}.`);
    }
});
