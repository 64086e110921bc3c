// One run from target to results: the rooms of the house put together.

import { randomInt, randomUUID } from 'node:crypto';
import { ownTexts } from '#banks/own-texts.ts';
import { readSuite } from '../base/package.ts';
import { UserError } from '../base/errors.ts';
import { createClient } from '../client/client.ts';
import { createMasker } from '../client/mask.ts';
import type { Masker } from '../client/mask.ts';
import { createEncrypt } from '../encryption/encrypt.ts';
import { english } from '../messages/en.ts';
import { russian } from '../messages/ru.ts';
import { createBuild } from '../plan/build.ts';
import { claimsOf, planOf } from '../plan/plan.ts';
import type { Case, Plan } from '../plan/plan.ts';
import { openTexts } from '../profile/secrets.ts';
import type { Target } from '../profile/target.ts';
import type { Decided } from '../results/decisions.ts';
import { makeResults } from '../results/make-results.ts';
import type { Results } from '../results/results.ts';
import { monotonicClock } from '../base/clock.ts';
import type { Clock } from '../base/clock.ts';
import { createRandom } from '../base/random.ts';
import { runPlan } from '../run/run.ts';
import type { RunEvent } from '../run/shared.ts';

export interface RunRequest {
  readonly target: Target;
  /** Default: all cases of the target. */
  readonly cases?: readonly Case[];
  readonly decisions?: readonly Decided[];
  /** Draws everything that is drawn; default: a new one. */
  readonly seed?: number;
  readonly isReference?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly onEvent?: (event: RunEvent) => void;
}

/** Rejects with a UserError of the code `secret-in-output` if a secret of the profile stands in the results. */
export async function runTarget(request: RunRequest): Promise<Results> {
  const { target, decisions = [], seed = randomInt(2 ** 32), isReference = false } = request;
  const { signal = new AbortController().signal, clock = monotonicClock, onEvent = () => {} } = request;
  const plan = planOf(claimsOf(target));
  const selected = request.cases ?? plan.cases;
  const outside = openTarget(target, seed);
  const [suite, startedAt, start] = [readSuite(), new Date(), clock.now()];
  try {
    const ran = await runPlan({ ...outside, plan, selected, target, clock, seed, signal, onEvent });
    const results = makeResults(
      {
        suite,
        target: publicTarget(target, isReference, outside.masker),
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(clock.now() - start),
        interrupted: signal.aborted,
        isSelection: selected.length < plan.cases.length,
        profile: { claims: plan.claims, limits: { ...target.limits } },
        seed,
        selected: selected.map(({ id }) => id),
        ...ran,
      },
      decisions,
    );
    requireNoSecret(results, outside.masker);
    return results;
  } finally {
    await outside.client.close();
  }
}

export const planFor = (target: Target): Plan => planOf(claimsOf(target));

/** What a target needs before a request can be sent to it. */
export function openTarget(target: Target, seed: number) {
  const { tls, http2, limits, folder, variants } = target;
  const ways = Object.entries(variants).map(([id, one]) => [id, createEncrypt(one.encryption, folder)]);
  const masker = createMasker(target.secrets, [...ownTexts, ...openSecrets(target)]);
  return {
    masker,
    client: createClient({ tls, http2, timeout: limits.timeout, masker }),
    build: createBuild(target, {
      suite: readSuite(),
      encrypt: Object.fromEntries(ways),
      draw: createRandom(seed).draw,
      requestId: randomUUID,
    }),
  };
}

/** Those that stand in settings which everybody may see, or are one word of the suite's sentences, no more. */
function openSecrets(target: Target): readonly string[] {
  const said = [english, russian].flatMap((sentences) => Object.values<string>(sentences)).join(' ');
  const words = new Set(said.toLowerCase().match(/\p{L}+/gu));
  const open = openTexts(target);
  const isOpen = (value: string): boolean =>
    words.has(value.toLowerCase()) || open.some((text) => text.includes(value));
  return target.secrets.flatMap(({ value }) => (isOpen(value) ? [value] : []));
}

const publicTarget = (target: Target, isReference: boolean, { mask }: Masker): Results['target'] => {
  const { name, baseUrl, variants, language, tls } = target;
  const [first] = Object.values(variants);
  return {
    name: mask(name),
    baseUrl,
    variants: Object.keys(variants) as (keyof typeof variants)[],
    bankCode: variants.b?.bankCode ?? null,
    partnerName: first?.credentials.partnerName ?? '',
    language,
    isReference,
    isTlsVerified: tls.verify !== false,
  };
};

/** Nothing that a run writes is made of anything but results. */
function requireNoSecret(results: Results, { findSecrets }: Masker): void {
  const texts: string[] = [];
  JSON.stringify(results, (name, value: string | number | object | null) => {
    texts.push(name, typeof value === 'object' ? '' : String(value));
    return value;
  });
  const settings = new Set(findSecrets(texts.join('\n')).map(({ setting }) => setting));
  if (settings.size === 0) return;
  const message = `a secret of the profile (${[...settings].join(', ')}) stands in the results: nothing is written`;
  const hint = 'this is a defect of the suite: please report it';
  throw new UserError('suite', 'secret-in-output', message, hint);
}
