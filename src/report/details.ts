// The folded parts of a report: requirements, cases, observations, advisories, decisions, environment.

import { clip } from '../base/visible.ts';
import { nameOf, requirementOf } from '../messages/banks.ts';
import { outcomeOf } from '../results/totals.ts';
import type { CaseResult, CheckResult, RequirementResult } from '../results/results.ts';
import { code, fields, list, quiet, quote, text } from './document.ts';
import type { Block, Cell, Document, Line } from './document.ts';
import { durationOf, glyphs, instantOf, variantName } from './sentences.ts';
import { decidingChecks, reasonOf, shownIn, verdictOf } from './view.ts';
import type { View } from './view.ts';

/** `exchanges`: of one case. `inFull`: cases that did not pass and show their exchanges whole. */
const most = { text: 600, messages: 5, cases: 6, exchanges: 3, inFull: 60 } as const;
const short = (said: string): string => clip(said, most.text);

const verdicts = ['fail', 'review', 'inconclusive', 'pass'] as const;

type Fold = Extract<Block, { kind: 'fold' }>;

/** None if nothing is in it. */
const fold = (
  id: string,
  label: string,
  items: number,
  blocks: Document,
  more: Partial<Fold> = {},
): Document =>
  items === 0 ? [] : [{ kind: 'fold', id, label: [label], count: String(items), blocks, ...more }];

const reasonLine = (reason: ReturnType<typeof reasonOf> | null, words: View['words']): Document =>
  reason === null ? [] : [text(`${words(`reason-${reason}`)}: ${words(`reason-${reason}.happened`)}`)];

export const detailsOf = (view: View): Document => [
  ...requirementsOf(view),
  ...casesOf(view),
  ...observationsOf(view),
  ...advisoriesOf(view),
  ...decisionsOf(view),
  environmentOf(view),
];

/** All of them in a table by condition and aspect, then each with what decided it, folded by outcome. */
function requirementsOf(view: View): Document {
  const { requirements, words } = view;
  const folds = verdicts.flatMap((outcome): Document => {
    const found = requirements.filter((one) => outcomeOf(one) === outcome);
    const items = found.map((one) => requirementItem(one, view));
    const label = words(`verdict-${outcome}`);
    return fold(`requirements:${outcome}`, label, items.length, items, { look: outcome });
  });
  const blocks = [...matrixOf(view), ...folds];
  return fold('requirements', words('requirements'), requirements.length, blocks, { only: 'page' });
}

const columns = ['status', 'names', 'meaning', 'body', 'record', 'other'] as const;

function matrixOf({ requirements, words, results }: View): Document {
  return results.target.variants.map((variant) => {
    const own = requirements.filter((one) => one.variant === variant);
    const rows = [...Map.groupBy(own, ({ id }) => id.split('.').slice(1, -1).join('.'))];
    const cellOf = (found: RequirementResult | undefined): Cell => {
      if (found === undefined) return { text: '' };
      const outcome = outcomeOf(found);
      return { text: glyphs[outcome], look: outcome, to: found.id };
    };
    // How a request is read is no part of an answer.
    const columnOf = ({ id }: RequirementResult): string => {
      const { group, aspect } = requirementOf(id) ?? {};
      return columns.find((name) => name === aspect && group !== 'request') ?? 'other';
    };
    return {
      kind: 'table',
      heads: [variantName(variant, words), ...columns.map((name) => words(`aspect-${name}`))],
      rows: rows.map(([label, members]): readonly Cell[] => {
        const [group = '', ...subject] = label.split('.');
        return [
          { text: [group, ...subject].map((one) => nameOf('topic', one, words)).join(': ') },
          ...columns.map((name) => cellOf(members.find((one) => columnOf(one) === name))),
        ];
      }),
    };
  });
}

function requirementItem(found: RequirementResult, view: View): Block {
  const { words, results } = view;
  const { id, section, statement, cases, waived, decided } = found;
  const reason = found.reason === null ? null : reasonOf(found, results);
  const outcome = outcomeOf(found);
  const said = new Set(decidingChecks(found, results).map(({ check }) => short(check.message)));
  const additions = [...(waived ? [words('waived')] : []), ...(decided === null ? [] : [words('by-person')])];
  return {
    kind: 'fold',
    id,
    look: outcome,
    isFiltered: true,
    label: [code(id), ` ${statement}${additions.map((one) => ` (${one})`).join('')}`],
    blocks: [
      quiet(`${words('section')} ${section}`),
      ...reasonLine(reason, words),
      ...(outcome === 'pass' ? [] : list([...said].slice(0, most.messages))),
      ...(cases.length === 0 ? [] : [quiet(`${words('cases')}: `, code(...cases.slice(0, most.cases)))]),
    ],
  };
}

/** Each case with its checks and exchanges. */
function casesOf(view: View): Document {
  const { results, words } = view;
  const isInteresting = (one: CaseResult): boolean => !['pass', null].includes(verdictOf(one));
  const inFull = new Set(results.cases.filter(isInteresting).slice(0, most.inFull));
  const folds = [...verdicts, null].flatMap((verdict): Document => {
    const found = results.cases.filter((one) => verdictOf(one) === verdict);
    const look = verdict ?? 'observed';
    const label = verdict === null ? words('observed') : words(`verdict-${verdict}`);
    const items = found.map((one) => caseItem(one, inFull.has(one), view));
    return fold(`cases:${look}`, label, items.length, items, { look });
  });
  const blocks = [quiet(words('changes')), ...folds];
  return fold('cases', words('cases'), results.cases.length, blocks, { only: 'page' });
}

