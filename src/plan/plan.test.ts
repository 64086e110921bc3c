import { describe, expect, it } from 'vitest';
import { requirements } from '#banks/requirements.ts';
import { UserError } from '../base/errors.ts';
import { claimsOf, planOf } from './plan.ts';
import { select } from './select.ts';
import type { VariantTarget } from '../profile/target.ts';

const credentials = { partnerName: '1042', partnerPassword: 'right', useAuthByCert: 'true' };
const settings = (conditions: VariantTarget['conditions']): VariantTarget => ({
  bankCode: 'acme',
  credentials,
  encryption: { scheme: 'rsa-pkcs1', encoding: 'hex', key: '', template: '{password}' },
  headers: {},
  conditions,
});
const blocked = { credentials: { partnerName: '1043', partnerPassword: 'other' } };
const planWith = (conditions: VariantTarget['conditions']) =>
  planOf(
    claimsOf({
      variants: { a: settings({ unauthorized: {} }), b: settings({ unauthorized: {}, ...conditions }) },
    }),
  );
const full = planWith({
  unavailable: { setup: { command: 'down' } },
  'partner-blocked': blocked,
  'ip-blocked': { localAddress: '127.0.0.2' },
  'reward-unavailable': { baseUrl: 'http://other' },
});

describe('planOf', () => {
  it('takes from the profile how conditions are brought about', () => {
    expect(full.claims).toEqual({
      a: { unauthorized: { route: 'usual', hasSetup: false, hasOwnPartner: false } },
      b: {
        unauthorized: { route: 'usual', hasSetup: false, hasOwnPartner: false },
        'partner-blocked': { route: 'usual', hasSetup: false, hasOwnPartner: true },
        'ip-blocked': { route: 'own-local-address', hasSetup: false, hasOwnPartner: false },
        'reward-unavailable': { route: 'own-base-url', hasSetup: false, hasOwnPartner: false },
        unavailable: { route: 'usual', hasSetup: true, hasOwnPartner: false },
      },
    });
  });

  it('plans what the profile cannot bring about, and compares no text of it', () => {
    const plan = planWith({});
    expect(plan.rows.filter(({ isProvisioned }) => !isProvisioned).map(({ id }) => id)).toEqual([
      'a.unavailable',
      'b.unavailable',
      'b.partner-blocked',
      'b.ip-blocked',
      'b.reward-unavailable',
    ]);
    const compared = plan.cases.find(({ id }) => id === 'b.texts.compared');
    expect(compared?.rows).toHaveLength(6);
    expect(full.cases.find(({ id }) => id === 'b.texts.compared')?.rows).toHaveLength(10);
  });

  it.each([
    ['a partner', blocked, 'login'],
    ['a password', { credentials: { partnerPassword: 'other' } }, 'login'],
    ['a flag', { credentials: { useAuthByCert: '1' } }, 'login'],
    ['the usual partner', { credentials: { partnerName: '1042' } }, 'plain'],
  ] as const)('counts a condition with %s of its own', (_what, provision, cost) => {
    const plan = planWith({ 'partner-blocked': provision });
    expect(plan.rows.find(({ id }) => id === 'b.partner-blocked')?.cost).toBe(cost);
  });

  it('has a control for another partner whose password is guessed', () => {
    const ids = (plan: typeof full) =>
      plan.rows.map(({ id }) => id).filter((id) => id.endsWith('.own-partner'));
    const own = { credentials: { partnerName: '7', rightPassword: 'his' } };
    expect(ids(planWith({ unauthorized: own }))).toEqual(['b.own-partner']);
    expect(ids(full)).toEqual([]);
  });

  it('checks every requirement in a case', () => {
    const checked = new Set(full.cases.flatMap((one) => one.requirements));
    expect([...checked].toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  });

  it('sends logins in the order of the specification of a run, each in A and B before the next', () => {
    const logins = full.rows.filter(({ cost }) => cost === 'login' || cost === 'wrong').map(({ id }) => id);
    const at = (id: string): number => logins.indexOf(id);
    const last = (part: string): number => logins.findLastIndex((id) => id.includes(part));
    expect(last('request.query')).toBeLessThan(at('a.unauthorized.wrong-password'));
    expect(at('b.unauthorized.wrong-password')).toBeLessThan(at('a.observed.password.base64'));
    expect(last('plain-unflagged')).toBeLessThan(at('a.observed.password.undecryptable'));
    expect(logins.slice(at('b.observed.password.undecryptable') + 1)).toEqual([
      ...[
        'encrypted-empty',
        'last-replaced',
        'last-missing',
        'line-break-appended',
        'first-eight',
        'first-missing',
        'nul-appended',
        'other-partner',
        'separator-appended',
        'wrong-unflagged',
        'case-swapped',
        'surrounded',
      ].flatMap((id) => [`a.observed.password.${id}`, `b.observed.password.${id}`]),
      'a.observed.partner.shortened',
      'b.observed.partner.shortened',
      'a.observed.partner.leading-zero',
      'a.observed.partner.decimal',
    ]);
  });
});

describe('select', () => {
  const idsOf = (selection: Parameters<typeof select>[1]) => select(full, selection).map(({ id }) => id);

  it.each([
    [{ cases: ['a.succ*'] }, ['a.success']],
    [{ cases: ['A.SUCCESS', 'b.ip-block?d'] }, ['a.success', 'b.ip-blocked']],
    [{ cases: ['b.missing.compared'] }, ['b.missing.compared']],
    [{ requirements: ['b.partner-blocked.status'] }, ['b.partner-blocked']],
    [{ requirements: ['a.missing.useAuthByCert.names'] }, ['a.missing.useAuthByCert', 'a.missing.compared']],
    [{ cases: ['*success'], requirements: ['b.*'] }, ['b.success']],
  ])('%j', (selection, ids) => expect(idsOf(selection)).toEqual(ids));

  it('asks every case for what holds for every answer, as far as it can show it', () => {
    const posted = idsOf({ requirements: ['a.status.no-401'] });
    expect(posted).toContain('a.observed.body.null');
    expect(posted).not.toContain('a.observed.method.get');
    const enforced = idsOf({ requirements: ['a.authorization.enforced'] });
    expect(enforced).toContain('a.observed.method.get');
    expect(enforced).not.toContain('a.success');
    expect([...posted, ...enforced]).not.toContain('a.observed.path.slash.anonymous');
  });

  it('sends what is harmless, without logins and set-ups', () => {
    const chosen = select(full, { isHarmless: true });
    const rows = full.rows.filter(({ id }) => chosen.some((one) => one.rows.includes(id)));
    expect(new Set(rows.map(({ cost }) => cost))).toEqual(new Set(['free', 'plain']));
    expect(rows.some(({ way }) => way.hasSetup)).toBe(false);
    expect(chosen.map(({ id }) => id)).toContain('b.ip-blocked');
    expect(chosen.some(({ isComparison }) => isComparison)).toBe(false);
  });

  it.each([
    [{ cases: ['a.sucess'] }, "--case a.sucess selects none of the CASES cases; did you mean 'a.success'?"],
    [
      { requirements: ['b.mising.*'] },
      "--requirement b.mising.* selects none of the CASES cases; did you mean 'b.missing.*'?",
    ],
    [{ cases: ['nothing-like-it'] }, '--case nothing-like-it selects none of the CASES cases'],
    [
      { cases: ['a.unencrypted*'], isHarmless: true },
      '--case a.unencrypted* --harmless selects none of the CASES cases',
    ],
  ])('%j is an error', (selection, message) => {
    const run = () => select(full, selection);
    expect(run).toThrow(UserError);
    expect(run).toThrow(
      new RegExp(
        `^${message.replaceAll(/[.*?]/g, String.raw`\$&`).replace('CASES', String(full.cases.length))}$`,
      ),
    );
  });
});
