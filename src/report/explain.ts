import { outcomeOf } from '../results/totals.ts';
import type { CaseResult, CheckResult, RequirementResult, Results, TrialRecord } from '../results/results.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { specification } from '../operation/specification.ts';
import { verdicts, worst } from '../judge/check.ts';
import type { Evidence, Reason } from '../judge/evidence.ts';
import { say, sayWhy } from '../messages/message.ts';
import type { Language, Words } from '../messages/message.ts';
import { makePen } from './console/pen.ts';
import type { Pen } from './console/pen.ts';
import { answerLine, placeholderNote, requestLine, rerunCommand, sendCommand } from './exchange-text.ts';
import { decisionsOf } from './failures.ts';
import { jsonText } from '../base/json-text.ts';
import { displayWidth, padDisplay } from '../base/text-width.ts';
import { additionOf, adviceOn, reasonWords, viewOf } from './view.ts';
import type { View } from './view.ts';
import { clip, some } from '../base/visible.ts';
import { glyphs } from './sentences.ts';

/** Maximum characters of a body, of any other text, and of a curl command. */
const limits = { body: 240, text: 400, curl: 4000 } as const;
/** Maximum number of different outcomes shown for a pass, and for anything else. */
const mostShown = { pass: 1, other: 3 } as const;
const shownAttempts = 6;
const namedIds = 5;
/** Checks that compare an answer with other answers of their case. */
const comparing: readonly string[] = [
  'names-same-text',
  'names-same-text-spelling',
  'meaning-same-text',
  'meaning-own-text',
];

/** A check with its evidence. */
interface Grounds {
  readonly testCase: CaseResult;
  readonly check: CheckResult;
  /** How its request got an answer; null if the check has no request. */
  readonly trial: TrialRecord | null;
  /** Ids of the exchanges of its request, in the order of time. */
  readonly attempts: readonly string[];
  /** Ids of the exchanges it was compared with. */
  readonly others: readonly string[];
  readonly controls: TrialRecord['controls'];
  /**
   * The plain request that served as control, and whether it was accepted; null if the check is about that
   * request.
   */
  readonly plain: TrialRecord['controls'][number] | null;
  /** Why there is no such exchange; null if there is one, or none is needed. */
  readonly plainHalt: string | null;
}

/** The checks on a requirement: first those that decided it, then from worst to best. */
function groundsOf(id: string, view: View): readonly Grounds[] {
  const { results, findings } = view;
  const deciding = new Set(findings.get(id)?.map(({ check }) => check));
  const order = (left: Grounds, right: Grounds): number => {
    const [one, other] = [left, right].map(({ check }) => deciding.has(check));
    if (one !== other) return one === true ? -1 : 1;
    const [mine, its] = [left.check.verdict, right.check.verdict];
    return mine === its ? 0 : worst([mine, its]) === mine ? -1 : 1;
  };
  return results.cases
    .flatMap((testCase) =>
      testCase.checks
        .filter(({ requirement }) => requirement === id)
        .map((check) => groundsOfCheck(testCase, check, view)),
    )
    .toSorted(order);
}

function groundsOfCheck(
  testCase: CaseResult,
  check: CheckResult,
  { results: { baselines }, exchanges, words }: View,
): Grounds {
  const trial = trialOf(testCase, check);
  const own = baselines[testCase.variant];
  const baseline = own?.request === trial?.request ? undefined : own;
  const plain = baseline?.attempts.at(-1);
  const halt = baseline?.halted ?? null;
  const isAccepted = halt === null && exchanges.get(plain ?? '')?.response?.status === 200;
  const others = comparing.includes(check.code) ? testCase.trials.filter((other) => other !== trial) : [];
  return {
    testCase,
    check,
    trial,
    attempts: trial?.attempts ?? (check.exchange === null ? [] : [check.exchange]),
    others: others.flatMap(({ attempts }) => attempts.slice(-1)),
    controls: trial?.controls ?? [],
    plain: plain === undefined ? null : { id: plain, good: isAccepted },
    plainHalt: plain === undefined && halt !== null ? say(halt.words, words.language) : null,
  };
}

/** The trial of a check: that of its exchange, else the one that was given up for the reason in its message. */
function trialOf({ trials }: CaseResult, { exchange, message }: CheckResult): TrialRecord | null {
  if (exchange !== null) return trials.find(({ attempts }) => attempts.includes(exchange)) ?? null;
  return trials.find(({ halted }) => halted?.note === message) ?? trials[0] ?? null;
}

/** The evidence of a verdict as data. Sentences are in English. */
export type Explanation = ReturnType<typeof explanationOf>;

