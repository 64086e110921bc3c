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
  return variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const exchanges = own.flatMap(({ exchanges: sent }) => sent);
    const rows: readonly Row[] = [
      ...aboutSuccess(successOf(exchanges)),
      ...aboutErrors(exchanges.filter(({ response }) => (response?.status ?? 0) >= 400)),
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
    ...aboutRecords(readableList(success)),
  ];
  return pairs.map((pair): Row => [...pair, [success]]);
}

/** The list, if all its records have the documented members; null for any other. */
function readableList(exchange: Exchange): ListFacts | null {
  const list = listFactsOf(exchange);
  return list?.type === 'array' && list.problemCount === 0 ? list : null;
}

function aboutRecords(list: ListFacts | null): readonly Pair[] {
  if (list === null) return [];
  const number: Pair = ['banks.number', message('ask-banks'), verbatim(String(list.count))];
  if (list.count === 0) return [number];
  const members = list.extraMembers.join(', ');
  return [
    number,
    ['banks.members', message('ask-bank-members'), members === '' ? message('none') : verbatim(members)],
  ];
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
