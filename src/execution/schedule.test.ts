import { describe, expect, it } from 'vitest';
import { deriveCases } from '../case/derive.ts';
import { fullTarget } from '../cli/full-target.ts';
import type { Phase, TestCase } from '../case/test-case.ts';
import { specification } from '../spec/variant.ts';
import { orderGoes } from './order.ts';
import type { Go } from './order.ts';
import { createSchedule } from './schedule.ts';

const cases = deriveCases(specification, fullTarget(specification));
const goesOf = (times = 1): readonly Go[] => orderGoes(cases, { times, seed: null }).flat();
const phaseOf = ({ testCase }: Go): Phase => testCase.phase;

interface Begun {
  readonly go: Go;
  /** What was under way when it began. */
  readonly beside: readonly Go[];
}

/** Carries goes out with so many workers, and ends them in an order of its own. */
async function run(goes: readonly Go[], width: number): Promise<readonly Begun[]> {
  const schedule = createSchedule(goes);
  const open = new Set<Go>();
  const begun: Begun[] = [];
  const worker = async (seed: number): Promise<void> => {
    for (let go = await schedule.take(); go !== null; go = await schedule.take()) {
      begun.push({ go, beside: [...open] });
      open.add(go);
      for (let turn = (seed * 7 + begun.length) % 11; turn > 0; turn -= 1) await Promise.resolve();
      open.delete(go);
      schedule.end(go);
    }
  };
  await Promise.all(Array.from({ length: width }, (_, seed) => worker(seed)));
  return begun;
}

const judged: readonly Phase[] = ['plain', 'exclusive', 'form'];

describe.each([1, 3, 8, 64])('a schedule with %i open at once', (width) => {
  it('begins every go once, in the order of its line', async () => {
    const goes = goesOf(2);
    const begun = (await run(goes, width)).map(({ go }) => go);
    expect(begun).toHaveLength(goes.length);
    for (const phases of [judged, ['login'], ['observed'], ['guess']]) {
      const own = (all: readonly Go[]) => all.filter((go) => phases.includes(phaseOf(go)));
      expect(own(begun)).toEqual(own(goes));
    }
  });

  it('lets a failed login wait for everything before it, and guesses for failed logins', async () => {
    const begun = await run(goesOf(), width);
    expect(begun.some(({ go }) => phaseOf(go) === 'login')).toBe(true);
    for (const { go, beside } of begun) {
      const phases = beside.map(phaseOf);
      if (phaseOf(go) === 'login') expect(phases.some((phase) => judged.includes(phase))).toBe(false);
      if (phaseOf(go) === 'guess')
        expect(phases.filter((phase) => phase !== 'guess' && phase !== 'observed')).toEqual([]);
    }
  });

  it('begins what is observed only when all that is judged has begun, failed logins that wait aside', async () => {
    const begun = (await run(goesOf(), width)).map(({ go }) => phaseOf(go));
    const firstObserved = begun.indexOf('observed');
    expect(begun.slice(firstObserved).some((phase) => judged.includes(phase))).toBe(false);
    expect(begun.indexOf('guess')).toBeGreaterThan(begun.lastIndexOf('observed'));
    expect(begun.indexOf('guess')).toBeGreaterThan(begun.lastIndexOf('login'));
  });
});

describe('a schedule', () => {
  it('ends where a phase is missing that another one awaits', async () => {
    const some = (phase: Phase): readonly TestCase[] =>
      cases.filter((one) => one.phase === phase).slice(0, 2);
    for (const phases of [['login'], ['guess'], ['observed', 'guess'], ['plain', 'guess'], []] as const) {
      const goes = phases.flatMap(some).map((testCase) => ({ testCase, round: 1 }));
      expect(await run(goes, 2)).toHaveLength(goes.length);
    }
  });
});

const chained = ({ testCase: { stimuli, condition } }: Go): boolean =>
  stimuli.length > 1 || condition !== 'success';

const guessesWith = (failedLogins: number, seed: number | null): readonly Go[] =>
  orderGoes(cases, { times: 1, seed }, failedLogins)
    .flat()
    .filter((go) => phaseOf(go) === 'guess');

it.each([null, 7])('begins guesses with what takes several requests, with seed %o', (seed) => {
  const own = guessesWith(100, seed).map(chained);
  expect(own.lastIndexOf(true)).toBe(2);
  expect(own.indexOf(false)).toBe(3);
});

it.each([0, 3, 50])('leaves guesses in their order where only %i logins may fail', (failedLogins) => {
  const own = guessesWith(failedLogins, null).map(({ testCase }) => testCase);
  expect(own).toEqual(cases.filter(({ phase }) => phase === 'guess'));
});
