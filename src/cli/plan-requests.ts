import type { Stimulus, TestCase } from '../case/test-case.ts';
import { createEncryptor } from '../encryption/registry.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { makeUp } from '../execution/made-up.ts';
import { buildRequest } from '../case/build-request.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { provisionOf } from '../execution/ask.ts';
import { makeValues } from '../execution/value.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import type { Redactor } from '../http/masking.ts';
import { variantById } from '../spec/specification.ts';
import { specification } from '../spec/variant.ts';
import type { Provision, Target, VariantTarget } from '../target/target.ts';
import { inProfile } from './in-profile.ts';

/** A request that a run would send, as it may be shown. */
export interface PlannedRequest {
  readonly testCase: TestCase;
  readonly stimulus: Stimulus;
  readonly request: RecordedRequest;
  readonly provision: Provision;
}

/** What a run would send, and with what its secrets are found again in a text. */
export interface Plan {
  readonly requests: readonly PlannedRequest[];
  /** Cases of which nothing is sent, because the profile does not say how to bring them about. */
  readonly unprovisioned: readonly TestCase[];
  readonly redactor: Redactor;
}

/** Prepares the requests of these cases as a run does, repeats and controls aside, and sends none. Rejects with a UserError of the encryption. */
export async function planRequests(
  cases: readonly TestCase[],
  target: Target,
  product: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Plan> {
  const redactor = createTargetRedactor(target);
  const madeUp = makeUp(target);
  const services = {
    now: () => new Date(),
    uuid: () => crypto.randomUUID(),
    signal,
    secrets: target.secrets.map(({ value }) => value),
  };
  const encryptors = new Map<string, Encryptor>();
  const requests: PlannedRequest[] = [];
  for (const testCase of cases.filter(({ provisioned }) => provisioned)) {
    const settings = target.variants[testCase.variant];
    if (settings === undefined) continue;
    const encryptor =
      encryptors.get(testCase.variant) ??
      (await inProfile(target, () => createEncryptor(settings.encryption, services)));
    encryptors.set(testCase.variant, encryptor);
    const bench = { target, settings, encryptor, madeUp, product };
    for (const stimulus of testCase.stimuli) {
      const provision = provisionOf(settings, stimulus.condition);
      const request = await inProfile(target, () => requestOf(testCase, stimulus, provision, bench));
      if (request !== null) requests.push({ testCase, stimulus, request, provision });
    }
  }
  return { requests, unprovisioned: cases.filter(({ provisioned }) => !provisioned), redactor };
}

interface Workbench {
  readonly target: Target;
  readonly settings: VariantTarget;
  readonly encryptor: Encryptor;
  readonly madeUp: ReturnType<typeof makeUp>;
  readonly product: string;
}

async function requestOf(
  testCase: TestCase,
  stimulus: Stimulus,
  provision: Provision,
  { target, settings, encryptor, madeUp, product }: Workbench,
): Promise<RecordedRequest | null> {
  const variant = variantById(specification, testCase.variant);
  const ingredients = { variant, settings, provision, madeUp, encryptor, previous: null };
  const made = await makeValues(stimulus, ingredients);
  if (made.kind === 'none') return null;
  const requestId = crypto.randomUUID();
  const blueprint = { variant, settings, provision, baseUrl: target.baseUrl, userAgent: product, requestId };
  return buildRequest(stimulus, made.values, blueprint).shown;
}
