import type { Evidence } from '../verdict/evidence.ts';
import type { BodyFacts, ListFacts } from '../verdict/facts.ts';
import { baselineLabel } from '../verdict/settle.ts';
import type { CaseResult, Observation } from './results.ts';

/** What the target does where the specification is silent; never a verdict. */
export function observe(cases: readonly CaseResult[], variants: readonly string[]): readonly Observation[] {
  return variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    return [
      ...aboutSuccess(variant, own),
      ...aboutOtherLists(variant, cases, variants),
      ...aboutErrors(variant, own),
      ...aboutTimes(variant, own),
      ...overcome(variant, own),
      ...asked(own),
    ];
  });
}

/** Every observed case asks a question of its own. */
function asked(cases: readonly CaseResult[]): readonly Observation[] {
  return cases
    .filter(({ id }) => id.includes('.observed.'))
    .map(({ id, variant, title, exchanges, trials, note }) => {
      if (exchanges.length === 0) {
        return { id, variant, question: title, value: `not tried: ${note}`, exchanges: [] };
      }
      const last = trials.flatMap(({ attempts }) => attempts.at(-1) ?? []);
      const shown = exchanges.filter((evidence) => last.includes(evidence.id));
      const untried = trials.some(({ halted }) => halted !== null) ? [`not tried: ${note}`] : [];
      const value = [...shown.map(answerInWords), ...untried].join('; then ');
      return { id, variant, question: title, value, exchanges: shown.map((evidence) => evidence.id) };
    });
}

/** Answers that a repeat has overcome: recorded, and not judged. */
function overcome(variant: string, cases: readonly CaseResult[]): readonly Observation[] {
  const repeated = cases.flatMap(({ trials, exchanges }) => {
    const passing = new Set(trials.flatMap(({ attempts }) => attempts.slice(0, -1)));
    return exchanges.filter(({ id }) => passing.has(id));
  });
  if (repeated.length === 0) return [];
  const value = `${repeated.length}: ${distinct(repeated.map(answerInWords)).slice(0, 5).join('; ')}`;
  const row: Row = ['passing', 'Answers that had to be asked again?', value];
  return toObservations(
    variant,
    [row],
    repeated.slice(0, 5).map(({ id }) => id),
  );
}

/** Times to a whole answer. */
function aboutTimes(variant: string, cases: readonly CaseResult[]): readonly Observation[] {
  const answered = cases.flatMap(({ exchanges }) => exchanges).filter(({ response }) => response !== null);
  if (answered.length === 0) return [];
  const times = answered.map(({ durationMs }) => durationMs).toSorted((left, right) => left - right);
  const at = (share: number): string =>
    `${Math.round(times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0)} ms`;
  const value = `median ${at(0.5)}, 95 % within ${at(0.95)}, longest ${at(1)}`;
  return toObservations(variant, [['latency', 'How long do answers take?', value]], []);
}

/** An answer in a few words. */
function answerInWords({ response, facts, error }: Evidence): string {
  if (response === null) return `no answer (${error?.message ?? 'unknown'})`;
  return `${response.status}${bodyInWords(facts)}`;
}

function bodyInWords(facts: BodyFacts | null): string {
  if (facts === null || facts.kind === 'not-json') return ', not JSON';
  if (facts.list?.type === 'array') return `, a list of ${facts.list.count}`;
  return facts.text === null ? `, JSON of type ${facts.type}` : `: “${shortened(facts.text.text)}”`;
}

const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

type Row = readonly [suffix: string, question: string, value: string | null];

function aboutSuccess(variant: string, cases: readonly CaseResult[]): readonly Observation[] {
  const shown = successOf(cases);
  if (shown === null) return [];
  const rows: readonly Row[] = [
    ['content-type', 'Content type of the list?', header(shown, 'content-type') ?? 'none'],
    ['compression', 'Compression of the list?', header(shown, 'content-encoding') ?? 'none'],
    ['http-version', 'HTTP version?', shown.response?.httpVersion ?? null],
    ...aboutRecords(readableList(shown)),
  ];
  return toObservations(variant, rows, [shown.id]);
}

