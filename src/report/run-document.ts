// The report of a run as a document: first what has to be known and done, then everything else, folded.

import { clip } from '../base/visible.ts';
import type { Exchange } from '../client/exchange.ts';
import { isLockout } from '../judge/answer.ts';
import { isWrongPassword, nameOf } from '../messages/banks.ts';
import { sayWhy } from '../messages/message.ts';
import { draftOf } from '../results/decisions.ts';
import type { OpenText } from '../results/decisions.ts';
import { isFailure, outcomeOf } from '../results/totals.ts';
import type { Cause, RequirementResult, Results } from '../results/results.ts';
import { detailsOf } from './details.ts';
import { code, command, fields, heading, link, list } from './document.ts';
import { quiet, quote, section, text, warning } from './document.ts';
import type { Block, Document, Line, Look } from './document.ts';
import { program } from './exchange-text.ts';
import { provisioningYaml } from './provisioning.ts';
import { cut, durationOf, glyphs, instantOf, looks, variantName } from './sentences.ts';
import { stepsOf } from './steps.ts';
import { outcomeIn, reasonOf, shownIn, textGroups, viewOf } from './view.ts';
import type { ReportOptions, Since, View } from './view.ts';

/** `inFull`: causes on a terminal and in a summary; a page shows all. `lines`: on its first screen. */
const most = { text: 600, inFull: 10, brief: 120, statements: 3, lines: 18, line: 160 } as const;
const short = (said: string): string => clip(said, most.text);

export function runDocument(recorded: Results, options: ReportOptions = {}): Document {
  const view = viewOf(recorded, options);
  const { results } = view;
  return [
    ...headOf(view),
    ...(results.isSelection ? [] : results.target.variants.map((variant) => variantCard(variant, view))),
    ...glanceOf(view),
    ...causesOf(view),
    ...untriedOf(view),
    ...detailsOf(view),
  ];
}

/** Why nothing of a variant could be judged. */
const isRoot = ({ kind, case: id }: Cause): boolean => kind === 'open' && id?.endsWith('.success') === true;

const isBeside = (one: Cause): boolean => one.kind === 'open' && !isRoot(one);

/** Each cause with its exchange: why nothing could be judged, failures, texts to decide, what else is open. */
export function causesOf(view: View, waived: Document = []): Document {
  return [
    ...section(
      heading(view.words('root-causes'), { id: 'root-causes', look: 'inconclusive' }),
      view.results.causes.filter(isRoot).map((one) => causeCard(one, view)),
    ),
    ...failuresOf(view),
    ...waived,
    ...fixedOf(view),
    ...reviewsOf(view),
    ...openOf(view),
  ];
}

/** The title of a page. */
export function titleOf(recorded: Results): string {
  const { results, words } = viewOf(recorded);
  return `${clip(results.target.name, most.line)}: ${words(`overall-${results.verdict}`)} – ${words('title')}`;
}

/** The outcome of a run on one line, for the end of a log. */
export function outcomeLine(recorded: Results): string {
  const { text: said, sign } = outcomeIn(viewOf(recorded));
  return `${glyphs[sign]} ${said}`;
}

function headOf(view: View): Document {
  const { results, words } = view;
  const { suite, target, verdict, startedAt, durationMs, requests, failedLogins } = results;
  const stale = results.decisions.filter(({ state }) => state === 'stale');
  return [
    heading(words(`overall-${verdict}`), {
      level: 1,
      look: looks[verdict],
      count: outcomeIn(view).text,
      id: 'verdict',
    }),
    text(quote(clip(target.name, most.line)), ' ', code(target.baseUrl)),
    quiet(
      `${suite.name} ${suite.version}, ${instantOf(startedAt, words)}, ${durationOf(durationMs, words)}, `,
      words('requests-sent', { count: requests }),
      ', ',
      words('failed-logins-counted', { count: failedLogins }),
      paceOf(view),
    ),
    ...(target.isReference ? [warning(words('tested-reference'))] : []),
    ...(results.interrupted ? [warning(words('run-interrupted'))] : []),
    ...(target.isTlsVerified ? [] : [warning(words('tls-unverified'))]),
    ...lockOf(view),
    ...(results.isSelection ? [warning(words('selected', { count: results.cases.length }))] : []),
    ...stale.map(({ requirement }) => warning(words('decision-stale'), ': ', code(requirement))),
    ...results.warnings.map((one) => warning(quote(short(one)))),
  ];
}