/** Explains the verdict of a requirement. `verdict` is null if the profile does not claim the requirement. */
export function explanationOf(results: Results, id: string, defect: string | null) {
  const view = viewIn(results, 'en');
  const known = deriveRequirements(specification).find((one) => one.id === id);
  const found = view.results.requirements.find((one) => one.id === id);
  const checks = groundsOf(id, view);
  const first = checks[0]?.testCase.id;
  return {
    requirement: id,
    section: found?.section ?? known?.section ?? '',
    statement: found?.statement ?? (known === undefined ? '' : say(known.statement, 'en')),
    verdict: found?.verdict ?? null,
    reason: found?.reason ?? null,
    waived: found?.waived ?? false,
    decided: found?.decided ?? null,
    checks: checks.map(({ testCase, check, trial, attempts, others, controls, plain }) => ({
      case: testCase.id,
      requirement: id,
      verdict: check.verdict,
      reason: check.reason,
      code: check.code,
      message: check.message,
      exchanges: [...attempts, ...others],
      controls: plain === null ? controls : [plain, ...controls],
      halted: trial?.halted ?? null,
    })),
    repeat: first === undefined ? null : rerunCommand(view.results, first),
    defect,
  };
}

const viewIn = (results: Results, language: Language): View =>
  viewOf({ ...results, target: { ...results.target, language } });

export interface ExplanationOptions {
  /** `json` has the English sentences, for programs. */
  readonly format: 'console' | 'json';
  readonly language: Language;
  /** Columns of the terminal. Less than 60 counts as 60. */
  readonly width: number;
  readonly color: boolean;
  /** How to call the program in a shell. */
  readonly program: string;
  /** The results file, quoted for a shell. */
  readonly file: string;
  /** Id of a defect of the reference that violates the requirement; null if there is none. */
  readonly defect: string | null;
}

interface Sheet extends View {
  readonly pen: Pen;
}

/** Explains how the verdict of a requirement came about. Only commands are wider than `width`. */
export function renderExplanation(results: Results, id: string, options: ExplanationOptions): string {
  const { format, language, width, color, defect } = options;
  if (format === 'json') return jsonText(explanationOf(results, id, defect));
  const sheet: Sheet = { ...viewIn(results, language), pen: makePen(width, color) };
  const found = sheet.results.requirements.find((one) => one.id === id);
  const lines = found === undefined ? unclaimedLines(id, sheet) : explanationLines(found, sheet, options);
  return `${lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')}\n`;
}

function unclaimedLines(id: string, { words, pen }: Sheet): readonly string[] {
  const known = deriveRequirements(specification).find((one) => one.id === id);
  const place = known === undefined ? '' : ` (${words('section')} ${known.section})`;
  return [
    ...pen.lines(`${glyphs.inconclusive} `, `${id}${place}: ${words('not-applicable')}`, 'strong'),
    ...pen.lines('  ', known === undefined ? null : say(known.statement, words.language)),
  ];
}

function explanationLines(
  found: RequirementResult,
  sheet: Sheet,
  { program, file, defect }: ExplanationOptions,
): readonly string[] {
  const { words, pen } = sheet;
  const outcome = outcomeOf(found);
  const all = groundsOf(found.id, sheet);
  const deciding = all.filter(({ check }) => check.verdict === all[0]?.check.verdict);
  const kinds = [
    ...Map.groupBy(deciding, ({ check: { code, expected, actual, reason } }) =>
      JSON.stringify([code, expected, actual, reason]),
    ).values(),
  ];
  const shown = kinds.slice(0, found.verdict === 'pass' ? mostShown.pass : mostShown.other);
  const rest = deciding.length - shown.flat().length;
  const head = [words(`verdict-${found.verdict}`), additionOf(found, words)].filter(Boolean).join(', ');
  const onPurpose = [
    `${program} mock --defect ${defect} --write-target defect.yaml`,
    `${program} run --target defect.yaml --requirement ${found.id}`,
  ];
  return [
    ...pen.lines(
      `${glyphs[outcome]} ${head}  `,
      `${found.id} (${words('section')} ${found.section})`,
      'strong',
      outcome,
    ),
    ...pen.lines('  ', found.statement),
    '',
    ...shown.flatMap((same) => [...checkLines(same, found, sheet), '']),
    ...verdictLines(found, all, sheet),
    ...pen.lines('     ', rest === 0 ? null : words('explain-further', { count: rest }), 'quiet'),
    ...repeatLines(shown[0]?.[0], sheet),
    ...(found.verdict === 'review' && found.decided === null
      ? [
          ...pen.heading(words('explain-decide')),
          ...pen.unbroken('  $ ', `${program} report ${file} --draft-reviews reviews.yaml`),
        ]
      : []),
    ...(defect === null
      ? []
      : [
          ...pen.heading(words('explain-on-purpose')),
          ...pen.lines('  ', words('explain-violating')),
          ...onPurpose.flatMap((command) => pen.unbroken('  $ ', command)),
        ]),
  ];
}

