import type { Wording } from '../words/wording.ts';
import { answerTimes, quantile } from '../exchange-text.ts';
import { clip } from '../visible.ts';
import type { PageContext } from './context.ts';
import { entry, html, idLinks, prose, section, table } from './markup.ts';
import type { Content, Html, Section } from './markup.ts';

const textLimit = 600;
const shortText = 20;

/** What stands beside the verdicts: decisions, waivers, advisories, observations, latency, environment. */
export function noteSections(context: PageContext): readonly (Section | null)[] {
  const { results, words, exchanges } = context;
  const { labels } = words;
  const variants = Object.keys(results.variants);
  const cases = new Set(results.cases.map(({ id }) => id));
  const arrows = (ids: readonly string[]): readonly Html[] =>
    ids
      .filter((id) => exchanges.has(id))
      .slice(0, 2)
      .map((id) => html` <a class="see" href="#exchange:${id}" title="${id}" aria-label="${id}">→</a>`);
  return [
    noteTable(
      'decided',
      labels.decidedBy,
      [labels.cases, labels.text, labels.decision, labels.name, labels.date, labels.note, labels.state],
      results.reviews.map((one) => [
        cases.has(one.case) ? idLinks([one.case], 'case:', 1) : one.case,
        one.text,
        words.decisions[one.decision],
        one.name,
        one.date,
        one.note,
        words.reviewStates[one.state],
      ]),
    ),
    noteTable(
      'waivers',
      labels.waivers,
      [labels.requirement, labels.state, labels.reason, labels.owner, labels.until],
      context.waivers.map((one) => [
        context.requirements.has(one.requirement) ? idLinks([one.requirement], '', 1) : one.requirement,
        prose(one.text),
        one.reason,
        one.owner,
        one.until,
      ]),
    ),
    noteTable(
      'advisories',
      labels.advisories,
      [labels.variant, labels.message],
      context.advisories.map(({ variants: own, message, exchanges: ids }) => [
        own.map((variant) => words.variant(variant)).join(', '),
        html`${clip(message, textLimit)}${arrows(ids)}`,
      ]),
    ),
    noteTable(
      'observations',
      labels.observations,
      [labels.question, ...variants.map((variant) => words.variant(variant))],
      [...Map.groupBy(results.observations, ({ question }) => question)].map(([question, same]) => [
        question,
        ...variants.map((variant) =>
          same
            .filter((one) => one.variant === variant)
            .map(({ value, exchanges: ids }) => html`${clip(value, textLimit)}${arrows(ids)} `),
        ),
      ]),
      labels.showAll,
    ),
    latencySection(context),
    environmentSection(context),
  ];
}

function noteTable(
  id: string,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
  foldedAs: string | null = null,
): Section | null {
  if (rows.length === 0) return null;
  const shown = (content: Content): Content =>
    typeof content === 'string' ? clip(content, textLimit) : content;
  // Dates and words are not broken to make room for longer texts.
  const look = (content: Content): Html | null =>
    typeof content === 'string' && content.length <= shortText ? html` class="short"` : null;
  const line = ([first = '', ...others]: readonly Content[]): Html =>
    html`<tr>
      <th scope="row">${shown(first)}</th>
      ${others.map((content, index) => html`<td${look(content)} data-label="${heads[index + 1] ?? ''}">${shown(content)}</td>`)}
    </tr> `;
  const content = table('stack', heads, rows.map(line));
  return section(
    id,
    title,
    rows.length,
    foldedAs === null
      ? content
      : html`<details class="folded">
          <summary>${foldedAs}</summary>
          ${content}
        </details>`,
  );
}

type Times = readonly (readonly [variant: string, times: readonly number[]])[];