/** Credentials are refused that were accepted before, and nothing below says so. */
function lockOf({ results, exchanges, plain, words }: View): Document {
  const { attempts, profile } = results.record;
  const isRefused = ([variant, { response }]: readonly [string, Exchange]): boolean => {
    const own = attempts.filter(({ request }) => request === `${variant}.success`);
    const last = own.flatMap(({ exchange }) => exchanges.get(exchange ?? '') ?? []).at(-1);
    return response?.status === 200 && last !== undefined && isLockout(last);
  };
  if (results.causes.some(isRoot) || ![...plain].some(isRefused)) return [];
  const isOther = Object.values(profile.claims).some(({ unauthorized }) => unauthorized?.hasOwnPartner);
  const wrong = attempts.filter(({ request, exchange }) => exchange !== null && isWrongPassword(request));
  const count = isOther ? 0 : wrong.length;
  return [warning(count === 0 ? words('partner-refused') : words('partner-locked', { count }))];
}

/** What a limiter made of the run, and the rate that would have avoided it. */
function paceOf({ results: { pace, record }, words }: View): string {
  if (pace === null) return '';
  // Those that were sent to see who refuses are refused too.
  const all = record.exchanges.filter(({ response }) => response?.status === 429).length;
  const own = record.profile.limits['rate'] ?? Infinity;
  const kind = pace.rate === null ? 'over' : pace.rate < own ? 'kept' : 'below';
  const params = { refused: Math.max(all, pace.refused), rate: Math.min(own, pace.rate ?? own) };
  return `; ${words(`pace-${kind}`, params)}`;
}

function variantCard(variant: RequirementResult['variant'], view: View): Block {
  const { results, words } = view;
  const { verdict, counts } = results.variants[variant] ?? {
    verdict: 'incomplete',
    counts: { pass: 0, fail: 0, review: 0, inconclusive: 0 },
  };
  const own = results.requirements.filter((one) => one.variant === variant);
  const waived = own.filter((one) => one.waived).length;
  const decided = own.filter((one) => one.decided !== null).length;
  const left = counts.review + counts.inconclusive;
  const kind = verdict === 'incomplete' && waived > 0 ? 'waived' : verdict;
  const classLine = (name: 'core' | 'full'): string => {
    const steps = stepsOf(variant, name, view);
    return steps === null ? words('reached') : words('not-reached', { steps });
  };
  return {
    kind: 'card',
    look: looks[verdict],
    isSide: true,
    title: [`${variantName(variant, words)}: ${words(`overall-${verdict}`)}`],
    blocks: [
      text(
        words(`standing-${kind}`, {
          total: own.length,
          pass: counts.pass,
          failed: counts.fail - waived,
          waived,
          left: words(left === 0 ? 'left-none' : 'left-some', { count: left }),
          decided: decided === 0 ? '' : words('also-decided', { count: decided }),
        }),
      ),
      ...fields([
        [words('class-core'), classLine('core')],
        [words('class-full'), classLine('full')],
      ]),
    ],
  };
}

