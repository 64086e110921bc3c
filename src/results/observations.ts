import { message, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { isBaseline, listFactsOf } from '../judge/evidence.ts';
import type { ListFacts } from '../judge/evidence.ts';
import { headerIn } from '../client/exchange.ts';
import type { CaseResult, Observation } from './results.ts';

type Exchange = CaseResult['exchanges'][number];

/** A question (id below the variant), its answer, and the exchanges that show it. */
type Row = readonly [suffix: string, question: Message, value: Message, shown: readonly Exchange[]];

/** What the target does if the specification is silent. Never affects a verdict. */
export function observe(cases: readonly CaseResult[], variants: readonly string[]): readonly Observation[] {
  const exchangesOf = (variant: string): readonly Exchange[] =>
    cases.filter((found) => found.variant === variant).flatMap(({ exchanges }) => exchanges);
  return variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const exchanges = exchangesOf(variant);
    const [first = variant] = variants;
    const rows: readonly Row[] = [
      ...aboutSuccess(successOf(exchanges)),
      ...(first === variant ? [] : aboutOtherList(first, [first, variant].map(exchangesOf).map(successOf))),
      ...aboutErrors(exchanges.filter(({ response }) => (response?.status ?? 0) >= 400)),
      ...aboutTimes(exchanges.filter(({ response }) => response !== null)),
      ...aboutRepeats(own),
      ...own.filter(({ kind }) => kind === 'observed').map(asked),
    ];
    return rows.map(([suffix, question, value, shown]) => ({
      id: `${variant}.observed.${suffix}`,
      variant,
      question: say(question, 'en'),
      value: say(value, 'en'),
      exchanges: shown.map(({ id }) => id),
      words: { question, value },
    }));
  });
}

/** Every observed case asks its own question. */
function asked({ id, words, exchanges, trials, checks }: CaseResult): Row {
  const { halted = null, attempts = [] } = trials.find((trial) => trial.halted !== null) ?? {};
  const note = halted?.words ?? (checks[0]?.params['note'] as Message | undefined);
  const untried = note === undefined ? [] : [attempts.length > 0 ? note : message('not-tried', { note })];
  const last = trials.flatMap(({ attempts }) => attempts.at(-1) ?? []);
  const shown = exchanges.filter((exchange) => last.includes(exchange.id));
  const answers = [...shown.map(answerWords), ...untried];
  return [id.replace(/^.*?\.observed\./, ''), words, message('observed-answers', { answers }), shown];
}

/** Answers that differ after a repeat. They are recorded but not judged. */
function aboutRepeats(cases: readonly CaseResult[]): readonly Row[] {
  const repeated = cases.flatMap(({ trials, exchanges }) => {
    const passing = new Set(trials.flatMap(({ attempts }) => attempts.slice(0, -1)));
    return exchanges.filter(({ id }) => passing.has(id));
  });
  if (repeated.length === 0) return [];
  const answers = distinct(repeated.map(answerWords)).slice(0, 5);
  const value = message('observed-repeated', { count: repeated.length, answers });
  return [['passing', message('ask-repeated-answers'), value, repeated.slice(0, 5)]];
}

const distinct = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((one) => [say(one, 'en'), one])).values(),
];

/** Times until the whole answer arrived. */
function aboutTimes(answered: readonly Exchange[]): readonly Row[] {
  if (answered.length === 0) return [];
  const times = answered.map(({ durationMs }) => durationMs).toSorted((left, right) => left - right);
  const at = (share: number): number =>
    Math.round(times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0);
  const value = message('latency', { median: at(0.5), p95: at(0.95), longest: at(1) });
  return [['latency', message('ask-latency'), value, []]];
}

function answerWords({ response, facts, error }: Exchange): Message {
  if (response === null) {
    return message('no-answer-because', { error: error?.words ?? message('unknown') });
  }
  const { status } = response;
  if (facts === null || facts.kind === 'not-json') return message('answer-not-json', { status });
  if (facts.kind === 'unread') return message('answer-unread', { status });
  if (facts.list?.type === 'array') return message('answer-list', { status, count: facts.list.count });
  if (facts.text === null) return message('answer-of-type', { status, type: facts.type });
  const { text } = facts.text;
  return message('answer-text', { status, text: text.length > 120 ? `${text.slice(0, 120)}…` : text });
}

