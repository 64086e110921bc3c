import { provisionOf } from '../case/provision.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { createEncryptor } from '../encryption/create-encryptor.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import { makeUp } from '../execution/made-up.ts';
import { buildRequest } from '../execution/prepare.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { makeValues } from '../execution/value.ts';
import type { HttpRequest, RecordedRequest } from '../http/exchange.ts';
import type { Redactor } from '../http/redactor.ts';
import { encryptedParameters, variantById } from '../spec/look-up.ts';
import { specification } from '../spec/variant.ts';
import type { Provision, Target, VariantTarget } from '../target/target.ts';
import { inProfile } from './in-profile.ts';

/** A request that a run would send, secrets masked. */
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
): Promise<Plan> {
  const redactor = createTargetRedactor(target);
  const madeUp = makeUp(target);
  redactor.add(madeUp.wrongPassword, '<password>');
  const encryptors = new Map<string, Encryptor>();
  const requests: PlannedRequest[] = [];
  for (const testCase of cases.filter(({ provisioned }) => provisioned)) {
    const settings = target.variants[testCase.variant];
    if (settings === undefined) continue;
    const encryptor =
      encryptors.get(testCase.variant) ??
      (await inProfile(target, () => createEncryptor(settings.encryption, clock)));
    encryptors.set(testCase.variant, encryptor);
    const bench = { target, settings, encryptor, madeUp, product, redactor };
    for (const stimulus of testCase.stimuli) {
      const provision = provisionOf(settings, stimulus.condition);
      const built = await inProfile(target, () => requestOf(testCase, stimulus, provision, bench));
      requests.push({ testCase, stimulus, request: masked(built, provision, bench), provision });
    }
  }
  return { requests, unprovisioned: cases.filter(({ provisioned }) => !provisioned), redactor };
}

const clock = { now: () => new Date(), uuid: () => crypto.randomUUID() };

interface Workbench {
  readonly target: Target;
  readonly settings: VariantTarget;
  readonly encryptor: Encryptor;
  readonly madeUp: ReturnType<typeof makeUp>;
  readonly product: string;
  readonly redactor: Redactor;
}

async function requestOf(
  testCase: TestCase,
  stimulus: Stimulus,
  provision: Provision,
  { target, settings, encryptor, madeUp, product, redactor }: Workbench,
): Promise<HttpRequest> {
  const variant = variantById(specification, testCase.variant);
  const ingredients = { variant, settings, provision, madeUp, encryptor, previous: null };
  const values = await makeValues(stimulus, ingredients);
  const secret = encryptedParameters(variant)[0]?.name ?? '';
  const ciphertext = stimulus.password === 'plain' ? undefined : values.get(secret);
  if (ciphertext !== undefined && ciphertext !== '') redactor.add(ciphertext, '<ciphertext>');
  const userAgent = `${product} (${testCase.id})`;
  return buildRequest(stimulus, values, { variant, settings, provision, baseUrl: target.baseUrl, userAgent });
}

function masked(
  { method, url, headers, body }: HttpRequest,
  provision: Provision,
  { settings, redactor }: Workbench,
): RecordedRequest {
  const names = Object.keys({ ...settings.headers, ...provision.headers }).map((name) => name.toLowerCase());
  const privates = headers.filter(([name]) => names.includes(name.toLowerCase()));
  return {
    method,
    url: redactor.mask(url),
    headers: redactor.maskSentHeaders(headers, privates),
    body: body === null ? null : redactor.mask(body),
  };
}
