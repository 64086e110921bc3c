import {
  baseline,
  judged,
  kindOf,
  mayFail,
  observed,
  ownPartner,
  requestKey,
  wrongPasswords,
} from '../case/test-case.ts';
import type { Difference, Stimulus, TestCase, WrongPassword } from '../case/test-case.ts';
import { variantById } from '../spec/specification.ts';
import type { Specification, Variant } from '../spec/specification.ts';

/** When a request is sent: with all others, while its condition is set up, or as what may be taken for a failed login. */
type Step = 'baseline' | 'harmless' | 'condition' | 'login';

/** One distinct request; every case that needs its answer shares it. */
export interface PlannedRequest {
  readonly variant: Variant;
  readonly stimulus: Stimulus;
  /** What the ids of its exchanges begin with: the first case that asks for it. */
  readonly exchange: string;
  readonly owner: string;
  readonly step: Step;
}

/** The distinct requests of some cases, and which of them each case needs. */
export interface Plan {
  readonly requests: readonly PlannedRequest[];
  /** In the order of the case's stimuli. */
  readonly requestsOf: (testCase: TestCase) => readonly PlannedRequest[];
}

/** Plans the requests of these cases in their order. */
export function createPlan(cases: readonly TestCase[], spec: Specification): Plan {
  const requests = new Map<string, PlannedRequest>();
  const needed = new Map<string, readonly PlannedRequest[]>();
  for (const testCase of cases.filter(({ provisioned }) => provisioned)) {
    const own = testCase.stimuli.map((stimulus, index) => {
      const key = requestKey(testCase.variant, stimulus);
      const request = requests.get(key) ?? plan(testCase, stimulus, index, spec);
      requests.set(key, request);
      return request;
    });
    needed.set(testCase.id, own);
  }
  return { requests: [...requests.values()], requestsOf: ({ id }) => needed.get(id) ?? [] };
}

function plan(testCase: TestCase, stimulus: Stimulus, index: number, spec: Specification): PlannedRequest {
  const { id, exclusive, stimuli } = testCase;
  return {
    variant: variantById(spec, testCase.variant),
    stimulus,
    exchange: stimuli.length === 1 ? id : `${id}#${index + 1}`,
    owner: id,
    step: stepOf(stimulus, exclusive),
  };
}

/** The plain success request of a variant. */
export const baselineOf = (variant: Variant, owner = `${variant.id}.success`) => ({
  variant,
  stimulus: judged(variant, baseline),
  exchange: owner,
  owner,
});

/** The same as a control, over a connection that nothing was sent over yet. */
export const controlOf = (variant: Variant) => ({
  ...baselineOf(variant, `${variant.id}.control`),
  isFresh: true,
});

/** The same of the partner whose passwords are guessed. */
export const ownControlOf = (variant: Variant) => ({
  ...controlOf(variant),
  stimulus: observed(variant, ownPartner),
});

function stepOf(stimulus: Stimulus, exclusive: TestCase['exclusive']): Step {
  if (isPlain(stimulus)) return 'baseline';
  if (exclusive.includes(stimulus.condition)) return 'condition';
  return mayFail(stimulus.login) ? 'login' : 'harmless';
}

/** The same request as the baseline, whatever it is called. */
export const isPlain = (difference: Difference): boolean => kindOf(difference) === kindOf(baseline);

/** What may be taken for a failed login, in the order in which it is tried. */
export const loginsOf = <Request extends PlannedRequest>(requests: readonly Request[]): readonly Request[] =>
  requests.filter(({ step }) => step === 'login').toSorted((left, right) => rankOf(left) - rankOf(right));

/** The last place of what is judged: doubts are settled between these places, what is only observed goes together. */
export const judgedRank = 1;

/** The place in that order: plain passwords, then wrong ones, then what is only observed, by how much it would give away, and last what concerns another partner or may be misread. */
export function rankOf({ stimulus: { status, password, login, condition } }: PlannedRequest): number {
  if (status !== null) return login === 'invalid' ? 0 : 1;
  if (password === 'plain') return 2;
  if (login === 'invalid') return 3;
  return login === 'wrong' && condition === 'unauthorized'
    ? 4 + wrongPasswords.indexOf(password as WrongPassword)
    : 4 + wrongPasswords.length;
}

/** Numbers from 0 up to 1 that a 32-bit seed determines (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in an order that the numbers draw (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
