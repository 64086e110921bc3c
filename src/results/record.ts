import { toCurl } from '../client/curl.ts';
import { planOf } from '../plan/plan.ts';
import type { Plan } from '../plan/plan.ts';
import type { TestCase } from '../plan/test-case.ts';
import type { Specification } from '../operation/specification.ts';
import { isInfluence } from '../base/influence.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt } from '../judge/evidence.ts';
import { createEvidenceReader } from '../judge/read-evidence.ts';
import { isCode, say } from '../messages/message.ts';
import type { Message, Param } from '../messages/message.ts';
import { exchangesById } from './results.ts';
import type { Results } from './results.ts';

type Kept =
  | 'rules'
  | 'suite'
  | 'target'
  | 'profile'
  | 'environment'
  | 'startedAt'
  | 'durationMs'
  | 'seed'
  | 'interrupted'
  | 'failedLogins'
  | 'pace'
  | 'warnings';

/**
 * One run: the target, what was sent and what came back, in the order of time. All else follows from it: the
 * same record gives the same Results at any time on any machine, and Results contain it. It contains no secret.
 */
export interface Record extends Pick<Results, Kept> {
  readonly cases: readonly TestCase['id'][];
  readonly attempts: readonly Attempt[];
}

/**
 * Extracts the record from Results and derives all facts again. Throws a RangeError for an unplanned attempt.
 * `plan`: that of its claims. `isPublished`: only the part that a certificate contains.
 */
export function recordOf(
  results: Results,
  spec: Specification,
  { plan, isPublished = false }: { readonly plan?: Plan; readonly isPublished?: boolean } = {},
): Record {
  const { cases, attempts, ...kept } = results;
  const { requests } = plan ?? planOf(spec, results.profile.claims);
  const exchanges = exchangesById(results);
  const readEvidence = createEvidenceReader(spec);
  const record = {
    ...kept,
    cases: cases.map(({ id }) => id),
    attempts: attempts.map(({ request: id, role, for: served, exchange, unsent }): Attempt => {
      const request = requests.get(id);
      if (request === undefined) throw new RangeError(`attempt of ${id}, which is no planned request`);
      const attempt = { request: id, role, for: served };
      if (exchange === null) {
        if (unsent === null) throw new RangeError(`attempt of ${id} without an exchange or a reason`);
        const { kind, reason, words } = unsent;
        return { ...attempt, outcome: { kind, reason, note: words } };
      }
      const found = exchanges.get(exchange);
      if (found === undefined) throw new RangeError(`no exchange ${exchange}`);
      const { variant: _variant, planned: _planned, label: _label, words: _words, facts, ...rest } = found;
      const { stated, maskingChangedFacts, ...recorded } = rest;
      const seen = {
        facts: stated === true ? facts : null,
        maskingChangedFacts: maskingChangedFacts === true,
      };
      return { ...attempt, outcome: readEvidence(recorded, request, seen) };
    }),
  };
  return isPublished ? published(record) : record;
}

export const attemptsOf = (attempts: readonly Attempt[]): Results['attempts'] =>
  attempts.map(({ request, role, for: served, outcome }) => ({
    request,
    role,
    for: served,
    exchange: isNotSent(outcome) ? null : outcome.id,
    unsent: isNotSent(outcome) ? haltRecord(outcome) : null,
  }));

export const haltRecord = ({ kind, reason, note }: Extract<Attempt['outcome'], { reason: unknown }>) => ({
  kind,
  reason,
  note: say(note, 'en'),
  words: note,
});

/**
 * The part of a record that a certificate contains. Of the texts that people wrote, only the target's name and
 * single words stay; `…` replaces the rest. Commands are written again from the requests, and sentences keep
 * their codes, numbers and single words. Publishing twice changes nothing.
 */
function published(record: Record): Record {
  const { name, baseUrl, variants, language, tls } = record.target;
  const { node, platform, influences } = record.environment;
  const { settings, ...profile } = record.profile;
  return {
    ...record,
    target: { name, baseUrl, variants, language, ...(tls === undefined ? {} : { tls }) },
    environment: {
      node: singleWord(node),
      platform: platform.split(' ', 2).map(singleWord).join(' '),
      ...(influences === undefined
        ? {}
        : { influences: influences.map((one) => (isInfluence(one) ? one : unshown)) }),
    },
    profile: { ...profile, ...(settings === undefined ? {} : { settings: settings.map(singleWord) }) },
    warnings: record.warnings.map(publishedSentence),
    attempts: record.attempts.map((attempt) => ({ ...attempt, outcome: publishedOutcome(attempt.outcome) })),
  };
}

function publishedOutcome(outcome: Attempt['outcome']): Attempt['outcome'] {
  if (isNotSent(outcome)) return { ...outcome, note: publishedSentence(outcome.note) };
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

/** A text without blanks, for example a name, an address, or a number with its unit. */
const singleWord = (text: string): string => (/^[\w.:/@%+[\]-]{0,100}$/.test(text) ? text : unshown);

function publishedSentence({ code, params }: Message): Message {
  if (!isCode(code)) return { code: 'verbatim', params: { text: unshown } };
  const shown = (param: Param): Param => {
    if (typeof param === 'number') return param;
    if (typeof param === 'string') return singleWord(param);
    return 'code' in param ? publishedSentence(param) : param.map(shown);
  };
  return { code, params: Object.fromEntries(Object.entries(params).map(([key, one]) => [key, shown(one)])) };
}