/** The last accepted answer to the plain request. */
const successOf = (exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.findLast(
    (exchange) => isBaseline(exchange) && exchange.response !== null && exchange.response.status < 300,
  );

const header = ({ response }: Exchange, wanted: string): Message => {
  const found = headerIn(response?.headers, wanted);
  return found === undefined ? message('none') : verbatim(found);
};

/** A question and its answer, both from one exchange. */
type Pair = readonly [suffix: string, question: Message, value: Message];

function aboutSuccess(success: Exchange | undefined): readonly Row[] {
  if (success === undefined) return [];
  const pairs: readonly Pair[] = [
    ['content-type', message('ask-list-content-type'), header(success, 'content-type')],
    ['compression', message('ask-list-compression'), header(success, 'content-encoding')],
    ['http-version', message('ask-http-version'), verbatim(success.response?.httpVersion ?? '')],
    ...aboutRecords(readableList(success)),
  ];
  return pairs.map((pair): Row => [...pair, [success]]);
}

/** The list, if all its records have the documented members; null for any other. */
function readableList(exchange: Exchange): ListFacts | null {
  const list = listFactsOf(exchange);
  return list?.type === 'array' && list.problemCount === 0 ? list : null;
}

const bicShapes: ReadonlyMap<string, 'bic-digits' | 'bic-8' | 'bic-11'> = new Map([
  ['9 digits', 'bic-digits'],
  ['8 characters', 'bic-8'],
  ['11 characters', 'bic-11'],
]);

function aboutRecords(list: ListFacts | null): readonly Pair[] {
  if (list === null) return [];
  const number: Pair = ['banks.number', message('ask-banks'), verbatim(String(list.count))];
  if (list.count === 0) return [number];
  const items = Object.entries(list.bicShapes).map(([shape, count]) =>
    message(bicShapes.get(shape) ?? 'bic-other', { count }),
  );
  const members = list.extraMembers.join(', ');
  const sorting = [message('sorted-by-neither'), verbatim(list.sortedBy.join()), message('sorted-by-both')];
  const sorted = sorting[list.sortedBy.length] ?? verbatim(list.sortedBy.join());
  return [
    number,
    ['banks.members', message('ask-bank-members'), members === '' ? message('none') : verbatim(members)],
    ['banks.bic', message('ask-bic'), message('list-of', { items })],
    ['banks.sorting', message('ask-sorting'), sorted],
    ['banks.duplicates', message('ask-duplicates'), verbatim(String(list.duplicates))],
  ];
}

/** Compares the list with that of the first variant. */
function aboutOtherList(first: string, successes: readonly (Exchange | undefined)[]): readonly Row[] {
  const shown = successes.flatMap((success) => (success && readableList(success) ? [success] : []));
  if (shown.length < 2) return [];
  const digests = new Set(shown.map((success) => readableList(success)?.sha256));
  const value = message(digests.size === 1 ? 'yes' : 'no-or-other-order');
  return [['banks.equal', message('ask-same-list', { variant: first }), value, shown]];
}

function aboutErrors(errors: readonly Exchange[]): readonly Row[] {
  if (errors.length === 0) return [];
  const shown = errors.slice(0, 3);
  const bodies = errors.flatMap(({ facts }) => (facts?.kind === 'json' ? [facts] : []));
  const members = bodies.flatMap((facts) => (facts.isError ? facts.members : []));
  const languages = bodies.flatMap(({ text }) =>
    text?.blank === false ? [message(/\p{Script=Cyrillic}/u.test(text.text) ? 'russian' : 'english')] : [],
  );
  const listed = (items: readonly Message[]): Message => message('list-of', { items: distinct(items) });
  const types = listed(errors.map((exchange) => header(exchange, 'content-type')));
  const names = verbatim([...new Set(members)].join(', '));
  return [
    ['error.content-type', message('ask-error-content-type'), types, shown],
    ...(members.length === 0 ? [] : [['error.members', message('ask-error-members'), names, shown] as const]),
    ...(languages.length === 0
      ? []
      : [['error.language', message('ask-language'), listed(languages), shown] as const]),
  ];
}