const isStanding = ({ requirement, verdict }: CheckResult): boolean =>
  verdict === 'pass' && /^\w\.(?:error|status|authorization)\./.test(requirement);

function caseItem(testCase: CaseResult, isInFull: boolean, view: View): Block {
  const { words, inCards } = view;
  const { id, title, reason, checks, exchanges } = testCase;
  const standing = new Set(checks.filter(isStanding).map(({ requirement }) => requirement));
  const judged = new Set(checks.flatMap((check) => check.exchanges.slice(0, 1)));
  const order = [
    ...exchanges.filter((one) => judged.has(one)),
    ...exchanges.filter((one) => !judged.has(one)),
  ];
  const shown = order.slice(0, most.exchanges).flatMap((one): Document => {
    if (inCards.has(one)) return [text(`${words('request')}, ${words('response')}: `, code(one))];
    const found = shownIn(testCase, one, view, { isBrief: !isInFull, hasCommand: isInFull });
    return found === null ? [] : [{ kind: 'exchange', shown: found }];
  });
  return {
    kind: 'fold',
    id: `case:${id}`,
    look: verdictOf(testCase) ?? 'observed',
    isFiltered: true,
    label: [code(id), ' ', title],
    blocks: [
      ...reasonLine(reason, words),
      ...checksTable(
        checks.filter(({ verdict: own }) => own !== 'pass'),
        words,
      ),
      // What was expected stands in the answer below.
      ...list(
        checks
          .filter((one) => one.verdict === 'pass' && !isStanding(one))
          .map(({ requirement, expected }) => [code(requirement), `: ${short(expected)}`]),
        'pass',
      ),
      ...(standing.size === 0 ? [] : [quiet(`${glyphs.pass} ${[...standing].join(', ')}`)]),
      ...shown,
      ...(order.length > most.exchanges
        ? [quiet(words('exchanges-left-out', { count: order.length - most.exchanges }))]
        : []),
    ],
  };
}

const checksTable = (checks: readonly CheckResult[], words: View['words']): Document =>
  checks.length === 0
    ? []
    : [
        {
          kind: 'table',
          heads: [words('requirement'), words('verdict'), words('expected'), words('actual')],
          rows: checks.map(({ requirement, verdict, expected, actual }) => [
            { text: requirement, to: requirement },
            { text: words(`verdict-${verdict}`), look: verdict },
            { text: short(expected) },
            { text: short(actual) },
          ]),
        },
      ];

/** By question, the variants side by side. */
function observationsOf({ results, words }: View): Document {
  const { observations, target } = results;
  const asked = [...Map.groupBy(observations, ({ question }) => question.message)];
  const rows = asked.map(([question, same]): readonly Cell[] => [
    { text: short(question) },
    ...target.variants.map((variant) => ({
      text: same.flatMap((one) => (one.variant === variant ? [short(one.value.message)] : [])).join('; '),
    })),
  ]);
  const heads = [words('question'), ...target.variants.map((one) => variantName(one, words))];
  return fold('observations', words('observations'), rows.length, [{ kind: 'table', heads, rows }]);
}

function advisoriesOf({ results, words }: View): Document {
  const all = [...Map.groupBy(results.advisories, ({ found }) => found.message)];
  const items = all.map(([said, same]): Line => [
    code(...same.map(({ id }) => id)),
    `: ${short(said)} `,
    code(...same.flatMap(({ exchanges }) => exchanges).slice(0, most.messages)),
  ]);
  return fold('advisories', words('advisories'), items.length, list(items));
}

function decisionsOf({ results, words }: View): Document {
  const items = results.decisions.map((one): Line => {
    const { requirement, decision, state, name, date, until, reason, text: said } = one;
    const by = [name, date, until === null ? null : words('until', { date: until }), reason].filter(Boolean);
    return [
      code(requirement),
      `: ${words(`decision-${decision}`)}, ${words(`decision-${state}`)} (`,
      quote(by.join('; ')),
      ')',
      ...(said === null ? [] : [' ', quote(words('quoted', { text: short(said) }))]),
    ];
  });
  return fold('decisions', words('decisions'), items.length, list(items));
}

function environmentOf({ results, words }: View): Block {
  const { suite, rules, spec, target, startedAt, durationMs, record, notApplicable } = results;
  const times = record.exchanges
    .filter(({ response }) => response !== null)
    .map((one) => one.durationMs)
    .toSorted((one, other) => one - other);
  const shares = [0.5, 0.95, 1].map((share) => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0);
  const limits = Object.entries(record.profile.limits).map(([name, value]) => `${name} ${value ?? '–'}`);
  const blocks = [
    ...fields([
      [words('suite'), `${suite.name} ${suite.version}, ${words('rules', { rules })}`],
      [words('specification'), [spec.title, '; ', words('spec-digest'), ' ', code(spec.sha256)]],
      [words('target'), [quote(`${target.name}, ${target.baseUrl}`)]],
      [words('bank-code'), target.bankCode === null ? null : [quote(target.bankCode)]],
      [words('limits'), limits.join(', ')],
      [words('started'), instantOf(startedAt, words)],
      [words('duration'), durationOf(durationMs, words)],
      [words('latency'), times.length === 0 ? null : shares.map((one) => durationOf(one, words)).join(' / ')],
      [words('order'), String(record.seed)],
      [words('not-applicable'), notApplicable.length === 0 ? null : [code(...notApplicable)]],
    ]),
    quiet(words('unshown')),
    ...list((['list', 'moment', 'profile', 'security'] as const).map((name) => words(`not-said-${name}`))),
  ];
  return { kind: 'fold', id: 'environment', label: [words('environment')], blocks };
}
