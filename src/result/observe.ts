import { message, say, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import type { CaseResult, Observation } from './results.ts';

type Exchange = CaseResult['exchanges'][number];
type Facts = Exchange['facts'];
type ListFacts = NonNullable<Extract<Facts, { kind: 'json' }>['list']>;

/** A question below the variant, and its answer. */
type Row = readonly [suffix: string, question: Message, value: Message];

/** What the target does where the specification is silent; never a verdict. */
export function observe(cases: readonly CaseResult[], variants: readonly string[]): readonly Observation[] {
  return variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const exchanges = own.flatMap((found) => found.exchanges);
    return [
      ...aboutSuccess(variant, exchanges),
      ...aboutOtherLists(variant, cases, variants),
      ...aboutErrors(variant, exchanges),
      ...aboutTimes(variant, exchanges),
      ...aboutRepeats(variant, own),
      ...own.filter(({ kind }) => kind === 'observed').map(asked),
    ];
  });
}

function toObservations(
  variant: string,
  rows: readonly Row[],
  exchanges: readonly string[],
): readonly Observation[] {
  return rows.map(([suffix, question, value]) =>
    observation(`${variant}.observed.${suffix}`, variant, question, value, exchanges),
  );
}

const observation = (
  id: string,
  variant: string,
  question: Message,
  value: Message,
  exchanges: readonly string[],
): Observation => ({
  id,
  variant,
  question: say(question, 'en'),
  value: say(value, 'en'),
  exchanges,
  words: { question, value },
});

/** Every observed case asks a question of its own. */
function asked({ id, variant, words, exchanges, trials, checks, failure }: CaseResult): Observation {
  const halted = trials.find((trial) => trial.halted !== null)?.halted;
  const note = halted?.words ?? failure?.words ?? (checks[0]?.params['note'] as Message | undefined);
  const untried = note === undefined ? [] : [message('not-tried', { note })];
  const last = trials.flatMap(({ attempts }) => attempts.at(-1) ?? []);
  const shown = exchanges.filter((exchange) => last.includes(exchange.id));
  const answers = [...shown.map(answerWords), ...untried];
  return observation(
    id,
    variant,
    words,
    message('observed-answers', { answers }),
    shown.map((exchange) => exchange.id),
  );
}

/** Answers that a repeat has overcome: recorded, and not judged. */
function aboutRepeats(variant: string, cases: readonly CaseResult[]): readonly Observation[] {
  const repeated = cases.flatMap(({ trials, exchanges }) => {
    const passing = new Set(trials.flatMap(({ attempts }) => attempts.slice(0, -1)));
    return exchanges.filter(({ id }) => passing.has(id));
  });
  if (repeated.length === 0) return [];
  const answers = distinct(repeated.map(answerWords)).slice(0, 5);
  const value = message('observed-repeated', { count: repeated.length, answers });
  return toObservations(
    variant,
    [['passing', message('ask-repeated-answers'), value]],
    repeated.slice(0, 5).map(({ id }) => id),
  );
}

const distinct = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((one) => [say(one, 'en'), one])).values(),
];

/** Times to a whole answer. */
function aboutTimes(variant: string, exchanges: readonly Exchange[]): readonly Observation[] {
  const times = exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .toSorted((left, right) => left - right);
  if (times.length === 0) return [];
  const at = (share: number): number =>
    Math.round(times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0);
  const value = message('latency', { median: at(0.5), p95: at(0.95), longest: at(1) });
  return toObservations(variant, [['latency', message('ask-latency'), value]], []);
}

/** An answer in a few words. */
function answerWords({ response, facts, error }: Exchange): Message {
  if (response === null) {
    return message('no-answer-because', {
      error: error?.words ?? message('unknown'),
    });
  }
  const { status } = response;
  if (facts === null || facts.kind === 'not-json') return message('answer-not-json', { status });
  if (facts.kind === 'unread') return message('answer-unread', { status });
  if (facts.list?.type === 'array') return message('answer-list', { status, count: facts.list.count });
  if (facts.text === null) return message('answer-of-type', { status, type: facts.type });
  const { text } = facts.text;
  return message('answer-text', { status, text: text.length > 120 ? `${text.slice(0, 120)}…` : text });
}

/** The last good answer to the plain request. */
const successOf = (exchanges: readonly Exchange[]): Exchange | null =>
  exchanges.findLast(
    ({ words, response }) => words.code === 'request-baseline' && response !== null && response.status < 300,
  ) ?? null;