/** The share of answers that came within a time, as a curve and in numbers; null if nothing was answered. */
function latencySection({ results, words, exchanges }: PageContext): Section | null {
  const all = [...exchanges.values()];
  const byVariant: Times = Object.keys(results.variants)
    .map((id) => [id, answerTimes(all.filter(({ variant }) => variant === id))] as const)
    .filter(([, times]) => times.length > 0);
  if (byVariant.length === 0) return null;
  const { labels } = words;
  const names = byVariant.map(
    ([variant], index) =>
      html`<span class="key key-${index % 2}" aria-hidden="true"></span>${words.variant(variant)}`,
  );
  const rows = [0.5, 0.9, 0.95, 0.99, 1].map(
    (share) =>
      html`<tr>
        <th scope="row">${share === 1 ? labels.slowest : `${Math.round(share * 100)} %`}</th>
        ${byVariant.map(([variant, times]) => html`<td data-label="${words.variant(variant)}">${words.duration(quantile(times, share))}</td>`)}
      </tr> `,
  );
  const numbers = table('quantiles', [labels.quantile, ...names], rows);
  const content = html`<div class="latency">${plot(byVariant, words)} ${numbers}</div>`;
  return section('latency', labels.latencyTitle, null, content);
}

/** The drawing and its frame, in pixels. */
const size = { width: 480, height: 140, left: 44, right: 468, top: 10, ground: 116 } as const;
const steps = 60;

// A round number that holds everything.
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10) * power;
}

function plot(byVariant: Times, words: Wording): Html {
  const { width, height, left, right, top, ground } = size;
  const end = roundUp(Math.max(...byVariant.map(([, times]) => quantile(times, 1))));
  const x = (ms: number): number => left + (Math.min(ms, end) / end) * (right - left);
  const y = (share: number): number => ground - share * (ground - top);
  const levels = [0, 0.5, 1].map(
    (share) =>
      html`<line x1="${left}" x2="${right}" y1="${y(share)}" y2="${y(share)}" />
        <text x="${left - 6}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`,
  );
  const curves = byVariant.map(([, times], index) => {
    const points = Array.from({ length: steps + 1 }, (_, step) => {
      const ms = step === 0 ? (times[0] ?? 0) : quantile(times, step / steps);
      return `${x(ms).toFixed(1)},${y(step / steps).toFixed(1)}`;
    });
    return html`<polyline class="line-${index % 2}" points="${points.join(' ')}" />`;
  });
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${levels}
    <text x="${left}" y="${height - 6}">0</text>
    <text x="${right}" y="${height - 6}" text-anchor="end">${words.duration(end)}</text>
    ${curves}
  </svg>`;
}

/** When all this was seen, and with which suite, specification and profile. */
function environmentSection({ results, words, pace, leftOut }: PageContext): Section | null {
  const { suite, spec, target, environment, profile, seed, notApplicable } = results;
  const { labels } = words;
  const digest = (sha256: string): Html => html`SHA-256 <code>${sha256}</code>`;
  const facts: readonly (readonly [string, Content])[] = [
    [labels.target, `${target.name}, ${target.baseUrl}`],
    [labels.suite, `${suite.name} ${suite.version}`],
    [labels.specification, html`${labels.specifies}, ${digest(spec.sha256)}`],
    [labels.profile, digest(profile.sha256)],
    [labels.platform, `Node ${environment.node}, ${environment.platform}`],
    [labels.started, words.instant(results.startedAt)],
    [labels.duration, `${words.duration(results.durationMs)}, ${words.requests(results.requests, leftOut)}`],
    [labels.failedLogins, results.failedLogins],
    ...(pace === null ? [] : [[labels.pace, pace] as const]),
    [labels.repeat, results.repeat],
    [labels.order, seed === null ? labels.orderDerived : `${labels.drawnFrom} ${seed}`],
    [labels.notApplicable, notApplicable.length === 0 ? '–' : notApplicable.join(', ')],
  ];
  const content = html`<dl class="facts">${facts.map(([name, value]) => entry(name, name, value))}</dl>`;
  return section('environment', labels.environment, null, content);
}
