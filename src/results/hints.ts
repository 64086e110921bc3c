import { readableBody } from '../client/exchange.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { message, say } from '../messages/message.ts';
import { obtainsList } from '../judge/evidence.ts';
import type { Message } from '../messages/message.ts';
import { failuresOfLoad } from '../judge/explain-answer.ts';
import { untriedGuesses } from './guesses.ts';
import { exchangesById } from './results.ts';
import type { Advisory, CaseResult, Results } from './results.ts';

type Exchange = CaseResult['exchanges'][number];

export const advisoryCodes = [
  'discloses-secret',
  'stack-trace',
  'partner-oracle',
  'plain-http',
  'forwarded-block',
  'passwords-untried',
  'connections-lost',
  'unsteady-answers',
  'cacheable',
] as const;

/** Hints for hardening that follow from the evidence. They never affect a verdict. */
export function advise(cases: readonly CaseResult[], target: Results['target']): readonly Advisory[] {
  return target.variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const all = own.flatMap(({ exchanges }) => exchanges);
    // An observation may have put the password into the URL.
    const judged = own.filter(({ kind }) => kind === 'judged').flatMap(({ exchanges }) => exchanges);
    const askedFor = (what: string): readonly Exchange[] =>
      own.find(({ id }) => id.endsWith(`.observed.${what}`))?.exchanges ?? [];
    const kinds = untriedGuesses(own).map(({ kind }) => kind);
    const rows: readonly (readonly [words: Message, shown: readonly Exchange[], holds?: boolean])[] = [
      [message('discloses-secret'), all.filter(disclosesSecret)],
      [message('stack-trace'), all.filter(showsInternals)],
      [message('cacheable'), judged.filter(isCacheable)],
      [message('partner-oracle'), tellingLogins(own)],
      [message('plain-http'), [], isPlainHttp(target.baseUrl)],
      [message('forwarded-block'), askedFor('ip-blocked.forwarded').filter(obtainsList)],
      [message('passwords-untried', { kinds }), [], kinds.length > 0],
      [message('connections-lost'), oftenOvercome(own, isLost)],
      [message('unsteady-answers'), oftenOvercome(own, isUnsteady)],
    ];
    return rows
      .filter(([, shown, holds = shown.length > 0]) => holds)
      .map(([words, shown]) => {
        const exchanges = [...new Set(shown.map(({ id }) => id))].slice(0, 5);
        return { id: `${variant}.${words.code}`, variant, message: say(words, 'en'), exchanges, words };
      });
  });
}

const disclosesSecret = ({ response }: Exchange): boolean =>
  response !== null &&
  /<(?:password|ciphertext)>/.test(`${readableBody(response)} ${response.headers.flat().join(' ')}`);

const internals =
  /\bat [\w.$<>]+\([\w.]+:\d+\)|\bat \S+\.p[lm] line \d+|Traceback \(most recent|<title>[^<]*(?:error|exception)|Whitelabel Error Page|NullPointerException|node_modules\//i;

const showsInternals = ({ response }: Exchange): boolean =>
  response !== null && internals.test(readableBody(response));

const isCacheable = ({ request, response }: Exchange): boolean =>
  response !== null &&
  request.url.includes('?') &&
  !response.headers.some(
    ([name, value]) => name.toLowerCase() === 'cache-control' && /\bno-store\b/i.test(value),
  );

/** This many answers, and this share of the requests, are no coincidence. */
const often = { least: 5, share: 0.1 } as const;

/** True for a connection that failed while others were open. */
const isLost = ({ error }: Exchange): boolean => failuresOfLoad.includes(error?.kind ?? 'other');

/** True for an answer that neither a limit nor a gateway gives. */
const isUnsteady = ({ response }: Exchange): boolean =>
  response !== null && response.status !== 429 && response.status <= 500;

/** First answers of this kind whose repeat got another answer; empty if there are only a few. */
function oftenOvercome(
  cases: readonly CaseResult[],
  isSuch: (exchange: Exchange) => boolean,
): readonly Exchange[] {
  const exchanges = exchangesById({ cases });
  const asked = new Map(
    cases.flatMap(({ trials }) =>
      trials.flatMap(({ attempts: [first = '', ...more] }) => [[first, more.at(-1)] as const]),
    ),
  );
  const found = [...asked].flatMap(([first, last = '']) => {
    const one = exchanges.get(first);
    const answer = exchanges.get(last)?.response;
    return one && isSuch(one) && answer && answer.status !== one.response?.status ? [one] : [];
  });
  return found.length < often.least || found.length < often.share * asked.size ? [] : found;
}

/**
 * The content of an answer without times, ids and numbers, which are always different. Codes in letters stay.
 */
function essenceOf(response: NonNullable<Exchange['response']>): string {
  const body = readableBody(response);
  const codes = body.match(/"\w*code"\s*:\s*"[a-z_]+"/gi) ?? [];
  return [response.status, maskVolatile(body), ...codes].join('\n');
}

/** Answers to an unknown partner and to a wrong password, if they can be distinguished. */
function tellingLogins(cases: readonly CaseResult[]): readonly Exchange[] {
  const [unknown, wrong] = ['unknown-partner', 'wrong-password'].map((kind) =>
    cases.find(({ id }) => id.endsWith(`.unauthorized.${kind}`))?.exchanges.at(-1),
  );
  if (!unknown?.response || !wrong?.response) return [];
  return essenceOf(unknown.response) === essenceOf(wrong.response) ? [] : [unknown, wrong];
}

function isPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === 'http:' && !isLoopback;
}
