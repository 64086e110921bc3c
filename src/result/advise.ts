import { readableBody } from '../http/exchange.ts';
import { maskVolatile } from '../verdict/lexicon/volatile.ts';
import { message, say } from '../wording/message.ts';
import { failuresOfLoad } from './causes.ts';
import { exchangesById } from './results.ts';
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
type Code = (typeof advisoryCodes)[number];

/** Hardening hints that the evidence gives rise to; never a verdict. */
export function advise(cases: readonly CaseResult[], target: Results['target']): readonly Advisory[] {
  return target.variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const all = own.flatMap(({ exchanges }) => exchanges);
    // An observation may have put the password into the address.
    const judged = own.filter(({ kind }) => kind === 'judged').flatMap(({ exchanges }) => exchanges);
    const surrounded = own.find(({ id }) => id.endsWith('.observed.password.surrounded'))?.exchanges ?? [];
    const kinds = untriedPasswords(own);
    const rows: readonly (readonly [Code, shown: readonly Exchange[], holds?: boolean])[] = [
      ['discloses-secret', all.filter(disclosesSecret)],
      ['stack-trace', all.filter(showsInternals)],
      ['cacheable', judged.filter(isCacheable)],
      ['partner-oracle', tellingLogins(own)],
      ['plain-http', [], isPlainHttp(target.baseUrl)],
      // A password with blanks around it that obtains the list was trimmed.
      ['trims-password', surrounded.filter(({ facts }) => facts?.showsList === true)],
      ['passwords-untried', [], kinds.length > 0],
      ['connections-lost', lostConnections(own)],
    ];
    return rows
      .filter(([, shown, holds = shown.length > 0]) => holds)
      .map(([code, shown]) => {
        const words = code === 'passwords-untried' ? message(code, { kinds }) : message(code);
        const exchanges = shown.slice(0, 5).map(({ id }) => id);
        return { id: `${variant}.${code}`, variant, message: say(words, 'en'), exchanges, words };
      });
  });
}

const disclosesSecret = ({ response }: Exchange): boolean =>
  response !== null &&
  /<(?:password|ciphertext)>/.test(`${readableBody(response)} ${response.headers.flat().join(' ')}`);

const internals =
  /\bat [\w.$<>]+\([\w.]+:\d+\)|Traceback \(most recent|<title>[^<]*(?:error|exception)|Whitelabel Error Page|NullPointerException|node_modules\//i;

const showsInternals = ({ response }: Exchange): boolean =>
  response !== null && internals.test(readableBody(response));

const isCacheable = ({ request, response }: Exchange): boolean =>
  response !== null &&
  request.url.includes('?') &&
  !response.headers.some(
    ([name, value]) => name.toLowerCase() === 'cache-control' && /\bno-store\b/i.test(value),
  );

/** A kind of password that was not tried may obtain the list: the verdict of `authorization.enforced` rests on the others. */
const untriedPasswords = (cases: readonly CaseResult[]): readonly string[] =>
  cases
    .filter(({ trials }) => trials.some(({ halted }) => halted?.reason === 'not-selected'))
    .filter(({ exchanges }) => exchanges.length === 0)
    .flatMap(({ id }) => id.split('.observed.password.')[1] ?? []);

/** So many lost connections, and such a share of the requests, are no matter of a single moment. */
const oftenLost = { least: 5, share: 0.1 } as const;

/** Connections that failed while others were open, each of them answered when it was asked again alone. */
function lostConnections(cases: readonly CaseResult[]): readonly Exchange[] {
  const exchanges = exchangesById({ cases });
  const asked = new Map(
    cases.flatMap(({ trials }) =>
      trials.flatMap(({ attempts: [first = '', ...more] }) => [[first, more.at(-1)] as const]),
    ),
  );
  const lost = [...asked].flatMap(([first, last = '']) => {
    const one = exchanges.get(first);
    const isLost = failuresOfLoad.includes(one?.error?.kind ?? 'other') && exchanges.get(last)?.response;
    return one && isLost ? [one] : [];
  });
  return lost.length < oftenLost.least || lost.length < oftenLost.share * asked.size ? [] : lost;
}

/** What an answer says, without what every answer has of its own: times, ids, numbers. A code in letters says something. */
function essenceOf(response: NonNullable<Exchange['response']>): string {
  const body = readableBody(response);
  const codes = body.match(/"\w*code"\s*:\s*"[a-z_]+"/gi) ?? [];
  return [response.status, maskVolatile(body), ...codes].join('\n');
}

/** The answers to an unknown partner and to a wrong password, where they can be told apart. */
function tellingLogins(cases: readonly CaseResult[]): readonly Exchange[] {
  const [unknown, wrong] = ['title-unknown-partner', 'title-wrong-password'].map((title) =>
    cases.find(({ words }) => words.code === title)?.exchanges.at(-1),
  );
  if (!unknown?.response || !wrong?.response) return [];
  return essenceOf(unknown.response) === essenceOf(wrong.response) ? [] : [unknown, wrong];
}

function isPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === 'http:' && !isLoopback;
}
