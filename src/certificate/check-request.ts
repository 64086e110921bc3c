import type { Stimulus, TestCase } from '../case/test-case.ts';
import { buildRequest } from '../execution/prepare.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { variantById } from '../spec/look-up.ts';
import type { Specification, Variant } from '../spec/specification.ts';
import type { Target, VariantTarget } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Exchanges } from './check-trials.ts';
import { placeholderOf, readParameters, unsealed } from './recorded-parameters.ts';

/** What the requests of one variant are held against. */
interface Measure {
  readonly variant: Variant;
  readonly settings: VariantTarget;
  readonly baseUrl: string;
  readonly suite: string;
  /** Parameters of the plain request as they were recorded. */
  readonly plain: ReadonlyMap<string, string>;
}

/** Recorded requests that are not what their case means to send, one sentence each. */
export function checkRequests(
  results: Results,
  derived: readonly TestCase[],
  exchanges: Exchanges,
  spec: Specification,
  paper: Target,
): readonly string[] {
  const known = new Map(derived.map((testCase) => [testCase.id, testCase]));
  return results.target.variants.flatMap((id) => {
    const settings = paper.variants[id];
    const plain = exchanges.get(results.baselines[id]?.attempts.at(-1) ?? '');
    if (settings === undefined || plain === undefined)
      return [`variant ${id} has no plain request on record`];
    const variant = variantById(spec, id);
    const measure: Measure = {
      variant,
      settings,
      baseUrl: withoutUser(results.target.baseUrl),
      suite: `${results.suite.name}/${results.suite.version}`,
      plain: readParameters(plain.request, variant),
    };
    const own = results.cases.filter((found) => found.variant === id);
    const others = results.controls.filter(
      (one) => one.id.startsWith(`${id}.`) && /\.control(\.\d+)?$/.test(one.id),
    );
    const baseline = known.get(`${id}.success`)?.stimuli[0];
    return [
      ...own.flatMap((found) => checkCase(found, known.get(found.id), exchanges, measure)),
      ...(baseline === undefined
        ? []
        : others.flatMap((one) => checkOne(`${id}.control`, baseline, one, false, measure))),
    ];
  });
}

const withoutUser = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');

function checkCase(
  found: CaseResult,
  testCase: TestCase | undefined,
  exchanges: Exchanges,
  measure: Measure,
): readonly string[] {
  return found.trials.flatMap((trial: TrialRecord, place) => {
    const stimulus = testCase?.stimuli[place % testCase.stimuli.length];
    if (stimulus === undefined) return [];
    return trial.attempts.flatMap((id) => {
      const evidence = exchanges.get(id);
      return evidence === undefined ? [] : checkOne(found.id, stimulus, evidence, trial.ownGateway, measure);
    });
  });
}

/** Builds the request anew from what the plain request shows, and holds the recorded one against it. */
function checkOne(
  owner: string,
  stimulus: Stimulus,
  { id, request }: Evidence,
  ownGateway: boolean,
  measure: Measure,
): readonly string[] {
  const { variant, settings, baseUrl, suite, plain } = measure;
  const values = valuesOf(stimulus, readParameters(request, variant), plain, variant);
  if (typeof values === 'string') return [`exchange ${id} is not the request that ${owner} means: ${values}`];
  const built = buildRequest(stimulus, values, { variant, settings, provision: {}, baseUrl, userAgent: '' });
  const [address, ownQuery] = splitUrl(unsealed(built.url, stimulus));
  const [sentAddress, sentQuery] = splitUrl(request.url);
  const path = address.slice(baseUrl.length);
  const isThere = ownGateway ? sentAddress.endsWith(path) : sentAddress === address;
  const isSpelled =
    isLoose(stimulus) || (sentQuery === ownQuery && request.body === bodyOf(built.body, stimulus));
  const agent = request.headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? '';
  // A profile may set a name of its own, which is masked.
  const isNamed = agent === `${suite} (${owner})` || agent.includes('<secret>');
  return [
    ...(request.method === built.method && isThere
      ? []
      : [
          `exchange ${id} was sent to ${request.method} ${sentAddress}, ${owner} means ${built.method} ${address}`,
        ]),
    ...(isSpelled ? [] : [`exchange ${id} is not the request that ${owner} means: it was written otherwise`]),
    ...(isNamed ? [] : [`exchange ${id} names another case in its User-Agent than ${owner}`]),
  ];
}

/** What only observations do to a request changes no verdict that it could be judged by. */
const isLoose = ({ twist }: Stimulus): boolean => twist !== undefined;

function splitUrl(url: string): readonly [address: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

const bodyOf = (body: string | null, stimulus: Stimulus): string | null =>
  body === null ? null : unsealed(body, stimulus);

/** The parameters that the case means, or what is wrong with those that were sent. */
function valuesOf(
  stimulus: Stimulus,
  sent: ReadonlyMap<string, string>,
  plain: ReadonlyMap<string, string>,
  variant: Variant,
): ReadonlyMap<string, string> | string {
  const wanted = variant.parameters.filter(({ name }) => !stimulus.without?.includes(name));
  const values = new Map<string, string>();
  for (const { name, role } of wanted) {
    if (role === 'password') values.set(name, placeholderOf(stimulus).sealed);
    else {
      const own = sent.get(name);
      const usual = plain.get(name) ?? '';
      const isUnknown = role === 'partner' && stimulus.partner === 'unknown';
      if (isUnknown && stimulus.twist === undefined && own === usual)
        return `${name} is that of the known partner`;
      values.set(name, isUnknown || hasOwnCredentials(stimulus) ? (own ?? '') : usual);
    }
  }
  if (stimulus.twist !== undefined) return values;
  const names = wanted.map(({ name }) => name);
  const differing = variant.parameters.filter(({ name }) => sent.has(name) !== names.includes(name));
  return differing.length === 0
    ? values
    : differing.map(({ name }) => `${name} is ${sent.has(name) ? 'there' : 'missing'}`).join(', ');
}

/** Conditions for which a profile may name other credentials. */
const hasOwnCredentials = ({ condition }: Stimulus): boolean =>
  condition !== 'success' && condition !== 'missing' && condition !== 'unencrypted';