/** The first screen of a page has each cause on one line, and what else there is to do. */
function glanceOf(view: View): Document {
  const { results, words } = view;
  const counted = (look: Look, name: 'reviews' | 'open' | 'untried', count: number | string) =>
    count === 0 ? [] : [[look, [link(`${words(name)}: ${count}`, name)]] as const];
  const counts: readonly (readonly [look: Look, line: Line])[] = [
    ...counted('review', 'reviews', textGroups(view).length),
    ...counted('inconclusive', 'open', openCount(view)),
    ...counted('inconclusive', 'untried', results.untried.length),
  ];
  const causes = results.causes.map(
    (one) => [lookOf(one), [link(cut(titled(one), most.line), anchorOf(one))]] as const,
  );
  const room = most.lines - counts.length;
  const shown = [...Map.groupBy([...causes.slice(0, room), ...counts], ([look]) => look)];
  const lineIn = ([, line]: (typeof counts)[number]): Line => line;
  const rest = causes.length - room;
  return [
    ...shown.flatMap(([look, same]) => list(same.map(lineIn), look)),
    ...(rest > 0 ? [text(link(words('and-more', { count: rest }), 'failures'))] : []),
  ].map((block) => ({ ...block, only: 'page' as const }));
}

const lookOf = ({ kind }: Cause): Look => (kind === 'failure' ? 'fail' : 'inconclusive');

/** Failures name their variant themselves. */
const titled = ({ variant, kind, found }: Cause): string =>
  variant === null || kind === 'failure' ? found.message : `${variant.toUpperCase()}: ${found.message}`;

/** No requirement has two causes. */
const anchorOf = ({ requirements }: Cause): string => `cause:${requirements[0] ?? ''}`;

const stated = ({ id, statement }: RequirementResult): Line => [code(id), `: ${statement}`];

function failuresOf(view: View): Document {
  const { results, words, since } = view;
  const causes = results.causes.filter(({ kind }) => kind === 'failure');
  const failed = results.requirements.filter(isFailure);
  const explained = new Set(causes.flatMap(({ requirements }) => requirements));
  const others = failed.filter(({ id }) => !explained.has(id));
  const count = words('failures-counted', { causes: causes.length, requirements: failed.length });
  const shown = causes.map((one, at): Block => {
    const card = causeCard(one, view);
    return at < most.inFull ? card : { ...card, only: 'page' };
  });
  const rest = causes.slice(most.inFull).map((one): Line => [cut(one.found.message, most.brief)]);
  return section(heading(words('failures'), { look: 'fail', count, id: 'failures' }), [
    ...shown,
    ...list(rest, 'fail').map((block) => ({ ...block, only: 'text' as const })),
    ...list(others.map(stated), 'fail'),
    ...(since === null || ![...since.marks.values()].some((mark) => mark !== 'first')
      ? []
      : [quiet(words('since-run', { instant: instantOf(since.startedAt, words) }))]),
  ]);
}

/** Why, what it explains, expected above actual, the exchange, and the command that repeats it. */
export function causeCard(cause: Cause, view: View): Block {
  const { results, words, since } = view;
  const { kind, advice, requirements: ids, exchange, request } = cause;
  const look = lookOf(cause);
  const testCase = view.cases.get(cause.case ?? '');
  const all = ids.flatMap((id) => results.requirements.find((one) => one.id === id) ?? []);
  const isFailed = kind === 'failure';
  const behind = isFailed ? all.filter(isOpen).map(({ id }) => id) : [];
  const requirements = all.filter(({ id }) => !behind.includes(id));
  const checks = (testCase?.checks ?? []).filter(({ verdict }) => verdict === look);
  const check = checks.find(({ requirement }) => requirement === ids[0]) ?? checks[0];
  const first = results.causes.find((one) => one.exchange !== null && one.exchange === exchange);
  const elsewhere = first === undefined ? '' : link(first.requirements[0] ?? '', anchorOf(first));
  const others = results.cases.filter(
    (one) =>
      one !== testCase &&
      one.checks.some(({ verdict, requirement }) => verdict === look && ids.includes(requirement)),
  );
  const shown =
    testCase === undefined || exchange === null
      ? null
      : shownIn(testCase, exchange, view, { hasCommand: request !== null });
  return {
    kind: 'card',
    look,
    id: anchorOf(cause),
    title: [short(titled(cause))],
    ...(since === null || !isFailed ? {} : { tag: tagOf(since, ids, words) }),
    blocks: [
      ...(advice === null ? [] : [text(`→ ${short(advice.message)}`)]),
      ...requirementLines(requirements, words),
      ...(behind.length > 0
        ? [text(words('untested-behind', { count: behind.length }), ': ', code(...behind))]
        : []),
      ...(check === undefined || !isFailed
        ? []
        : fields([
            [words('expected'), short(check.expected)],
            [words('actual'), short(check.actual)],
            [words('why'), sayWhy(check, words.language)],
            [words('control'), controlsOf(check.exchanges.slice(1), view)],
            [words('also'), titlesOf(others)],
          ])),
      ...(shown === null
        ? []
        : first === cause
          ? [{ kind: 'exchange', shown } as const]
          : [text(words('shown-with'), ' ', elsewhere)]),
    ],
  };
}

