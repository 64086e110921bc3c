// How a verdict on one requirement came about: the clause, what decided it, exchanges and controls, the rule.

import { clip } from '../base/visible.ts';
import { verdicts, worst } from '../judge/check.ts';
import { requirementOf, statementIn } from '../messages/banks.ts';
import { sayWhy } from '../messages/message.ts';
import type { CheckCode } from '../messages/message.ts';
import { outcomeOf } from '../results/totals.ts';
import type { CaseResult, CheckResult, RequirementResult, Results } from '../results/results.ts';
import { code, command, fields, heading, list, text } from './document.ts';
import type { Block, Document, Line } from './document.ts';
import { answerLine, program } from './exchange-text.ts';
import { decisionWords } from './outcome.ts';
import { shownIn, viewOf } from './view.ts';
import type { ReportOptions, View } from './view.ts';

/** Outcomes that are shown of a pass and of anything else; attempts and controls that are listed. */
const most = { passed: 1, others: 3, attempts: 8, text: 400 } as const;
const short = (said: string): string => clip(said, most.text);

/** By code of a check. */
const rules: Readonly<Record<CheckCode, string>> = {
  open: 'Nothing follows from an answer that the network, a gateway or the moment may have given, nor from one without an accepted control.',
  status: 'The status must be the one that the specification gives for this condition.',
  'success-status': 'Valid credentials must be answered with the status that the specification gives.',
  'as-plain': 'A condition must be answered otherwise than the plain request.',
  'unused-status': 'A status that the specification calls unused is never answered.',
  names: 'The text must name the parameter as a whole word, spelled as the specification spells it.',
  'names-spelling': 'A name that is spelled otherwise is left to a person.',
  'names-same-text':
    'Where several missing parameters get one text, it counts for one that it names alone among them.',
  'names-same-text-spelling':
    'Where several missing parameters get one text, it counts for one that it names alone among them.',
  meaning: 'The text must state the meaning of its condition; the lexicon knows how that is said.',
  'meaning-contradicted': 'A text that states another meaning and not its own says something untrue.',
  'meaning-catch-all': 'A text that states three or more other meanings is left to a person.',
  'meaning-touched': 'A text on the right topic in unknown words is left to a person.',
  'meaning-unknown': 'A text in words that the lexicon does not know is left to a person.',
  'meaning-placeholder': 'A text with a placeholder in it is left to a person.',
  'meaning-garbled': 'A text that was encoded twice is left to a person.',
  'meaning-same-text': 'One text for conditions of different meaning is left to a person.',
  'text-missing': 'Where there is no text, what is required of it fails.',
  'error-body': 'Every error is a JSON object in which the text stands once, as a string that is not blank.',
  enforced: 'No request without valid credentials obtains the list.',
  'list-disclosed': 'No request without valid credentials obtains the list; one that does is never in doubt.',
  'near-miss-list':
    'A list for credentials that differ only in case, blanks or notation is left to a person.',
  'success-body': 'The body must be a JSON object whose only member is the list.',
  'success-record':
    'Every record must be an object with the members that the specification gives, as strings.',
  'same-success': 'A request that is written otherwise and means the same must obtain the list too.',
  masked: 'What rests on a value that was masked is left to a person.',
};

interface Grounds {
  readonly testCase: CaseResult;
  readonly check: CheckResult;
}

/** In English, whatever the language of the run. */
export function explainDocument(recorded: Results, id: string, options: ReportOptions = {}): Document {
  const view = viewOf({ ...recorded, target: { ...recorded.target, language: 'en' } }, options);
  const found = view.results.requirements.find((one) => one.id === id);
  if (found === undefined)
    return [
      heading(`${id}: not claimed by the target profile`, { level: 1, look: 'inconclusive' }),
      text(`Section ${requirementOf(id)?.section ?? '–'}: ${statementIn(id, 'en') ?? ''}`),
    ];
  const all = groundsOf(id, view);
  const deciding = all.filter(({ check }) => check.verdict === found.verdict);
  const kinds = [
    ...Map.groupBy(deciding, ({ check: { code: rule, expected, actual, reason } }) =>
      JSON.stringify([rule, expected, actual, reason]),
    ).values(),
  ];
  const shown = kinds.slice(0, found.verdict === 'pass' ? most.passed : most.others);
  const rest = deciding.length - shown.flat().length;
  const cause = view.results.causes.find(({ requirements }) => requirements.includes(id));
  const outcome = outcomeOf(found);
  return [
    heading(`${id}: ${[outcome, ...(found.waived ? ['waived'] : [])].join(', ')}`, {
      level: 1,
      look: outcome,
    }),
    text(`Section ${found.section}: ${found.statement}`),
    ...(found.reason === null
      ? []
      : [text(`${found.reason}: `, view.words(`reason-${found.reason}.happened`))]),
    ...(cause === undefined ? [] : [text(`Explained by: ${short(cause.found.message)}`)]),
    ...(cause?.advice ? [text(`→ ${short(cause.advice.message)}`)] : []),
    ...shown.map((same) => kindCard(same, view)),
    ...(rest > 0 ? [text(`${rest} more checks with the same verdict are in results.json.`)] : []),
    text(countWords(all)),
    ...decisionsOn(found, view),
    ...(view.texts.some(({ requirement }) => requirement === id)
      ? [text('To decide it:'), command(`${program} report ${view.source} --draft-decisions decisions.yaml`)]
      : outcome === 'review'
        ? [
            text(
              'There is nothing to decide: this text fails another requirement and has to be changed anyway.',
            ),
          ]
        : []),
  ];
}

