import { idCode, mark, overallMark, prose, verdictMark } from './markup.ts';
import { html, wholePage } from '../../base/html.ts';
import type { Html } from '../../base/html.ts';
import { choice } from './page.ts';
import { additionOf, byGroup, reasonWords, variantViews } from '../view.ts';
import type { VariantView } from '../sentences.ts';
import { answerTimes, quantile } from '../exchange-text.ts';
import { clip } from '../../base/visible.ts';
import { inLanguage } from '../in-language.ts';
import { worst } from '../../judge/check.ts';
import type { Verdict } from '../../judge/check.ts';
import { outcomeOf } from '../../results/totals.ts';
import { suspicionsOf } from '../suspect.ts';
import type { Suspicion } from '../suspect.ts';
import { exchangesById } from '../../results/results.ts';
import type { RequirementResult, Results } from '../../results/results.ts';
import { clientText } from '../../base/package.ts';
import type { Language, Words } from '../../messages/message.ts';
import { decidingSentences } from '../../comparison/compare-results.ts';
import { countsOf, glyphs, instantOf, variantName } from '../sentences.ts';
import { wordsIn } from '../../messages/message.ts';

/** What a matrix needs of a run. Cases and exchanges are dropped to save memory. */
export interface MatrixColumn {
  readonly results: Results;
  /** Settings of its profile that may be wrong as well as the service. */
  readonly suspicions: readonly Suspicion[];
  readonly variants: readonly VariantView[];
  /** URL of its report, relative to the matrix; null if there is none. */
  readonly href: string | null;
  /** Sentences of the checks that decided each requirement, by its id, without repetitions. */
  readonly said: ReadonlyMap<string, ReadonlySet<string>>;
  /** Median answer time; null if nothing was answered. */
  readonly latencyMs: number | null;
}

/** A run that a matrix shows, and the address of its report, relative to the matrix; null if it has none. */
export interface MatrixRun {
  readonly results: Results;
  readonly href: string | null;
}

export function matrixColumn(results: Results, href: string | null): MatrixColumn {
  const kept = { ...results, cases: [], controls: [], baselines: {}, observations: [], advisories: [] };
  const [suspicions, variants] = [suspicionsOf(results), variantViews(results)];
  const times = answerTimes([...exchangesById(results).values()]);
  const latencyMs = times.length === 0 ? null : Math.round(quantile(times, 0.5));
  return { results: kept, suspicions, variants, href, said: decidingSentences(results), latencyMs };
}

const nameLimit = 80;
const textLimit = 300;
const verdicts = ['fail', 'review', 'inconclusive', 'pass'] as const;

/** With more columns, cells show signs until the reader asks for words. */
const shownInWords = 8;

/** Reasons shown per requirement, and characters of each. Fifty failing targets then take less than 1 MB. */
const [reasonsShown, reasonLimit] = [5, 200];

/** True if all runs are of one target. The matrix then shows its history. */
const isHistory = (columns: readonly MatrixColumn[]): boolean =>
  columns.length > 1 &&
  new Set(columns.map(({ results: { target } }) => `${target.name}\n${target.baseUrl}`)).size === 1;

/**
 * Renders one self-contained HTML file of many runs against all requirements, in a language or else in that of
 * the first run. Of each run only its column stays in memory.
 */
export async function renderMatrix(
  runs: AsyncIterable<MatrixRun>,
  wanted: Language | undefined,
): Promise<string> {
  const columns: MatrixColumn[] = [];
  let language = wanted;
  for await (const { results, href } of runs) {
    language ??= results.target.language;
    columns.push(matrixColumn(inLanguage(results, language), href));
  }
  return drawMatrix(columns, language ?? 'en');
}

/** The page of these columns, those of one target in the order of time. Hostile text stays text. */
export function drawMatrix(given: readonly MatrixColumn[], language: Language): string {
  const words = wordsIn(language);
  const columns = isHistory(given)
    ? given.toSorted((one, other) => one.results.startedAt.localeCompare(other.results.startedAt, 'en'))
    : given;
  const isMany = columns.length > shownInWords;
  const body = html`<div class="frame">
    ${masthead(columns, words)}
    <main>
      ${toolbar(words, isMany)}
      <div
        class="scroll${isMany ? ' many' : ''}"
        role="region"
        aria-label="${words('matrix-title')}"
        tabindex="0"
      >
        <table class="grid" aria-label="${words('matrix-title')}">
          <thead>
            <tr>
              <th scope="col">${words('requirement')}</th>
              ${columns.map((column) => columnHead(column, columns, words))}
            </tr>
          </thead>
          <tbody>
            ${variantRows(columns, words)} ${latencyRow(columns, words)}
          </tbody>
          ${requirementBodies(columns, words)}
        </table>
      </div>
    </main>
  </div>`;
  const style = clientText('report.css') + clientText('matrix.css');
  return wholePage({ language, title: words('matrix-title'), style, script: clientText('page.js'), body });
}