/** A few cases by id and title, or the ids of many. */
const titlesOf = (cases: Results['cases']): Line =>
  cases.length > most.statements
    ? [code(...cases.map(({ id }) => id))]
    : cases.flatMap(({ id, title }, at) => [at === 0 ? '' : '; ', code(id), ` (${title})`]);

/** What failures are beside those of earlier results; where they differ, how many are what. */
function tagOf({ marks }: Since, ids: readonly string[], words: View['words']): string {
  const all = ids.flatMap((id) => marks.get(id) ?? []);
  const own = [...Map.groupBy(all, (mark) => mark)];
  const [first] = own;
  return own.length === 1 && first !== undefined
    ? words(`mark-${first[0]}`)
    : own.map(([mark, { length: count }]) => words(`marks-${mark}`, { count })).join(', ');
}

/** What the plain requests around it were answered. */
function controlsOf(ids: readonly string[], { exchanges, words }: View): string {
  const statuses = ids.map((id) => exchanges.get(id)?.response?.status ?? words('no-answer'));
  const counted = [...Map.groupBy(statuses, (status) => status)];
  const answers = counted.map(([status, { length }]) =>
    length === 1 ? `${status}` : `${length} × ${status}`,
  );
  return answers.length === 0 ? '' : words('control-line', { answers });
}

/** A few requirements with their statements, or the ids of many. */
function requirementLines(found: readonly RequirementResult[], words: View['words']): Document {
  const ids = found.map(({ id }) => id);
  const sections = [...new Set(found.flatMap((one) => one.section.split(', ')))].toSorted();
  const counted = words('requirements-counted', { count: ids.length, sections });
  if (ids.length > most.statements) return [text(counted, ': ', code(...ids))];
  return found.map(({ id, section: place, statement }) =>
    text(code(id), ` (${words('section')} ${place}): ${statement}`),
  );
}

function fixedOf({ since, results, words }: View): Document {
  const fixed = results.requirements.filter(({ id }) => since?.fixed.includes(id));
  if (since === null) return [];
  const count = String(fixed.length);
  return section(
    heading(words('fixed-since', { instant: instantOf(since.startedAt, words) }), { look: 'pass', count }),
    list(fixed.map(stated)),
  );
}

/** Each text once, for all that it decides. */
function reviewsOf(view: View): Document {
  const { texts, words, results, source } = view;
  const groups = textGroups(view);
  const draft = `${program} report ${source} --draft-decisions decisions.yaml`;
  const decide = [text(words('decide')), command(draft)];
  const open = results.requirements.filter((one) => outcomeOf(one) === 'review').map(({ id }) => id);
  const shown = new Set(texts.map(({ requirement }) => requirement));
  const explained = open.filter((id) => !shown.has(id));
  return [
    ...section(
      heading(words('reviews'), { look: 'review', count: String(groups.length), id: 'reviews' }),
      groups.length === 0 ? [] : [...groups.map((same) => reviewCard(same, view)), ...decide],
    ),
    ...(explained.length === 0 ? [] : [quiet(words('explained-texts'), ' ', code(...explained))]),
  ];
}

