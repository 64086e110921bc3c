import { clip } from '../../base/visible.ts';
import type { PageContext } from './context.ts';
import { section } from './markup.ts';
import { html, table } from '../../base/html.ts';
import type { Section } from './markup.ts';
import type { Content, Html } from '../../base/html.ts';
import { durationOf, instantOf, requestsOf, variantName } from '../sentences.ts';

const textLimit = 600;

/** Sections about observations and the environment. */
export const noteSections = (context: PageContext): readonly (Section | null)[] => [
  observationSection(context),
  environmentSection(context),
];

function observationSection({ results, words, exchanges }: PageContext): Section | null {
  const variants = Object.keys(results.variants);
  const arrows = (ids: readonly string[]): readonly Html[] =>
    ids
      .filter((id) => exchanges.has(id))
      .slice(0, 2)
      .map((id) => html` <a class="see" href="#exchange:${id}" title="${id}" aria-label="${id}">→</a>`);
  const rows = [...Map.groupBy(results.observations, ({ question }) => question)].map(([question, same]) => {
    const cells = variants.map((variant) => {
      const seen = same
        .filter((one) => one.variant === variant)
        .map(({ value, exchanges: ids }) => html`${clip(value, textLimit)}${arrows(ids)} `);
      return html`<td data-label="${variantName(variant, words)}">${seen}</td>`;
    });
    return html`<tr>
      <th scope="row">${clip(question, textLimit)}</th>
      ${cells}
    </tr> `;
  });
  const heads = [words('question'), ...variants.map((variant) => variantName(variant, words))];
  const content = html`<details class="folded">
    <summary>${words('show-all')}</summary>
    ${table('stack', heads, rows)}
  </details>`;
  return rows.length === 0 ? null : section('observations', words('observations'), rows.length, content);
}

/** Time of the run, and the versions of suite, specification and profile. */
function environmentSection({
  results,
  words,
  latency,
  pace,
  leftOut,
  unverified,
}: PageContext): Section | null {
  const { suite, spec, target, environment, profile, seed, notApplicable } = results;
  const digest = (sha256: string): Html => html`SHA-256 <code>${sha256}</code>`;
  const facts: readonly (readonly [string, Content])[] = [
    [words('target'), `${target.name}, ${target.baseUrl}`],
    [words('suite'), `${suite.name} ${suite.version}`],
    [words('specification'), html`${words('specifies')}, ${digest(spec.sha256)}`],
    [words('profile'), digest(profile.sha256)],
    [words('platform'), `Node ${environment.node}, ${environment.platform}`],
    ...(environment.influences === undefined
      ? []
      : [[words('influences'), environment.influences.join(', ')] as const]),
    ...(unverified === null ? [] : [['TLS', unverified] as const]),
    [words('started'), instantOf(results.startedAt, words)],
    [
      words('duration'),
      `${durationOf(results.durationMs, words)}, ${requestsOf(results.requests, leftOut, words)}`,
    ],
    ...(latency === '' ? [] : [[words('latency-of-answers'), latency] as const]),
    [words('failed-logins'), results.failedLogins],
    ...(pace === null ? [] : [[words('pace'), pace] as const]),
    [words('order'), seed === null ? words('order-derived') : words('drawn-from', { seed })],
    [words('not-applicable'), notApplicable.length === 0 ? '–' : notApplicable.join(', ')],
  ];
  const content = html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
  return section('environment', words('environment'), null, content);
}