/**
 * Explains the first of several checks with the same outcome step by step, and lists the cases of the others.
 */
function checkLines(same: readonly Grounds[], found: RequirementResult, sheet: Sheet): readonly string[] {
  const [first] = same;
  if (first === undefined) return [];
  const { testCase, check } = first;
  const { pen } = sheet;
  return [
    ...pen.lines(`${glyphs[check.verdict]} `, `${testCase.id}: ${testCase.title}`, 'strong', check.verdict),
    ...requestLines(first, sheet),
    ...doubtLines(first, sheet),
    ...ruleLines(first, [...new Set(same.map((one) => one.testCase.id))].slice(1), found, sheet),
  ];
}

/** Step 1: the request, how often it was sent, and the answers. */
function requestLines({ check, trial, attempts }: Grounds, sheet: Sheet): readonly string[] {
  const { words, exchanges, pen } = sheet;
  const own = attempts.flatMap((id) => exchanges.get(id) ?? []);
  const deciding = own.find(({ id }) => id === check.exchange) ?? own.at(-1);
  if (deciding === undefined)
    return pen.lines('  1. ', words('explain-unsent', { request: trial?.request ?? '' }));
  const omitted = own.length - shownAttempts;
  const early = omitted > 0 ? own.slice(0, shownAttempts - 1) : own.slice(0, -1);
  const part = (sign: string, text: string): readonly string[] =>
    pen.lines(`     ${sign} `, clip(text, limits.body), 'plain', 'quiet');
  return [
    ...pen.lines('  1. ', words('explain-sent', { label: deciding.label, times: own.length })),
    ...early.flatMap((one) => exchangeLine('-', one, sheet)),
    ...pen.lines('     - ', omitted > 0 ? words('explain-omitted', { count: omitted }) : null, 'quiet'),
    ...own.slice(-1).flatMap((one) => exchangeLine('-', one, sheet)),
    ...part('>', requestLine(deciding)),
    ...part('>', deciding.request.body ?? ''),
    ...part('<', deciding.response?.body ?? ''),
  ];
}

/** Omits the content type, so that the answer fits on a line. */
const shortAnswer = ({ response, ...exchange }: Evidence, words: View['words']): string =>
  clip(answerLine({ ...exchange, response: response && { ...response, headers: [] } }, words), limits.text);

/** One exchange: its id, the time of sending, and the answer. */
function exchangeLine(sign: string, exchange: Evidence, { words, pen }: Sheet): readonly string[] {
  const sent = words('explain-at', { exchange: exchange.id, time: exchange.startedAt.slice(11, 23) });
  return pen.lines(`     ${sign} `, `${sent}: ${shortAnswer(exchange, words)}`);
}

/** Step 2: whether the answer was in doubt, and what the controls showed. */
function doubtLines(grounds: Grounds, sheet: Sheet): readonly string[] {
  const { results, words, exchanges, pen } = sheet;
  const { testCase, trial, controls, plain, plainHalt, others } = grounds;
  const bad = controls.filter(({ good }) => !good).flatMap(({ id }) => exchanges.get(id) ?? []);
  const good = controls.filter((control) => control.good).map(({ id }) => id);
  const kind = bad.length === 0 ? 'explain-controls-good' : 'explain-controls';
  const counted = words(kind, { good: good.length, total: controls.length });
  const named = good.length === 0 ? '' : ` (${some(good, namedIds)})`;
  const beside = exchanges.get(plain?.id ?? '');
  // Do not print the same reason twice.
  const halt = plainHalt === trial?.halted?.note ? null : plainHalt;
  const answer = beside === undefined ? halt : shortAnswer(beside, words);
  const exchange = plain?.id ?? results.baselines[testCase.variant]?.request ?? '';
  const also = (text: string | false): readonly string[] => pen.lines('     ', text === false ? null : text);
  return [
    ...pen.lines('  2. ', doubtWords(grounds, words)),
    ...also(trial?.outage === true && words('explain-outage')),
    ...also(controls.length > 0 && `${counted}${named}`),
    ...bad.slice(0, namedIds).flatMap((one) => exchangeLine(glyphs.fail, one, sheet)),
    ...also(answer !== null && words('explain-plain', { exchange, answer })),
    ...also(others.length > 0 && words('explain-compared', { exchanges: some(others, namedIds) })),
  ];
}

