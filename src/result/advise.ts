import { readableBody } from '../http/exchange.ts';
import { maskVolatile } from '../verdict/lexicon/volatile.ts';
import { message, say } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { failuresOfLoad } from './causes.ts';
import type { Advisory, CaseResult, Results } from './results.ts';

type Exchange = CaseResult['exchanges'][number];

/** All hints for hardening that there are, by the codes of their words. */
export const advisoryCodes = [
  'discloses-secret',
  'stack-trace',
  'partner-oracle',
  'plain-http',
  'trims-password',
  'passwords-untried',
  'connections-lost',
  'cacheable',
] as const;

/** Hardening hints that the evidence gives rise to; never a verdict. */
export function advise(cases: readonly CaseResult[], target: Results['target']): readonly Advisory[] {
  return target.variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const exchanges = own.flatMap((found) => found.exchanges);
    const answered = exchanges.filter(({ response }) => response !== null);
    // An observation may have put the password into the address.
    const judged = own.filter(({ kind }) => kind === 'judged').flatMap((found) => found.exchanges);
    return [
      ...hint(variant, 'discloses-secret', answered.filter(disclosesSecret)),
      ...hint(variant, 'stack-trace', answered.filter(showsInternals)),
      ...hint(variant, 'cacheable', judged.filter(isCacheable)),
      ...tellsPartners(variant, own),
      ...(isPlainHttp(target.baseUrl) ? [advisory(variant, 'plain-http', message('plain-http'), [])] : []),
      ...trimmedPasswords(variant, own),
      ...untriedPasswords(variant, own),
      ...lostConnections(variant, own),
    ];
  });
}

const advisory = (
  variant: string,
  suffix: (typeof advisoryCodes)[number],
  words: Message,
  exchanges: readonly string[],
): Advisory => ({ id: `${variant}.${suffix}`, variant, message: say(words, 'en'), exchanges, words });

const hint = (
  variant: string,
  code: 'discloses-secret' | 'stack-trace' | 'cacheable' | 'trims-password',
  shown: readonly Exchange[],
): readonly Advisory[] =>
  shown.length === 0
    ? []
    : [
        advisory(
          variant,
          code,
          message(code),
          shown.slice(0, 5).map(({ id }) => id),
        ),
      ];

const disclosesSecret = ({ response }: Exchange): boolean =>
  /<(?:password|ciphertext)>/.test(
    response === null ? '' : `${readableBody(response)} ${response.headers.flat().join(' ')}`,
  );

const internals =
  /\bat [\w.$<>]+\([\w.]+:\d+\)|Traceback \(most recent|<title>[^<]*(?:error|exception)|Whitelabel Error Page|NullPointerException|node_modules\//i;

const showsInternals = ({ response }: Exchange): boolean =>
  response !== null && internals.test(readableBody(response));

function isCacheable({ request, response }: Exchange): boolean {
  if (response === null || !request.url.includes('?')) return false;
  const values = response.headers.filter(([name]) => name.toLowerCase() === 'cache-control');
  return !values.some(([, value]) => /\bno-store\b/i.test(value));
}

/** A kind of password that was not tried may obtain the list: the verdict of `authorization.enforced` rests on the others. */
function untriedPasswords(variant: string, cases: readonly CaseResult[]): readonly Advisory[] {
  const kinds = cases
    .filter(({ exchanges, trials }) => exchanges.length === 0 && trials.some(isLeftOut))
    .flatMap(({ id }) => id.split('.observed.password.')[1] ?? []);
  if (kinds.length === 0) return [];
  return [advisory(variant, 'passwords-untried', message('passwords-untried', { kinds }), [])];
}

/** So many lost connections, and such a share of the requests, are no matter of a single moment. */
const oftenLost = { least: 5, share: 0.1 } as const;

/** Connections that failed while others were open, each of them answered when it was asked again alone. */
function lostConnections(variant: string, cases: readonly CaseResult[]): readonly Advisory[] {
  const exchanges = new Map(cases.flatMap((found) => found.exchanges.map((one) => [one.id, one] as const)));
  const asked = new Map(
    cases.flatMap(({ trials }) =>
      trials.flatMap(({ attempts: [first = '', ...more] }) => [[first, more.at(-1)] as const]),
    ),
  );
  const lost = [...asked].filter(([first, last]) => {
    const kind = exchanges.get(first)?.error?.kind ?? 'other';
    return failuresOfLoad.includes(kind) && exchanges.get(last ?? '')?.response;
  });
  if (lost.length < oftenLost.least || lost.length < oftenLost.share * asked.size) return [];
  const ids = lost.slice(0, 5).map(([id]) => id);
  return [advisory(variant, 'connections-lost', message('connections-lost'), ids)];
}

const isLeftOut = ({ halted }: CaseResult['trials'][number]): boolean => halted?.reason === 'not-selected';

/** A password with blanks around it that obtains the list was trimmed. */
function trimmedPasswords(variant: string, cases: readonly CaseResult[]): readonly Advisory[] {
  const own = cases.find(({ id }) => id.endsWith('.observed.password.surrounded'))?.exchanges ?? [];
  return hint(
    variant,
    'trims-password',
    own.filter(({ facts }) => facts?.showsList === true),
  );
}

/** What an answer says, without what every answer has of its own: times, ids, numbers. A code in letters says something. */
function essenceOf(response: NonNullable<Exchange['response']>): string {
  const body = readableBody(response);
  const codes = body.match(/"\w*code"\s*:\s*"[a-z_]+"/gi) ?? [];
  return [response.status, maskVolatile(body), ...codes].join('\n');
}

function tellsPartners(variant: string, cases: readonly CaseResult[]): readonly Advisory[] {
  const answerTo = (title: string): Exchange | undefined =>
    cases.find(({ words }) => words.code === title)?.exchanges.at(-1);
  const [unknown, wrong] = [answerTo('title-unknown-partner'), answerTo('title-wrong-password')];
  if (!unknown?.response || !wrong?.response) return [];
  const [one, other] = [unknown.response, wrong.response].map(essenceOf);
  return one === other
    ? []
    : [advisory(variant, 'partner-oracle', message('partner-oracle'), [unknown.id, wrong.id])];
}

function isPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === 'http:' && !isLoopback;
}
