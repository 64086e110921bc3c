import { randomInt } from 'node:crypto';
import type { TestCase, TestRequest } from '../plan/test-case.ts';
import { claimsOf, planOf, requestId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { inProfile } from '../api/run-target.ts';
import { createEncryptor } from '../encryption/registry.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { provisionOf, userAgentOf } from '../run/settings.ts';
import { actionInWords } from '../run/condition.ts';
import { makeUp, makeValues } from '../run/credentials.ts';
import { buildRequest } from '../plan/build-request.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import type { HttpRequest } from '../client/exchange.ts';
import { wrap } from '../base/text-width.ts';
import { clip, visible } from '../base/visible.ts';
import { specification, variantById } from '../operation/specification.ts';
import type { Variant } from '../operation/specification.ts';
import { readSuite } from '../base/package.ts';
import type { Provision, Target } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import { say } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';

const shownBody = 500;
/** Indentation of a continuation line. */
const hang = 4;

/**
 * The requests of these cases as a run would send them, with secrets masked, without repeats and controls.
 * Sends nothing. Rejects with a UserError if the encryption fails.
 */
export async function describeRequests(
  cases: readonly TestCase[],
  target: Target,
  { terminal: { width }, signal, guard }: Pick<Invocation, 'terminal' | 'signal' | 'guard'>,
): Promise<string> {
  const redactor = createTargetRedactor(target);
  guard.add(redactor);
  const { name, version } = readSuite();
  const origin = { baseUrl: target.baseUrl, userAgent: userAgentOf(target, `${name}/${version}`) };
  const make = createMaker(target, signal);
  const { requests: planned } = planOf(specification, claimsOf(target, specification));
  const unseen = { requestId: crypto.randomUUID(), cookie: '', forwardedFor: '' };
  const requests: (readonly string[])[] = [];
  for (const { id, variant: own, testRequests } of cases.filter(({ provisioned }) => provisioned)) {
    const variant = variantById(specification, own);
    for (const testRequest of testRequests) {
      const { found, ...common } = await make(variant, testRequest);
      if (isNotSent(found)) continue;
      const blueprint = { variant, ...common, ...origin, ...unseen };
      requests.push([
        `${id} (${say(testRequest.words, 'en')})`,
        ...requestLines(buildRequest(testRequest, found.values, blueprint).shown),
        ...ways(common.provision).map((way) => redactor.mask(way)),
        costOf(planned.get(requestId(own, testRequest.id)), target),
      ]);
    }
  }
  const others = cases
    .filter(({ provisioned }) => !provisioned)
    .map(({ id }) => [id, 'not sent: the profile does not say how to create it']);
  const listed = [...requests, ...others].map((lines) =>
    lines.flatMap((line, index) => indented(line, index, width)).join(''),
  );
  const count = `${requests.length} ${requests.length === 1 ? 'request' : 'requests'}`;
  const repeats = `Each is repeated at most ${target.limits.retries} times while its answer is doubtful, with controls beside it.`;
  const summary = [`${count}. ${repeats}`, 'Nothing was sent.'].flatMap((line) => wrap(line, width));
  return `${[...listed, summary.join('\n')].join('\n')}\n`;
}

/** Only the first line of a block is not indented. */
function indented(line: string, index: number, width: number): readonly string[] {
  const margin = index === 0 ? '' : '  ';
  return wrap(visible(line), width - hang).map(
    (part, at) => `${at === 0 ? margin : ' '.repeat(hang)}${part}\n`,
  );
}

const requestLines = ({ method, url, headers, body }: HttpRequest): readonly string[] => [
  `${method} ${url}`,
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === null ? [] : [clip(body, shownBody)]),
];

/** The class of a request by what it may cost of `limits.failedLogins`. */
function costOf(request: Request | undefined, { limits: { failedLogins } }: Target): string {
  if (request?.step === 'baseline')
    return `the plain request: takes one of ${failedLogins} failed logins until it is accepted`;
  switch (request?.risk) {
    case undefined:
    case 'none':
      return 'harmless: names no real partner, or has no password';
    case 'right':
      return 'harmless: has the credentials of the plain request, and is sent once that was accepted';
    case 'misreadable':
      return `misreadable: takes one of ${failedLogins} failed logins until its answer shows that it is none`;
    case 'wrong':
      return `wrong: a failed login, one of at most ${failedLogins}; not repeated before a control is good`;
  }
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

/**
 * Makes the values of requests as a run does. Sends nothing. Rejects with a UserError if the encryption fails.
 */
function createMaker(target: Target, signal: AbortSignal) {
  const madeUp = makeUp(target, randomInt(2 ** 32));
  const services = { now: () => new Date(), uuid: () => crypto.randomUUID(), signal };
  const encryptors = new Map<string, Encryptor>();
  return (variant: Variant, testRequest: TestRequest) =>
    inProfile(target, async () => {
      const settings = target.variants[variant.id];
      if (settings === undefined) throw new RangeError(`variant ${variant.id} is not claimed`);
      const encryptor = encryptors.get(variant.id) ?? (await createEncryptor(settings.encryption, services));
      encryptors.set(variant.id, encryptor);
      const provision = provisionOf(settings, testRequest.condition);
      const ingredients = { variant, settings, madeUp, encryptor, previous: null };
      return { found: await makeValues(testRequest, ingredients), settings, provision };
    });
}