/** Top of the page: outcomes of targets and requirements, and the legend. */
function masthead(columns: readonly MatrixColumn[], words: Words): Html {
  const isOne = isHistory(columns);
  const results = columns.map((column) => column.results);
  const requirementResults = results.flatMap(({ requirements }) => requirements);
  const outcomes = (['conforming', 'nonconforming', 'suspect', 'incomplete'] as const).flatMap((name) => {
    const withOutcome = columns.filter(
      ({ results: { verdict }, suspicions }) => (suspicions.length > 0 ? 'suspect' : verdict) === name,
    );
    return withOutcome
      .slice(0, 1)
      .map(({ results: { verdict }, suspicions }) =>
        counted(withOutcome.length, overallMark({ verdict, suspicions }, words)),
      );
  });
  const found = [...Map.groupBy(requirementResults, ({ id }) => id).values()].map((ofOne) =>
    ofOne.map((one) => outcomeOf(one)),
  );
  // A requirement counts once, however many columns there are.
  const worstOf = found.map((outcomes) => worst(outcomes));
  const signs = verdicts.map((verdict) =>
    counted(worstOf.filter((one) => one === verdict).length, verdictMark(verdict, words)),
  );
  const differing = found.filter(isUneven).length;
  const explained = [
    ...(columns.length < 2 ? [] : [html`<li class="muted">${words('matrix-worst')}</li>`]),
    ...(differing === 0 ? [] : [html`<li>${words('matrix-differing', { count: differing })}</li>`]),
  ];
  const hasMore = requirementResults.some((one) => additionOf(one, words) !== '');
  const more = hasMore ? html`<li class="muted">${words('matrix-more')}</li>` : null;
  // Warn if different versions of the suite or profiles make the columns hard to compare.
  const suites = [...new Set(results.map(({ suite }) => suite.version))].toSorted();
  const warnings = [
    ...(suites.length < 2 ? [] : [`${words('matrix-suites')} ${suites.join(', ')}`]),
    ...(new Set(results.map(({ spec }) => spec.sha256)).size < 2 ? [] : [words('matrix-specifications')]),
  ];
  return html`<header class="mast">
    <p class="controls"><button type="button" data-do="print">${words('print')}</button></p>
    <h1>${words('matrix-title')}</h1>
    ${isOne ? results.slice(0, 1).map(({ target }) => html`<p><b>${target.name}</b> ${target.baseUrl}</p>`) : null}
    <dl class="totals">
      ${totals(isOne ? words('matrix-runs') : words('matrix-targets'), columns.length, outcomes)}
      ${totals(words('requirements'), found.length, [...signs, ...explained, more])}
    </dl>
    ${warnings.length === 0 ? null : html`<div class="notice">${warnings.map((text) => html`<p>${text}</p>`)}</div>`}
  </header>`;
}

const counted = (count: number, shown: Html): Html => html`<li><b>${count}</b>${shown}</li>`;

const totals = (title: string, count: number, items: readonly (Html | null)[]): Html =>
  html`<div>
    <dt>${title} <b>${count}</b></dt>
    <dd>
      <ul class="tally">
        ${items}
      </ul>
    </dd>
  </div>`;

/**
 * Filter by verdict, search box and density of the table. Elements that need a script stay hidden without it.
 */
function toolbar(words: Words, isMany: boolean): Html {
  return html`<form class="toolbar" id="filter">
    <fieldset class="needs-script">
      <legend>${words('filter')}</legend>
      ${choice('all', words('all'), true)}${verdicts.map((verdict) => choice(verdict, verdictMark(verdict, words)))}
    </fieldset>
    <input
      class="needs-script"
      type="search"
      name="search"
      placeholder="${words('matrix-search')}"
      aria-label="${words('matrix-search')}"
    />
    <label
      ><input type="checkbox" id="matrix-signs" ${isMany ? html`checked` : null} />
      ${words('signs-only')}</label
    >
    <output id="filter-outcome" class="muted" data-none="${words('no-match')}"></output>
    <button type="button" data-do="reset" hidden>${words('show-all')}</button>
  </form>`;
}

