// What the target does where the specification is silent, and hints at hardening. Never a verdict.

import { errorText } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import { isObject, read } from '../judge/answer.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { distinct, failureIn, message, verbatim } from '../messages/message.ts';
import type { Code, Message } from '../messages/message.ts';
import type { Case } from '../plan/plan.ts';
import { inEnglish } from './causes.ts';
import type { Advisory, Observation, Results } from './results.ts';

/** A case with what its requests were answered, in the order of sending. */
export interface Answered {
  readonly testCase: Case;
  readonly exchanges: readonly Exchange[];
}

type Row = readonly [id: string, question: Message, value: Message, shown: readonly Exchange[]];

export function observe(answered: readonly Answered[]): readonly Observation[] {
  const variants = [...new Set(answered.map(({ testCase }) => testCase.variant))];
  return variants.flatMap((variant) => {
    const own = answered.filter(({ testCase }) => testCase.variant === variant);
    const all = own.flatMap(({ exchanges }) => exchanges);
    const lists = all.filter((one) => one.response?.status === 200 && read(one).list !== null);
    const errors = all.filter(({ response }) => (response?.status ?? 0) >= 400);
    const general = [...aboutList(lists.at(-1)), ...aboutErrors(errors)].map(([id, ...rest]): Row => [
      `${variant}.observed.${id}`,
      ...rest,
    ]);
    const asked = own
      .filter(({ testCase, exchanges }) => !testCase.isJudged && exchanges.length > 0)
      .map(({ testCase: { id, title }, exchanges }): Row => {
        const last = exchanges.slice(-1);
        const answers = last.map(answerWords);
        return [id, verbatim(title.en), message('observed-answers', { answers }), last];
      });
    return [...general, ...asked].map(([id, question, value, shown]): Observation => {
      const said = { question: inEnglish(question), value: inEnglish(value) };
      return { id, variant, ...said, exchanges: shown.map((one) => one.id) };
    });
  });
}

const contentType = ({ response }: Exchange): Message => {
  const found = headerIn(response?.headers ?? [], 'content-type');
  return found === undefined ? message('none') : verbatim(found);
};

const listed = (items: readonly string[]): Message =>
  items.length === 0 ? message('none') : verbatim([...new Set(items)].join(', '));

function aboutList(exchange: Exchange | undefined): readonly Row[] {
  if (exchange === undefined) return [];
  const banks = read(exchange).list ?? [];
  const members = banks.flatMap((bank) => (isObject(bank) ? Object.keys(bank) : []));
  const further = members.filter((name) => name !== 'name' && name !== 'bic');
  return [
    ['content-type', message('ask-list-content-type'), contentType(exchange), [exchange]],
    ['banks.number', message('ask-banks'), verbatim(String(banks.length)), [exchange]],
    ['banks.members', message('ask-bank-members'), listed(further), [exchange]],
  ];
}

function aboutErrors(errors: readonly Exchange[]): readonly Row[] {
  const documented = errors.filter((one) => read(one).isDocumented);
  if (documented.length === 0) return [];
  const shown = documented.slice(0, 3);
  const bodies = documented.map(read);
  const members = bodies.flatMap(({ json }) => (isObject(json) ? Object.keys(json) : []));
  const languages = bodies.map(({ text }) =>
    message(/\p{Script=Cyrillic}/u.test(text ?? '') ? 'russian' : 'english'),
  );
  const types = distinct(errors.map(contentType));
  const further = listed(members.filter((one) => one !== errorText));
  const spoken = message('list-of', { items: distinct(languages) });
  return [
    ['error.content-type', message('ask-error-content-type'), message('list-of', { items: types }), shown],
    ['error.members', message('ask-error-members'), further, shown],
    ['error.language', message('ask-language'), spoken, shown],
  ];
}

/** An answer in a few words. */
function answerWords(exchange: Exchange): Message {
  const { response } = exchange;
  if (response === null) return message('no-answer-because', { error: failureIn(exchange.error) });
  const { status } = response;
  const { json, list, text } = read(exchange);
  if (json === undefined) return message('answer-not-json', { status });
  if (list !== null) return message('answer-list', { status, count: list.length });
  if (text === null) return message('answer-other-json', { status });
  return message('answer-text', { status, text: text.length > 120 ? `${text.slice(0, 120)}…` : text });
}

/** Hints that follow from the evidence. */
export function advise(answered: readonly Answered[], { baseUrl, variants }: Results['target']) {
  const advisory = (variant: VariantId, code: Code, shown: readonly Exchange[]): Advisory => ({
    id: `${variant}.${code}`,
    variant,
    found: inEnglish({ code, params: {} }),
    exchanges: [...new Set(shown.map(({ id }) => id))].slice(0, 5),
  });
  return variants.flatMap((variant) => {
    const own = answered.filter(({ testCase }) => testCase.variant === variant);
    const all = own.flatMap(({ exchanges }) => exchanges);
    const judged = own.filter(({ testCase }) => testCase.isJudged).flatMap(({ exchanges }) => exchanges);
    const rows = [
      ['discloses-secret', all.filter(disclosesSecret)],
      ['stack-trace', all.filter(showsInternals)],
      ['cacheable', judged.filter(isCacheable)],
      ['partner-oracle', tellingLogins(own)],
    ] as const;
    const found = rows.filter(([, shown]) => shown.length > 0);
    const plainHttp = isPlainHttp(baseUrl) ? [advisory(variant, 'plain-http', [])] : [];
    return [...found.map(([code, shown]) => advisory(variant, code, shown)), ...plainHttp];
  });
}

const disclosesSecret = ({ response }: Exchange): boolean =>
  response !== null &&
  /<(?:password|ciphertext)>/.test(`${response.body ?? ''} ${response.headers.flat().join(' ')}`);

const internals =
  /\bat [\w.$<>]+\([\w.]+:\d+\)|\bat \S+\.p[lm] line \d+|Traceback \(most recent|<title>[^<]*(?:error|exception)|Whitelabel Error Page|NullPointerException|node_modules\//i;

const showsInternals = ({ response }: Exchange): boolean => internals.test(response?.body ?? '');

const isCacheable = ({ request, response }: Exchange): boolean =>
  response !== null &&
  request.url.includes('?') &&
  !/\bno-store\b/i.test(headerIn(response.headers, 'cache-control') ?? '');

/** Answers to an unknown partner and to a wrong password that tell them apart; times and ids aside. */
function tellingLogins(answered: readonly Answered[]): readonly Exchange[] {
  const [unknown, wrong] = ['unknown-partner', 'wrong-password'].map((kind) =>
    answered.find(({ testCase }) => testCase.id.endsWith(`.unauthorized.${kind}`))?.exchanges.at(-1),
  );
  if (!unknown?.response || !wrong?.response) return [];
  const essence = ({ response }: Exchange): string =>
    `${response?.status}\n${maskVolatile(response?.body ?? '')}`;
  return essence(unknown) === essence(wrong) ? [] : [unknown, wrong];
}

const isPlainHttp = (url: string): boolean =>
  url.startsWith('http:') && !/^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(url).hostname);
