import { clip } from '../visible.ts';
import type { PageContext } from './context.ts';
import { entry, html, idLinks, prose, section, table } from './markup.ts';
import type { Content, Html, Section } from './markup.ts';
import { durationOf, instantOf, requestsOf, variantName } from '../sentences.ts';

const textLimit = 600;
const shortText = 20;

/** What stands beside the verdicts: decisions, waivers, advisories, observations, environment. */
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

/** When all this was seen, and with which suite, specification and profile. */
function environmentSection({ results, words, latency, pace, leftOut }: PageContext): Section | null {
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
    ...(latency === '' ? [] : [[words('latency-of-answers'), latency] as const]),
    [words('failed-logins'), results.failedLogins],
    ...(pace === null ? [] : [[words('pace'), pace] as const]),
    [words('repeat'), results.repeat],
    [words('order'), seed === null ? words('order-derived') : words('drawn-from', { seed })],
    [words('not-applicable'), notApplicable.length === 0 ? '–' : notApplicable.join(', ')],
  ];
  const content = html`<dl class="facts">${facts.map(([name, value]) => entry(name, name, value))}</dl>`;
  return section('environment', words('environment'), null, content);
}
