import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { judged } from '../case/stimulus.ts';
import { variantById } from '../spec/look-up.ts';
import { specification } from '../spec/variant.ts';
import { once } from './attempt.ts';
import { askBaseline } from './baseline.ts';
import type { Doubt } from './confirm-alone.ts';
import { confirmTogether } from './confirm-together.ts';
import type { Rounds } from './confirm-together.ts';
import { createProbe } from './probe.ts';
import { targetAt } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply } from './small-service.test-support.ts';

const signal = new AbortController().signal;
const names = ['partnerName', 'useAuthByCert'];

/** Confirms that a request without each of the names hangs; `answer` is asked once the two have hung a first time. */
function confirmed(answer: (call: Call, plain: number) => Reply | Promise<Reply>): Promise<Rounds> {
  let isBegun = false;
  let plain = 0;
  const serve = (call: Call): Reply | Promise<Reply> => {
    if (!isBegun) return call.kind === 'missing' ? 'silent' : 'documented';
    if (call.kind === 'success') plain += 1;
    return answer(call, plain);
  };
  return withService(serve, async ({ url }) => {
    const target = targetAt(url, { variants: ['a'], limits: { timeout: 500 } });
    const tools = { now: () => new Date(), random: () => 0, signal, onEvent: () => undefined };
    const context = await createProbe({ spec: specification, target, product: 'test/1', ...tools });
    const first = await askBaseline(context, 'a');
    const doubts: Doubt[] = [];
    for (const name of names) {
      const difference = { label: `without ${name}`, condition: 'missing', without: [name] } as const;
      const stimulus = judged(variantById(specification, 'a'), difference);
      const sender = { owner: name, exchange: name, variant: 'a', signal };
      const sent = await once(context, sender, stimulus, null);
      if (sent.kind === 'halted') throw new Error(sent.halt.note);
      doubts.push({
        sender,
        stimulus,
        last: sent.evidence,
        first,
        previous: null,
        isCharged: false,
        volley: 1,
        spacers: 0,
      });
    }
    isBegun = true;
    const rounds = await context.gate.alone(({ pass }) =>
      confirmTogether({ ...context, gate: { ...context.gate, pass } }, doubts),
    );
    await context.client.close();
    return rounds;
  });
}

const hang = ({ kind }: Call): Reply => (kind === 'missing' ? 'silent' : 'documented');

it('confirms what hangs again by three good controls: before, beside and after', async () => {
  const rounds = await confirmed(hang);
  expect(rounds).toHaveLength(2);
  for (const round of rounds) {
    expect(round?.again).toMatchObject({ kind: 'sent', evidence: { error: { kind: 'timeout' } } });
    expect(round?.control).toMatchObject({ good: true });
    expect(round?.after.map(({ good }) => good)).toEqual([true, true]);
  }
});

it.each([
  ['beside it', 2],
  ['after it', 3],
])('confirms nothing where the plain request is not answered as before %s', async (_when, bad) => {
  const rounds = await confirmed((call, plain) =>
    call.kind === 'success' && plain === bad ? { status: 503 } : hang(call),
  );
  expect(rounds).toEqual([null, null]);
});

it('confirms nothing where the plain request beside them is answered only when they are given up', async () => {
  const late = async (): Promise<Reply> => {
    // Half of the time-out is over when it is asked.
    await sleep(400);
    return 'documented';
  };
  const rounds = await confirmed((call, plain) =>
    call.kind === 'success' && plain === 2 ? late() : hang(call),
  );
  expect(rounds).toEqual([null, null]);
});

it('tries nothing where the plain request is not answered as before to begin with', async () => {
  const rounds = await confirmed((call) => (call.kind === 'success' ? 'reset' : hang(call)));
  expect(rounds.map((round) => round?.again)).toEqual([null, null]);
});

it('takes a proper answer for what it is, and leaves another doubt to be confirmed alone', async () => {
  const rounds = await confirmed(({ kind, params }) =>
    kind !== 'missing' || 'partnerName' in params ? 'documented' : { status: 503 },
  );
  expect(rounds[0]).toBeNull();
  expect(rounds[1]?.again).toMatchObject({ kind: 'sent', evidence: { response: { status: 422 } } });
});