/** Head of a column: name, link to the report if there is one, distinguishing data, verdict. */
function columnHead(column: MatrixColumn, all: readonly MatrixColumn[], words: Words): Html {
  const { results, suspicions, href } = column;
  const { target, startedAt, verdict, interrupted, rootCauses } = results;
  const [name, note] = labelOf(column, all, words);
  const problem = rootCauses[0]?.message ?? '';
  const hint = [target.name, target.baseUrl, instantOf(startedAt, words), problem];
  const notes = [note, interrupted ? words('matrix-interrupted') : '', problem].filter((text) => text !== '');
  const shown = clip(name, nameLimit);
  return html`<th
    scope="col"
    title="${hint
      .filter(Boolean)
      .map((part) => clip(part, textLimit))
      .join(' · ')}"
  >
    <div class="name">
      ${href === null ? html`<span>${shown}</span>` : html`<a href="${href}">${shown}</a>`}
    </div>
    ${notes.map((text) => html`<div class="muted note">${clip(text, nameLimit)}</div>`)}
    <div>${overallMark({ verdict, suspicions }, words)}</div>
  </th>`;
}

/**
 * Name of a run: its time in a history, else its target. Targets of the same name get their time, and their
 * address if it differs.
 */
function labelOf(
  { results: { target, startedAt } }: MatrixColumn,
  all: readonly MatrixColumn[],
  words: Words,
): readonly [name: string, note: string] {
  if (isHistory(all)) return [instantOf(startedAt, words), ''];
  const namesakes = all.map(({ results }) => results.target).filter(({ name }) => name === target.name);
  if (namesakes.length < 2) return [target.name, ''];
  const isElsewhere = namesakes.some(({ baseUrl }) => baseUrl !== target.baseUrl);
  const instant = instantOf(startedAt, words);
  return [target.name, isElsewhere ? `${instant}, ${target.baseUrl}` : instant];
}

/** One row per variant: verdict, class and counts in every column. */
function variantRows(columns: readonly MatrixColumn[], words: Words): readonly Html[] {
  const variants = [...new Set(columns.flatMap(({ results }) => Object.keys(results.variants)))].toSorted();
  return variants.map((id) => {
    const cells = columns.map((column) => {
      const summary = column.variants.find(({ variant }) => variant === id);
      if (summary === undefined)
        return html`<td class="sum"><span class="muted said">${words('verdict-absent')}</span></td>`;
      const { classes } = summary;
      const reached = classes.full.reached ? 'full' : classes.core.reached ? 'core' : 'none';
      const counts = (['pass', 'fail', 'review', 'inconclusive'] as const).map(
        (verdict) => html`<span class="v-${verdict}">${glyphs[verdict]}${summary.counts[verdict]}</span> `,
      );
      return html`<td class="sum">
        <div>${overallMark(summary, words)}</div>
        <div>${words(`matrix-class-${reached}`)}</div>
        <div>
          <span class="tallies" aria-hidden="true">${counts}</span
          ><span class="unseen">${countsOf(summary, words)}</span>
        </div>
      </td>`;
    });
    return html`<tr>
      <th scope="row">${variantName(id, words)}</th>
      ${cells}
    </tr> `;
  });
}

/** Median answer times, in ms. */
function latencyRow(columns: readonly MatrixColumn[], words: Words): Html {
  return html`<tr>
    <th scope="row">${words('matrix-latency')}</th>
    ${columns.map(({ latencyMs }) => html`<td class="sum"><div>${latencyMs ?? '–'}</div></td>`)}
  </tr>`;
}

/** When a requirement first failed and since when it passes again; null if never, or for several targets. */
function trend(cells: readonly Cell[], words: Words): Html | null {
  const columns = cells.map(({ column }) => column);
  const failed = cells.map(({ result }) => result !== undefined && outcomeOf(result) === 'fail');
  const first = columns[failed.indexOf(true)];
  if (first === undefined || !isHistory(columns)) return null;
  const last = failed.lastIndexOf(true);
  const fixed = cells
    .slice(last + 1)
    .find(({ result }) => result !== undefined && outcomeOf(result) === 'pass');
  const instant = instantOf(first.results.startedAt, words);
  const text =
    fixed === undefined
      ? words('first-seen', { instant })
      : words('first-seen-fixed', { instant, fixed: instantOf(fixed.column.results.startedAt, words) });
  return html`<p class="trend">${text}</p>`;
}

interface Cell {
  readonly column: MatrixColumn;
  /** Undefined if the run does not know the requirement, or its variant is not claimed. */
  readonly result: RequirementResult | undefined;
  /** Why it did not pass; '' if it did. */
  readonly why: string;
}

/** True if a requirement has not the same outcome in all runs that know it. */
const isUneven = (outcomes: readonly Verdict[]): boolean => new Set(outcomes).size > 1;

