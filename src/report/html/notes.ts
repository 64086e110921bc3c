import { answerTimes, quantile } from '../exchange-text.ts';
import { clip } from '../visible.ts';
import type { PageContext } from './context.ts';
import { entry, html, idLinks, prose, section, table } from './markup.ts';
import type { Content, Html, Section } from './markup.ts';
import { durationOf, instantOf, requestsOf, variantName } from '../sentences.ts';
import type { Words } from '../../wording/message.ts';

const textLimit = 600;
const shortText = 20;

/** What stands beside the verdicts: decisions, waivers, advisories, observations, latency, environment. */
export function noteSections(context: PageContext): readonly (Section | null)[] {
  const { results, words, exchanges } = context;
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
      words('decisions'),
      [
        words('cases'),
        words('text'),
        words('decision'),
        words('name'),
        words('date'),
        words('note'),
        words('state'),
      ],
      results.reviews.map((one) => [
        cases.has(one.case) ? idLinks([one.case], 'case:', 1) : one.case,
        one.text,
        words(`decision-${one.decision}`),
        one.name,
        one.date,
        one.note,
        words(`decision-${one.state}`),
      ]),
    ),
    noteTable(
      'waivers',
      words('waivers'),
      [words('requirement'), words('state'), words('reason'), words('owner'), words('until')],
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
      words('advisories'),
      [words('variant'), words('message')],
      context.advisories.map(({ variants: own, message, exchanges: ids }) => [
        own.map((variant) => variantName(variant, words)).join(', '),
        html`${clip(message, textLimit)}${arrows(ids)}`,
      ]),
    ),
    noteTable(
      'observations',
      words('observations'),
      [words('question'), ...variants.map((variant) => variantName(variant, words))],
      [...Map.groupBy(results.observations, ({ question }) => question)].map(([question, same]) => [
        question,
        ...variants.map((variant) =>
          same
            .filter((one) => one.variant === variant)
            .map(({ value, exchanges: ids }) => html`${clip(value, textLimit)}${arrows(ids)} `),
        ),
      ]),
      words('show-all'),
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
  const names = byVariant.map(
    ([variant], index) =>
      html`<span class="key key-${index % 2}" aria-hidden="true"></span>${variantName(variant, words)}`,
  );
  const rows = [0.5, 0.9, 0.95, 0.99, 1].map(
    (share) =>
      html`<tr>
        <th scope="row">${share === 1 ? words('slowest') : `${Math.round(share * 100)} %`}</th>
        ${byVariant.map(([variant, times]) => html`<td data-label="${variantName(variant, words)}">${durationOf(quantile(times, share), words)}</td>`)}
      </tr> `,
  );
  const numbers = table('quantiles', [words('quantile'), ...names], rows);
  const content = html`<div class="latency">${plot(byVariant, words)} ${numbers}</div>`;
  return section('latency', words('latency-title'), null, content);
}

/** The drawing and its frame, in pixels. */
const size = { width: 480, height: 140, left: 44, right: 468, top: 10, ground: 116 } as const;
const steps = 60;

// A round number that holds everything.
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10) * power;
}

function plot(byVariant: Times, words: Words): Html {
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
    <text x="${right}" y="${height - 6}" text-anchor="end">${durationOf(end, words)}</text>
    ${curves}
  </svg>`;
}

/** When all this was seen, and with which suite, specification and profile. */
function environmentSection({ results, words, pace, leftOut }: PageContext): Section | null {
  const { suite, spec, target, environment, profile, seed, notApplicable } = results;
  const digest = (sha256: string): Html => html`SHA-256 <code>${sha256}</code>`;
  const facts: readonly (readonly [string, Content])[] = [
    [words('target'), `${target.name}, ${target.baseUrl}`],
    [words('suite'), `${suite.name} ${suite.version}`],
    [words('specification'), html`${words('specifies')}, ${digest(spec.sha256)}`],
    [words('profile'), digest(profile.sha256)],
    [words('platform'), `Node ${environment.node}, ${environment.platform}`],
    [words('started'), instantOf(results.startedAt, words)],
    [
      words('duration'),
      `${durationOf(results.durationMs, words)}, ${requestsOf(results.requests, leftOut, words)}`,
    ],
    [words('failed-logins'), results.failedLogins],
    ...(pace === null ? [] : [[words('pace'), pace] as const]),
    [words('repeat'), results.repeat],
    [words('order'), seed === null ? words('order-derived') : words('drawn-from', { seed })],
    [words('not-applicable'), notApplicable.length === 0 ? '–' : notApplicable.join(', ')],
  ];
  const content = html`<dl class="facts">${facts.map(([name, value]) => entry(name, name, value))}</dl>`;
  return section('environment', words('environment'), null, content);
}
