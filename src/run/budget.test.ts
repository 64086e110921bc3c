import { describe, expect, it } from 'vitest';
import { allClaims, planRequests, deriveCases } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { specification } from '../operation/specification.ts';
import type { Evidence } from '../judge/evidence.ts';
import { createLoginBudget } from './budget.ts';

const claims = allClaims(specification);
const { b } = claims;
const own = {
  ...claims,
  ...(b === undefined ? {} : { b: { ...b, partners: ['partner-blocked'] as const } }),
};
const requests = planRequests(deriveCases(specification, own), specification, own);

function requestOf(id: string): Request {
  const found = requests.get(id);
  if (found === undefined) throw new Error(`no request ${id}`);
  return found;
}

const answered = (status: number) => ({ response: { status }, error: null, facts: null }) as Evidence;
const lost = (stage: 'connect' | 'exchange') =>
  ({ response: null, error: { stage }, facts: null }) as Evidence;

/** A budget that has seen the plain requests of these variants accepted. */
async function opened(limit: number, accepted: readonly string[]) {
  const budget = createLoginBudget(limit);
  for (const id of accepted) (await budget.reserve(requestOf(`${id}.success`)))?.settle([answered(200)]);
  return budget;
}

const wrong = 'a.unauthorized.wrong-password';
const plain = 'a.unencrypted.partnerPassword';
const misread = 'a.observed.value.useAuthByCert.false';
const blocked = 'b.partner-blocked';

describe('what counts as a failed login', () => {
  it.each<[id: string, isAccepted: boolean, outcome: Evidence, expected: number]>([
    [wrong, true, answered(403), 1],
    [wrong, true, answered(422), 1],
    [wrong, true, answered(200), 0],
    [wrong, true, lost('exchange'), 1],
    [wrong, true, lost('connect'), 0],
    [plain, true, answered(422), 0],
    [plain, true, answered(400), 0],
    [plain, true, answered(401), 1],
    [plain, true, answered(500), 1],
    [misread, true, answered(403), 1],
    [misread, true, answered(422), 0],
    [blocked, true, answered(403), 0],
    [blocked, true, answered(401), 1],
    ['a.success', false, answered(403), 1],
    ['a.success', false, answered(404), 1],
    ['a.success', false, answered(422), 1],
    ['a.success', false, answered(429), 1],
    ['a.success', false, lost('exchange'), 1],
    ['a.success', false, lost('connect'), 0],
    ['a.success', true, answered(500), 0],
    ['a.success', true, answered(403), 1],
    ['a.missing.useAuthByCert', true, answered(400), 0],
    ['a.missing.useAuthByCert', true, answered(403), 1],
    ['a.request.body.escapes', true, answered(403), 1],
    ['a.request.body.escapes', true, answered(422), 0],
    ['a.observed.path.slash', true, answered(404), 0],
    [blocked, true, answered(422), 0],
    ['a.missing.partnerName', false, answered(401), 0],
    ['a.unauthorized.unknown-partner', false, answered(401), 0],
  ])('%s, its baseline accepted: %s, answered with %o: %i', async (id, isAccepted, outcome, expected) => {
    const budget = await opened(5, isAccepted ? ['a', 'b'] : []);
    (await budget.reserve(requestOf(id)))?.settle([outcome]);
    expect([budget.spent(), budget.left()]).toEqual([expected, 5 - expected]);
  });

  it('is taken back where the baseline is accepted later, but for refusals', async () => {
    const budget = createLoginBudget(5);
    for (const status of [503, 401, 404]) {
      (await budget.reserve(requestOf('a.success')))?.settle([answered(status)]);
    }
    expect([budget.spent(), budget.reached('a').reason]).toEqual([3, 'control-failed']);
    (await budget.reserve(requestOf('a.success')))?.settle([answered(200)]);
    expect([budget.spent(), budget.reached('a').reason]).toEqual([1, 'not-selected']);
  });

  it('is what an observed refusal was, where the control behind it is refused', async () => {
    for (const [status, spent] of [
      [200, 0],
      [403, 2],
    ] as const) {
      const budget = await opened(5, ['a']);
      (await budget.reserve(requestOf('a.observed.no-accept')))?.settle([answered(403)]);
      (await budget.reserve(requestOf('a.success')))?.settle([answered(status)]);
      expect(budget.spent()).toBe(spent);
    }
  });
});

it('a request without a place waits for those under way, and is refused where none comes back', async () => {
  for (const [outcome, isSent] of [
    [answered(200), true],
    [null, true],
    [answered(403), false],
  ] as const) {
    const budget = createLoginBudget(1);
    const first = await budget.reserve(requestOf(wrong));
    expect(budget.tryReserve(requestOf(wrong))).toBeNull();
    const second = budget.reserve(requestOf(wrong));
    first?.settle(outcome === null ? [] : [outcome]);
    expect((await second) !== null).toBe(isSent);
  }
});

it('a request that needed no place when it began to wait may need one when its turn comes', async () => {
  const budget = await opened(3, ['a']);
  const waiting = await budget.reserve(requestOf('a.observed.no-accept'));
  expect(waiting?.holds()).toBe(true);
  (await budget.reserve(requestOf('a.success')))?.settle([answered(403)]);
  expect(waiting?.holds()).toBe(false);
});
