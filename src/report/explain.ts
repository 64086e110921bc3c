// How a verdict on one requirement came about: the clause, what decided it, exchanges and controls, the rule.

import { clip } from '../base/visible.ts';
import { verdicts, worst } from '../judge/check.ts';
import { requirementOf, statementIn } from '../messages/banks.ts';
import { sayWhy } from '../messages/message.ts';
import { ruleOf } from '../messages/rules.ts';
import { outcomeOf } from '../results/totals.ts';
import type { CaseResult, CheckResult, RequirementResult, Results } from '../results/results.ts';
import { code, command, fields, heading, list, section, text } from './document.ts';
import type { Block, Document, Line } from './document.ts';
import { answerLine, program } from './exchange-text.ts';
import { decisionWords } from './outcome.ts';
import { shownIn, viewOf } from './view.ts';
import type { ReportOptions, View } from './view.ts';

/** Outcomes that are shown of a pass and of anything else; attempts and controls that are listed. */
const most = { passed: 1, others: 3, attempts: 8, text: 400 } as const;
const short = (said: string): string => clip(said, most.text);

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
  return {
    kind: 'card',
    look: check.verdict,
    title: [code(testCase.id), `: ${testCase.title}`],
    blocks: [
      ...fields([
        ['expected', isOpen ? null : short(check.expected)],
        ['actual', isOpen ? null : short(check.actual)],
        ['because', isOpen ? short(check.message) : sayWhy(check, 'en')],
        ['rule', [`${ruleOf(check.code)} (`, code(check.code), ')']],
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
  section(
    text('Plain requests beside it, as controls:'),
    exchangesList(
      ids.map((id) => ({ id, note: '' })),
      view,
    ),
  );

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