/** The last good answer to the plain request. */
function successOf(cases: readonly CaseResult[]): Evidence | null {
  const isSuccess = ({ label, response }: Evidence): boolean =>
    label === baselineLabel && response !== null && response.status < 300;
  return cases.flatMap(({ exchanges }) => exchanges).findLast(isSuccess) ?? null;
}

/** A list whose records all have the documented members: of any other nothing is known. */
function readableList({ facts }: Evidence): ListFacts | null {
  const list = facts?.kind === 'json' ? facts.list : null;
  return list?.type === 'array' && list.problemCount === 0 ? list : null;
}

function aboutRecords(list: ListFacts | null): readonly Row[] {
  if (list === null) return [];
  const number: Row = ['banks.number', 'How many banks?', String(list.count)];
  if (list.count === 0) return [number];
  const shapes = Object.entries(list.bicShapes).map(([shape, count]) => `${count} × ${shape}`);
  return [
    number,
    ['banks.members', 'Further members of a bank record?', list.extraMembers.join(', ') || 'none'],
    ['banks.bic', 'Shape of the BIC?', shapes.join(', ')],
    ['banks.sorting', 'Sorted by?', list.sortedBy.join(' and ') || 'neither name nor bic'],
    ['banks.duplicates', 'Records that repeat a BIC?', String(list.duplicates)],
  ];
}

/** Compares the list with that of the first variant. */
function aboutOtherLists(
  variant: string,
  cases: readonly CaseResult[],
  variants: readonly string[],
): readonly Observation[] {
  const [first = variant] = variants;
  if (first === variant) return [];
  const [one, other] = [first, variant].map((id) => successOf(cases.filter((each) => each.variant === id)));
  const lists = [one, other].flatMap((shown) => (shown ? (readableList(shown) ?? []) : []));
  if (!one || !other || lists.length < 2) return [];
  const isSame = lists[0]?.sha256 === lists[1]?.sha256;
  const question = `Is the list that of variant ${first}?`;
  const row: Row = ['banks.equal', question, isSame ? 'yes' : 'no, or in another order'];
  return toObservations(variant, [row], [one.id, other.id]);
}

function aboutErrors(variant: string, cases: readonly CaseResult[]): readonly Observation[] {
  const errors = cases
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ response }) => response !== null && response.status >= 400);
  if (errors.length === 0) return [];
  const types = distinct(errors.map((evidence) => header(evidence, 'content-type') ?? 'none'));
  const members = distinct(
    errors.flatMap(({ facts }) => (facts?.kind === 'json' && facts.isError ? facts.members : [])),
  );
  const texts = errors.flatMap(({ facts }) =>
    facts?.kind === 'json' && facts.text?.blank === false ? [facts.text.text] : [],
  );
  const languages = distinct(
    texts.map((text) => (/\p{Script=Cyrillic}/u.test(text) ? 'Russian' : 'English')),
  );
  const rows: readonly Row[] = [
    ['error.content-type', 'Content type of error responses?', types.join(', ')],
    ['error.members', 'Members of error bodies?', members.join(', ') || null],
    ['error.language', 'Language of the texts?', languages.join(', ') || null],
  ];
  return toObservations(
    variant,
    rows,
    errors.slice(0, 3).map(({ id }) => id),
  );
}

function toObservations(
  variant: string,
  rows: readonly Row[],
  exchanges: readonly string[],
): readonly Observation[] {
  return rows.flatMap(([suffix, question, value]) =>
    value === null ? [] : [{ id: `${variant}.observed.${suffix}`, variant, question, value, exchanges }],
  );
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

function header({ response }: Evidence, wanted: string): string | null {
  return response?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}