/** From worst to best. */
const groundsOf = (id: string, { results }: View): readonly Grounds[] =>
  results.cases
    .flatMap((testCase) =>
      testCase.checks.filter(({ requirement }) => requirement === id).map((check) => ({ testCase, check })),
    )
    .toSorted(({ check: { verdict } }, { check: { verdict: other } }) =>
      verdict === other ? 0 : worst([verdict, other]) === verdict ? -1 : 1,
    );

function countWords(all: readonly Grounds[]): string {
  if (all.length === 0) return 'Nothing was checked, so the requirement is inconclusive.';
  const cases = new Set(all.map(({ testCase }) => testCase.id)).size;
  const counts = verdicts
    .map((verdict) => [verdict, all.filter(({ check }) => check.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`);
  return `The worst verdict counts: ${counts.join(', ')}, in ${cases} ${cases === 1 ? 'case' : 'cases'}.`;
}

/** The first of several checks with one outcome, step by step, and the cases of the others. */
function kindCard(same: readonly Grounds[], view: View): Block {
  const [first] = same as readonly [Grounds, ...Grounds[]];
  const { testCase, check } = first;
  const [judged, ...controls] = check.exchanges;
  const shown = judged === undefined ? null : shownIn(testCase, judged, view);
  const others = [...new Set(same.map((one) => one.testCase.id))].slice(1);
  const isOpen = check.code === 'open';
  const rule = Object.hasOwn(rules, check.code) ? rules[check.code as CheckCode] : '';
  return {
    kind: 'card',
    look: check.verdict,
    title: [code(testCase.id), `: ${testCase.title}`],
    blocks: [
      ...fields([
        ['expected', isOpen ? null : short(check.expected)],
        ['actual', isOpen ? null : short(check.actual)],
        ['because', isOpen ? short(check.message) : sayWhy(check, 'en')],
        ['rule', [`${rule} (`, code(check.code), ')']],
        ['also in', others.length === 0 ? null : [code(...others)]],
      ]),
      ...(judged === undefined ? [text('Nothing was sent.')] : []),
      ...attemptsOf(judged, view),
      ...controlsOf(controls, view),
      ...(shown === null ? [] : [{ kind: 'exchange', shown } as const]),
    ],
  };
}

/** Where the request was sent more than once: each time with its answer. */
function attemptsOf(judged: string | undefined, view: View): Document {
  const { record } = view.results;
  const request = record.attempts.find(({ exchange }) => exchange === judged)?.request;
  const tries = record.attempts.filter((one) => one.request === request && one.role === 'try');
  return tries.length < 2 || request === undefined
    ? []
    : [
        text(`Sent ${tries.length} times; `, code(judged ?? ''), ' counts:'),
        ...exchangesList(
          tries.map(({ exchange, round, again }) => ({
            id: exchange,
            note: again ? ', again after a limiter' : round > 0 ? `, round ${round}` : '',
          })),
          view,
        ),
      ];
}

const controlsOf = (ids: readonly string[], view: View): Document =>
  ids.length === 0
    ? []
    : [
        text('Plain requests beside it, as controls:'),
        ...exchangesList(
          ids.map((id) => ({ id, note: '' })),
          view,
        ),
      ];

function exchangesList(
  all: readonly { readonly id: string | null; readonly note: string }[],
  { exchanges, words }: View,
): Document {
  const lines = all.slice(0, most.attempts).map(({ id, note }): Line => {
    const exchange = exchanges.get(id ?? '');
    if (exchange === undefined) return ['not sent'];
    const sent = `, ${exchange.startedAt.slice(11, 23)} UTC${note}: ${short(answerLine(exchange, words))}`;
    return [code(exchange.id), sent];
  });
  return list(all.length > most.attempts ? [...lines, [`… (+${all.length - most.attempts})`]] : lines);
}

const decisionsOn = ({ id, decided, waived }: RequirementResult, view: View): Document =>
  view.results.decisions
    .filter(
      ({ requirement, state }) => requirement === id && state === 'used' && (waived || decided !== null),
    )
    .map((one) => text(`Decided by a person: ${short(decisionWords(one, view))}`));
