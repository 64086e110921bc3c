import { toCurl } from '../http/curl.ts';
import { isHalt } from '../verdict/evidence.ts';
import type { Attempt } from '../verdict/evidence.ts';
import { english } from '../wording/en.ts';
import { say } from '../wording/message.ts';
import type { Message, Param } from '../wording/message.ts';
import type { Record } from './record.ts';

/**
 * What a certificate holds of a record: no command of whoever made it, and of his texts none but the target's name and single
 * words. Commands are written anew from the requests; sentences keep their codes, numbers and single words, and `…` stands for
 * the rest. Publishing twice changes nothing.
 */
export function published(record: Record): Record {
  const { name, baseUrl, variants, language } = record.target;
  const { node, platform } = record.environment;
  return {
    ...record,
    target: { name, baseUrl, variants, language },
    environment: { node: singleWord(node), platform: platform.split(' ', 2).map(singleWord).join(' ') },
    warnings: record.warnings.map(publishedSentence),
    attempts: record.attempts.map((attempt) => ({ ...attempt, outcome: publishedOutcome(attempt.outcome) })),
  };
}

function publishedOutcome(outcome: Attempt['outcome']): Attempt['outcome'] {
  if (isHalt(outcome)) return { ...outcome, note: publishedSentence(outcome.note) };
  const { request, response, error } = outcome;
  const route = { localAddress: null, proxy: null, tls: {}, http2: response?.httpVersion === '2' };
  const problem = response?.bodyProblem && { bodyProblem: publishedSentence(response.bodyProblem) };
  const words = error && publishedSentence(error.words);
  return {
    ...outcome,
    curl: toCurl(request, route),
    response: response && { ...response, ...problem },
    error: error && words && { ...error, code: singleWord(error.code), words, message: say(words, 'en') },
  };
}

const unshown = '…';

/** A text without blanks: a name, an address, a number with its unit. */
const singleWord = (text: string): string => (/^[\w.:/@%+[\]-]{0,100}$/.test(text) ? text : unshown);

function publishedSentence({ code, params }: Message): Message {
  if (!Object.hasOwn(english, code)) return { code: 'verbatim', params: { text: unshown } };
  const shown = (param: Param): Param => {
    if (typeof param === 'number') return param;
    if (typeof param === 'string') return singleWord(param);
    return 'code' in param ? publishedSentence(param) : param.map(shown);
  };
  return { code, params: Object.fromEntries(Object.entries(params).map(([key, one]) => [key, shown(one)])) };
}
