import { isWrongPassword } from '../case/test-case.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { inProfile } from '../embedding/run-target.ts';
import { createEncryptor } from '../encryption/registry.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { provisionOf } from '../execution/ask.ts';
import { actionInWords } from '../execution/condition.ts';
import { makeUp, makeValues } from '../execution/value.ts';
import { buildRequest } from '../case/build-request.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import { wrap } from '../report/text-width.ts';
import { clip, visible } from '../report/visible.ts';
import { specification, variantById } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import { readSuite } from '../suite.ts';
import type { Provision, Target } from '../target/target.ts';
import type { Invocation } from './command.ts';
import { safeText } from './leak-guard.ts';

/** Characters of a body that are shown. */
const shownBody = 500;
/** Columns by which a line that continues is indented. */
const hang = 4;

/** A request that a run would send, as it may be shown. */
interface PlannedRequest {
  readonly testCase: TestCase;
  readonly stimulus: Stimulus;
  readonly request: RecordedRequest;
  readonly provision: Provision;
}

/** The requests of these cases as text, secrets masked, each with its case and how often it may be repeated; sends nothing. Rejects with a UserError of the encryption. */
export async function describeRequests(
  cases: readonly TestCase[],
  target: Target,
  { terminal: { width }, signal, guard }: Pick<Invocation, 'terminal' | 'signal' | 'guard'>,
): Promise<string> {
  const redactor = createTargetRedactor(target);
  guard.add(redactor);
  const requests = await planRequests(cases, target, signal);
  const blocks = [
    ...requests.map((planned) => describe(planned, target, (text) => redactor.mask(text))),
    ...cases
      .filter(({ provisioned }) => !provisioned)
      .map(({ id }) => [id, 'not sent: the profile does not say how to create it']),
  ];
  const listed = blocks.map((lines) => lines.flatMap((line, index) => indented(line, index, width)).join(''));
  const count = `${requests.length} ${requests.length === 1 ? 'request' : 'requests'}`;
  const repeats = `Each is repeated at most ${target.limits.retries} times while its answer is doubtful, with controls beside it.`;
  const summary = [`${count}. ${repeats}`, 'Nothing was sent.'].flatMap((line) => wrap(line, width));
  return safeText(`${[...listed, summary.join('\n')].join('\n')}\n`, redactor);
}

/** The first line of a block is at the margin. */
function indented(line: string, index: number, width: number): readonly string[] {
  const margin = index === 0 ? '' : '  ';
  return wrap(visible(line), width - hang).map(
    (part, at) => `${at === 0 ? margin : ' '.repeat(hang)}${part}\n`,
  );
}

function describe(
  { testCase, stimulus, request, provision }: PlannedRequest,
  { limits }: Target,
  mask: (text: string) => string,
): readonly string[] {
  const { method, url, headers, body } = request;
  const { partner, password } = stimulus;
  const isFailedLogin = partner === undefined && isWrongPassword(password);
  return [
    `${testCase.id} (${stimulus.label})`,
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [clip(body, shownBody)]),
    ...ways(provision).map((way) => mask(way)),
    // As `run` does: a failed login is not sent again before a control has shown that the target works.
    ...(isFailedLogin
      ? [`a failed login, one of at most ${limits.failedLogins}; not repeated before a control is good`]
      : []),
  ];
}

function ways({ localAddress, proxy, setup, teardown, until }: Provision): readonly string[] {
  return [
    ...(localAddress === undefined ? [] : [`from ${localAddress}`]),
    ...(proxy === undefined ? [] : [`through ${withoutUser(proxy)}`]),
    ...(setup === undefined ? [] : [`before it: ${withoutUser(actionInWords(setup))}`]),
    ...(until === undefined ? [] : [`repeated until it is answered ${until.status}, for ${until.within} ms`]),
    ...(teardown === undefined ? [] : [`after it: ${withoutUser(actionInWords(teardown))}`]),
  ];
}

const withoutUser = (text: string): string => text.replaceAll(/(https?:\/\/)[^/?#\s]*@/gi, '$1');

/** Prepares the requests of these cases as a run does, repeats and controls aside, and sends none. Rejects with a UserError of the encryption. */
async function planRequests(
  cases: readonly TestCase[],
  target: Target,
  signal: AbortSignal,
): Promise<readonly PlannedRequest[]> {
  const { name, version } = readSuite();
  const make = createMaker(target, signal);
  const requests: PlannedRequest[] = [];
  for (const testCase of cases.filter(({ provisioned }) => provisioned)) {
    const variant = variantById(specification, testCase.variant);
    for (const stimulus of testCase.stimuli) {
      const { found, ...common } = await make(variant, stimulus);
      if (found.kind === 'none') continue;
      const origin = { baseUrl: target.baseUrl, userAgent: `${name}/${version}` };
      const blueprint = { variant, ...common, ...origin, requestId: crypto.randomUUID() };
      const request = buildRequest(stimulus, found.values, blueprint).shown;
      requests.push({ testCase, stimulus, provision: common.provision, request });
    }
  }
  return requests;
}

/** Makes the values of requests as a run does, and sends nothing; the signal ends what encrypts. Rejects with a UserError of the encryption. */
export function createMaker(target: Target, signal: AbortSignal) {
  const madeUp = makeUp(target);
  const services = { now: () => new Date(), uuid: () => crypto.randomUUID(), signal };
  const encryptors = new Map<string, Encryptor>();
  return (variant: Variant, stimulus: Stimulus) =>
    inProfile(target, async () => {
      const settings = target.variants[variant.id];
      if (settings === undefined) throw new RangeError(`variant ${variant.id} is not claimed`);
      const encryptor = encryptors.get(variant.id) ?? (await createEncryptor(settings.encryption, services));
      encryptors.set(variant.id, encryptor);
      const provision = provisionOf(settings, stimulus.condition);
      const ingredients = { variant, settings, madeUp, encryptor, previous: null };
      return { found: await makeValues(stimulus, ingredients), settings, provision };
    });
}