/** All requirements with a table body for each topic: first those in which the columns differ. */
function requirementBodies(columns: readonly MatrixColumn[], words: Words): readonly Html[] {
  const known = new Map(columns.flatMap(({ results }) => results.requirements.map((one) => [one.id, one])));
  const names = new Map(
    columns.map((column) => [column, labelOf(column, columns, words).filter(Boolean).join(', ')] as const),
  );
  const byId = columns.map(({ results }) => new Map(results.requirements.map((one) => [one.id, one])));
  const rowOf = ({ id, variant, statement, section }: RequirementResult): Html => {
    const cells = columns.map((column, index): Cell => {
      const result = byId[index]?.get(id);
      return { column, result, why: clip(whyOf(column, result, words), reasonLimit) };
    });
    return html`<tr id="${id}">
      <th scope="row">
        <details>
          <summary>${idCode(id)}</summary>
          <p>${prose(statement)} <span class="muted">${words('section')} ${section}</span></p>
          ${trend(cells, words)} ${reasonList(cells, names)}
        </details>
      </th>
      ${cells.map((cell) => drawCell(cell, variant, words))}
    </tr> `;
  };
  const differs = ({ id }: RequirementResult): boolean =>
    isUneven(byId.flatMap((own) => own.get(id) ?? []).map((one) => outcomeOf(one)));
  const all = [...known.values()];
  const uneven = all.filter(differs);
  const bodies = (some: readonly RequirementResult[], note: string): readonly Html[] =>
    byGroup(some, words).map(
      ([title, members]) =>
        html`<tbody data-group>
          <tr class="heading">
            <th scope="rowgroup" colspan="${columns.length + 1}">
              <span>${title} <span class="muted">${note}</span></span>
            </th>
          </tr>
          ${besideEachOther(members).map(rowOf)}
        </tbody>`,
    );
  if (uneven.length === 0) return bodies(all, '');
  const even = all.filter((one) => !differs(one));
  return [...bodies(uneven, words('matrix-uneven')), ...bodies(even, words('matrix-even'))];
}

/** The requirements of all variants on the same thing one below the other. */
const besideEachOther = (requirements: readonly RequirementResult[]): readonly RequirementResult[] =>
  [...Map.groupBy(requirements, ({ id, variant }) => id.slice(variant.length)).values()].flatMap((same) =>
    same.toSorted((one, other) => one.variant.localeCompare(other.variant, 'en')),
  );

function whyOf({ said }: MatrixColumn, result: RequirementResult | undefined, words: Words): string {
  if (result === undefined || result.verdict === 'pass') return '';
  const [first, ...others] = said.get(result.id) ?? [];
  const reason = result.reason === null ? '' : `${result.reason}: `;
  if (first !== undefined) return `${reason}${first}${others.length > 0 ? ` (+${others.length})` : ''}`;
  return result.reason === null ? '' : `${reason}${reasonWords(result.reason, [result], words).happened}`;
}

// Written for thousands of cells, so the style sheet draws signs and colours.
function drawCell({ column: { href, results }, result }: Cell, variant: string, words: Words): Html {
  if (result === undefined) {
    return Object.hasOwn(results.variants, variant)
      ? html`<td data-v="none" title="${words('matrix-unknown-hint')}">
          <span>${words('matrix-unknown')}</span>
        </td>`
      : html`<td data-v="none"><span>${words('verdict-absent')}</span></td>`;
  }
  const more = additionOf(result, words);
  const outcome = outcomeOf(result);
  const word = [words(`verdict-${outcome}`), more].filter((part) => part !== '').join(', ');
  const isLinked = href !== null && outcome !== 'pass';
  const shown = isLinked ? html`<a href="${href}#${result.id}">${word}</a>` : html`<span>${word}</span>`;
  return html`<td data-v="${outcome}" ${more === '' ? null : html`data-more`}>${shown}</td>`;
}

/** Reasons why runs did not pass a requirement, each with the targets that it applies to. */
function reasonList(cells: readonly Cell[], names: ReadonlyMap<MatrixColumn, string>): Html | null {
  const open = cells.flatMap(({ column, result, why }) =>
    result === undefined || why === ''
      ? []
      : [{ name: names.get(column) ?? '', outcome: outcomeOf(result), why }],
  );
  const reasons = [...Map.groupBy(open, ({ outcome, why }) => `${outcome} ${why}`).values()];
  if (reasons.length === 0) return null;
  const items = reasons.slice(0, reasonsShown).flatMap((targets) => {
    const holders = targets.map(({ name }) => clip(name, nameLimit)).join(', ');
    return targets.slice(0, 1).map(({ outcome, why }) => {
      return html`<li>${mark(outcome, glyphs[outcome], clip(holders, textLimit))}: ${prose(why)}</li>`;
    });
  });
  const rest = reasons.length - reasonsShown;
  return html`<ul class="reasons">
    ${items}${rest > 0 ? html`<li class="muted">… (+${rest})</li>` : null}
  </ul>`;
}