function doubtWords({ check, trial, attempts }: Grounds, words: Words): string {
  if (trial?.halted) return words('explain-halted', { note: clip(trial.halted.note, limits.text) });
  if (attempts.length === 0) return words('explain-nothing-sent');
  const isDecided = check.code !== 'open';
  if (attempts.length === 1) return words(isDecided ? 'explain-no-doubt' : 'explain-undecided');
  return isDecided
    ? words('explain-in-doubt', { exchange: check.exchange ?? '' })
    : words('explain-still-in-doubt');
}

/** Step 3: expected and actual, or why nothing follows from the answer, and the cases with the same outcome. */
function ruleLines(
  { check, trial }: Grounds,
  also: readonly string[],
  found: RequirementResult,
  sheet: Sheet,
): readonly string[] {
  const { words, pen } = sheet;
  const isOpen = check.code === 'open' || check.code === 'not-sent';
  const why = isOpen ? check.message : sayWhy(check, words.language);
  const rows = [
    [words('expected'), isOpen ? '' : check.expected],
    [words('actual'), isOpen ? '' : check.actual],
    [words('why'), why === trial?.halted?.note ? '' : why],
    [words('also'), some(also, namedIds)],
  ] as const;
  const column = Math.max(...rows.map(([name]) => displayWidth(name)));
  const { reason } = check;
  return [
    ...pen.lines('  3. ', isOpen ? words('explain-no-rule') : words('explain-rule', { code: check.code })),
    ...rows.flatMap(([name, text]) =>
      pen.lines(`     ${padDisplay(name, column)}  `, clip(text, limits.text), 'plain', 'quiet'),
    ),
    ...(reason === null
      ? []
      : reasonLines(
          `${words('verdict-inconclusive')}, ${words(`reason-${reason}`)}: `,
          reason,
          found,
          sheet,
        )),
  ];
}

/** Meaning of a reason, and what to do about it. */
const reasonLines = (
  name: string,
  reason: Reason,
  found: RequirementResult,
  { results, words, pen }: Sheet,
): readonly string[] => [
  ...pen.lines('     ', `${name}${reasonWords(reason, [found], words).happened}`),
  ...pen.lines('     → ', adviceOn(reason, [found], results, words)),
];

/** Step 4: how the checks determine the verdict of the requirement, and the effect of decisions and waivers. */
function verdictLines(found: RequirementResult, all: readonly Grounds[], sheet: Sheet): readonly string[] {
  const { results, words, waivers, pen } = sheet;
  const counts = verdicts
    .map((verdict) => [verdict, all.filter(({ check }) => check.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) =>
      all.length === 1 ? words(`verdict-${verdict}`) : `${words(`verdict-${verdict}`)}: ${count}`,
    );
  const cases = new Set(all.map(({ testCase }) => testCase)).size;
  const seen = worst(all.map(({ check }) => check.verdict));
  const isLeftOut = seen === 'pass' && found.verdict === 'inconclusive';
  return [
    ...pen.lines(
      '  4. ',
      seen === null
        ? words('explain-no-check')
        : words(all.length === 1 ? 'explain-only' : 'explain-worst', {
            checks: all.length,
            cases,
            counts: counts.join(', '),
          }),
    ),
    ...pen.lines('     ', isLeftOut ? words('explain-left-out') : null),
    ...(isLeftOut || seen === null ? reasonLines('', found.reason ?? 'not-selected', found, sheet) : []),
    ...decisionsOf(found, results).flatMap(({ decision, name, date, note }) =>
      pen.lines(
        `     ${words('decision')}: `,
        clip(
          [words(`decision-${decision}`), `${name}, ${date}`, note].filter(Boolean).join('; '),
          limits.text,
        ),
      ),
    ),
    ...waivers
      .filter(({ requirement }) => requirement === found.id)
      .flatMap(({ text, note }) =>
        pen.lines(`     ${words('waiver')}: `, clip(`${text} (${note})`, limits.text)),
      ),
  ];
}

/** Commands that repeat the case and the exchange of a check. */
function repeatLines(
  grounds: Grounds | undefined,
  { results, words, exchanges, pen }: Sheet,
): readonly string[] {
  if (grounds === undefined) return [];
  const { testCase, check } = grounds;
  const rerun = rerunCommand(results, testCase.id);
  const exchange = exchanges.get(check.exchange ?? '');
  if (rerun === null && exchange === undefined) return [];
  return [
    ...pen.heading(words('explain-repeat')),
    ...pen.unbroken('  $ ', rerun),
    ...(exchange === undefined
      ? []
      : [
          ...pen.unbroken('  $ ', sendCommand(results, exchange, testCase)),
          ...pen.unbroken('  $ ', clip(exchange.curl, limits.curl)),
          ...pen.lines('    ', placeholderNote(exchange, words), 'quiet'),
        ]),
  ];
}
