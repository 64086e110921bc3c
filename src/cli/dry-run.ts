import { isWrongPassword } from '../case/test-case.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { actionInWords } from '../execution/condition.ts';
import { wrap } from '../report/text-width.ts';
import { clip, visible } from '../report/visible.ts';
import type { Provision, Target } from '../target/target.ts';
import { planRequests } from './plan-requests.ts';
import type { PlannedRequest } from './plan-requests.ts';

/** Characters of a body that are shown. */
const shownBody = 500;
/** Columns by which a line that goes on is indented. */
const hang = 4;

/** The requests of these cases as text of at most `width` columns, secrets masked, each with its case and how often it may be repeated; sends nothing. Rejects with a UserError of the encryption. */
export async function describeRequests(
  cases: readonly TestCase[],
  target: Target,
  product: string,
  width = 80,
  signal?: AbortSignal,
): Promise<string> {
  const { requests, unprovisioned, redactor } = await planRequests(cases, target, product, signal);
  const mask = (text: string): string => redactor.mask(text);
  const blocks = [
    ...requests.map((planned) => describe(planned, target, mask)),
    ...unprovisioned.map(({ id }) => [id, 'not sent: the profile does not say how to bring it about']),
  ];
  const listed = blocks.map((lines) => lines.flatMap((line, index) => indented(line, index, width)).join(''));
  const text = `${listed.join('\n')}\n${summary(requests.length, target, width)}`;
  return redactor.find(text).length > 0 ? redactor.mask(text) : text;
}

/** The first line of a block stands at the margin. */
function indented(line: string, index: number, width: number): readonly string[] {
  const margin = index === 0 ? '' : '  ';
  return wrap(visible(line), width - hang).map(
    (part, at) => `${at === 0 ? margin : ' '.repeat(hang)}${part}\n`,
  );
}

function summary(count: number, { limits }: Target, width: number): string {
  const repeats = `Each is repeated at most ${limits.retries} times while its answer is doubtful, with controls beside it.`;
  const lines = [`${count} ${count === 1 ? 'request' : 'requests'}. ${repeats}`, 'Nothing was sent.'];
  return lines.flatMap((line) => wrap(line, width)).join('\n') + '\n';
}

function describe(
  { testCase, stimulus, request, provision }: PlannedRequest,
  { limits }: Target,
  mask: (text: string) => string,
): readonly string[] {
  const { method, url, headers, body } = request;
  return [
    `${testCase.id} (${stimulus.label})`,
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [clip(body, shownBody)]),
    ...ways(provision).map((way) => mask(way)),
    ...repeats(stimulus, limits.failedLogins),
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

/** As `run` keeps to it: a failed login is not sent again before a control has shown that the target works. */
function repeats({ password, partner }: Stimulus, failedLogins: number): readonly string[] {
  if (partner !== undefined || !isWrongPassword(password)) return [];
  return [`a failed login, one of at most ${failedLogins}; not repeated before a control is good`];
}