function reviewCard(same: readonly OpenText[], view: View): Block {
  const { results, words } = view;
  const requirements = results.requirements.filter(({ id }) => same.some((one) => one.requirement === id));
  const whys = new Set(same.map(({ check }) => sayWhy(check, words.language)));
  const [first] = same;
  const testCase = view.cases.get(first?.case ?? '');
  const id = first?.check.exchanges[0];
  const shown = testCase === undefined || id === undefined ? null : shownIn(testCase, id, view);
  const draft = draftOf(same, results);
  return {
    kind: 'card',
    look: 'review',
    id: `review:${first?.requirement ?? ''}`,
    title: [quote(words('quoted', { text: short(first?.text ?? '') }))],
    blocks: [
      ...requirementLines(requirements, words),
      ...fields([...whys].map((why) => [words('why'), short(why)])),
      ...(shown === null ? [] : [{ kind: 'exchange', shown, only: 'page' } as const]),
      {
        kind: 'fold',
        label: [code('decisions.yaml')],
        blocks: [{ kind: 'code', lines: draft.trimEnd().split('\n') }],
      },
    ],
  };
}

const isOpen = (one: RequirementResult): boolean => outcomeOf(one) === 'inconclusive';

/** What is open and has not been explained above. */
function openBeside({ requirements, results }: View): readonly RequirementResult[] {
  const above = results.causes.filter((one) => !isBeside(one));
  const explained = new Set(above.flatMap((one) => one.requirements));
  return requirements.filter((one) => isOpen(one) && !explained.has(one.id));
}

/** How many of them stand under this heading, and how many with a cause above it. */
function openCount(view: View): number | string {
  const open = openBeside(view).length;
  const above = view.requirements.filter(isOpen).length - open;
  return open === 0 || above === 0 ? open : view.words('open-counted', { open, above });
}

/** What could not be tested: by cause, and without one by reason, with what to add to the profile. */
function openOf(view: View): Document {
  const { words, results } = view;
  const explained = new Set(results.causes.flatMap((one) => one.requirements));
  const open = openBeside(view);
  const groups = Map.groupBy(
    open.filter(({ id }) => !explained.has(id)),
    (one) => reasonOf(one, results),
  );
  const cards = [...groups].map(([reason, members]): Block => {
    const ids = new Set(members.flatMap(({ cases }) => cases));
    const conditions = results.cases.filter((one) => ids.has(one.id)).map(({ condition }) => condition);
    const yaml = reason === 'not-provisioned' ? provisioningYaml(conditions, words) : [];
    return {
      kind: 'card',
      look: 'inconclusive',
      id: `open:${reason}`,
      title: [`${words(`reason-${reason}`)}: ${members.length}`],
      blocks: [
        text(words(`reason-${reason}.happened`)),
        text(code(...members.map(({ id }) => id))),
        text(`→ ${yaml.length > 0 ? words('profile-hint') : words(`reason-${reason}.advice`)}`),
        ...(yaml.length === 0 ? [] : [{ kind: 'code', lines: yaml } as const]),
      ],
    };
  });
  return section(
    heading(words('open'), { look: 'inconclusive', count: String(openCount(view)), id: 'open' }),
    [...results.causes.filter(isBeside).map((one) => causeCard(one, view)), ...cards],
  );
}

/** One number and one list. */
export function untriedOf({ results, words }: View): Document {
  const { untried } = results;
  const reasons = [...Map.groupBy(untried, ({ why }) => why)];
  return section(
    heading(words('untried'), { look: 'inconclusive', count: String(untried.length), id: 'untried' }),
    list(
      reasons.map(([why, same]) => {
        const said = why === 'setup-failed' ? words('reason-setup-failed') : nameOf('unsent', why, words);
        return [`${said}: `, code(...same.map(({ request }) => request))];
      }),
    ),
  );
}