function aboutSuccess(variant: string, exchanges: readonly Exchange[]): readonly Observation[] {
  const shown = successOf(exchanges);
  if (shown === null) return [];
  const version = shown.response?.httpVersion;
  const rows: readonly Row[] = [
    ['content-type', message('ask-list-content-type'), orNone(header(shown, 'content-type'))],
    ['compression', message('ask-list-compression'), orNone(header(shown, 'content-encoding'))],
    ...(version === undefined
      ? []
      : [['http-version', message('ask-http-version'), verbatim(version)] as const]),
    ...aboutRecords(readableList(shown)),
  ];
  return toObservations(variant, rows, [shown.id]);
}

const orNone = (text: string | null): Message => (text === null ? message('none') : verbatim(text));

/** A list whose records all have the documented members: of any other nothing is known. */
function readableList({ facts }: Exchange): ListFacts | null {
  const list = facts?.kind === 'json' ? facts.list : null;
  return list?.type === 'array' && list.problemCount === 0 ? list : null;
}

function aboutRecords(list: ListFacts | null): readonly Row[] {
  if (list === null) return [];
  const number: Row = ['banks.number', message('ask-banks'), verbatim(String(list.count))];
  if (list.count === 0) return [number];
  const items = Object.entries(list.bicShapes).map(([shape, count]) => shapeWords(shape, count));
  const members = list.extraMembers.join(', ');
  return [
    number,
    ['banks.members', message('ask-bank-members'), orNone(members === '' ? null : members)],
    ['banks.bic', message('ask-bic'), message('list-of', { items })],
    ['banks.sorting', message('ask-sorting'), sortingWords(list.sortedBy)],
    ['banks.duplicates', message('ask-duplicates'), verbatim(String(list.duplicates))],
  ];
}

const bicShapes = {
  '9 digits': 'bic-digits',
  '8 characters': 'bic-8',
  '11 characters': 'bic-11',
} as const;

const shapeWords = (shape: string, count: number): Message =>
  message(Object.hasOwn(bicShapes, shape) ? bicShapes[shape as keyof typeof bicShapes] : 'bic-other', {
    count,
  });

function sortingWords(members: readonly string[]): Message {
  if (members.length === 0) return message('sorted-by-neither');
  return members.length === 2 ? message('sorted-by-both') : verbatim(members.join());
}

/** Compares the list with that of the first variant. */
function aboutOtherLists(
  variant: string,
  cases: readonly CaseResult[],
  variants: readonly string[],
): readonly Observation[] {
  const [first = variant] = variants;
  if (first === variant) return [];
  const [one, other] = [first, variant].map((id) =>
    successOf(cases.filter((each) => each.variant === id).flatMap(({ exchanges }) => exchanges)),
  );
  const lists = [one, other].flatMap((shown) => (shown ? (readableList(shown) ?? []) : []));
  if (!one || !other || lists.length < 2) return [];
  const isSame = lists[0]?.sha256 === lists[1]?.sha256;
  const row: Row = [
    'banks.equal',
    message('ask-same-list', { variant: first }),
    message(isSame ? 'yes' : 'no-or-other-order'),
  ];
  return toObservations(variant, [row], [one.id, other.id]);
}

function aboutErrors(variant: string, exchanges: readonly Exchange[]): readonly Observation[] {
  const errors = exchanges.filter(({ response }) => response !== null && response.status >= 400);
  if (errors.length === 0) return [];
  const types = distinct(errors.map((exchange) => orNone(header(exchange, 'content-type'))));
  const members = errors.flatMap(({ facts }) =>
    facts?.kind === 'json' && facts.isError ? facts.members : [],
  );
  const texts = errors.flatMap(({ facts }) =>
    facts?.kind === 'json' && facts.text?.blank === false ? [facts.text.text] : [],
  );
  const languages = distinct(
    texts.map((text) => message(/\p{Script=Cyrillic}/u.test(text) ? 'russian' : 'english')),
  );
  const rows: readonly Row[] = [
    ['error.content-type', message('ask-error-content-type'), message('list-of', { items: types })],
    ...(members.length === 0
      ? []
      : [
          [
            'error.members',
            message('ask-error-members'),
            verbatim([...new Set(members)].join(', ')),
          ] as const,
        ]),
    ...(languages.length === 0
      ? []
      : [['error.language', message('ask-language'), message('list-of', { items: languages })] as const]),
  ];
  return toObservations(
    variant,
    rows,
    errors.slice(0, 3).map(({ id }) => id),
  );
}

function header({ response }: Exchange, wanted: string): string | null {
  return response?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}
