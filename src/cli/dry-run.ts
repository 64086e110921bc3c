import { provisionOf } from '../case/provision.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { createEncryptor } from '../encryption/create-encryptor.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import { actionInWords } from '../execution/action.ts';
import { makeUp } from '../execution/made-up.ts';
import { buildRequest } from '../execution/prepare.ts';
import { createTargetRedactor } from '../execution/session.ts';
import { makeValues } from '../execution/value.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import type { Redactor } from '../http/redactor.ts';
import { clip, visible } from '../report/visible.ts';
import { encryptedParameters, variantById } from '../spec/look-up.ts';
import { specification } from '../spec/variant.ts';
import type { Provision, Target, VariantTarget } from '../target/target.ts';

/** Characters of a body that are shown. */
const shownBody = 500;

/** The requests of these cases as text, secrets masked, each with its case and how often it may be repeated; sends nothing. Rejects with a UserError of the encryption. */
export async function describeRequests(
  cases: readonly TestCase[],
  target: Target,
  product: string,
): Promise<string> {
  const redactor = createTargetRedactor(target);
  const madeUp = makeUp(target);
  redactor.add(madeUp.wrongPassword, '<password>');
  const encryptors = new Map<string, Encryptor>();
  const blocks: string[] = [];
  for (const testCase of cases) {
    const settings = target.variants[testCase.variant];
    if (settings === undefined) continue;
    if (!testCase.provisioned) {
      blocks.push(`${testCase.id}\n  not sent: the profile does not say how to bring it about\n`);
      continue;
    }
    const encryptor = encryptors.get(testCase.variant) ?? (await createEncryptor(settings.encryption, clock));
    encryptors.set(testCase.variant, encryptor);
    for (const stimulus of testCase.stimuli) {
      const request = await requestOf(testCase, stimulus, {
        target,
        settings,
        encryptor,
        madeUp,
        product,
        redactor,
      });
      const provision = provisionOf(settings, stimulus.condition);
      blocks.push(describe({ testCase, stimulus, request, provision, settings, target, redactor }));
    }
  }
  return `${blocks.join('\n')}\nNothing was sent.\n`;
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
  { target, settings, encryptor, madeUp, product, redactor }: Workbench,
): Promise<HttpRequest> {
  const variant = variantById(specification, testCase.variant);
  const provision = provisionOf(settings, stimulus.condition);
  const values = await makeValues(stimulus, {
    variant,
    settings,
    provision,
    madeUp,
    encryptor,
    previous: null,
  });
  const secret = encryptedParameters(variant)[0]?.name ?? '';
  const ciphertext = stimulus.password === 'plain' ? undefined : values.get(secret);
  if (ciphertext !== undefined && ciphertext !== '') redactor.add(ciphertext, '<ciphertext>');
  return buildRequest(stimulus, values, {
    variant,
    settings,
    provision,
    baseUrl: target.baseUrl,
    userAgent: `${product} (${testCase.id})`,
  });
}

interface Shown {
  readonly testCase: TestCase;
  readonly stimulus: Stimulus;
  readonly request: HttpRequest;
  readonly provision: Provision;
  readonly settings: VariantTarget;
  readonly target: Target;
  readonly redactor: Redactor;
}

function describe({ testCase, stimulus, request, provision, settings, target, redactor }: Shown): string {
  const names = Object.keys({ ...settings.headers, ...provision.headers }).map((name) => name.toLowerCase());
  const privates = request.headers.filter(([name]) => names.includes(name.toLowerCase()));
  const body = request.body === null ? [] : [clip(redactor.mask(request.body), shownBody)];
  const lines = [
    `${request.method} ${redactor.mask(request.url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'))}`,
    ...redactor
      .maskSentHeaders(request.headers, privates)
      .map(([name, value]: Header) => `${name}: ${value}`),
    ...body,
    ...ways(provision).map((way) => redactor.mask(way)),
    repeats(stimulus, target),
  ];
  return `${testCase.id} (${stimulus.label})\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`;
}

function ways({ localAddress, proxy, setup, teardown }: Provision): readonly string[] {
  return [
    ...(localAddress === undefined ? [] : [`from ${localAddress}`]),
    ...(proxy === undefined ? [] : [`through ${proxy.replace(/\/\/[^/]*@/, '//')}`]),
    ...(setup === undefined ? [] : [`before it: ${actionInWords(setup)}`]),
    ...(teardown === undefined ? [] : [`after it: ${actionInWords(teardown)}`]),
  ];
}

/** As `run` keeps to it: a failed login is not sent again before a control has shown that the target works. */
function repeats({ password }: Stimulus, { limits }: Target): string {
  if (password === 'wrong') {
    return `a failed login, one of at most ${limits.failedLogins}; not repeated before a control is good`;
  }
  return `repeated at most ${limits.retries} times while the answer is doubtful, and to confirm it beside a control`;
}
