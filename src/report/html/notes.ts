import type { Results } from '../../result/results.ts';
import { html } from './markup.ts';
import type { Content, Html } from './markup.ts';
import { formatDuration, formatInstant, trafficOf } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';

const textLimit = 600;

interface Table {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function table({ id, title, heads, rows }: Table): Html | null {
  if (rows.length === 0) return null;
  const line = ([first = '', ...others]: readonly string[]): Html =>
    html`<tr>
      <th scope="row">${clip(first, textLimit)}</th>
      ${others.map((text) => html`<td>${clip(text, textLimit)}</td>`)}
    </tr> `;
  return html`<section id="${id}">
    <h2>${title} <span class="count">${rows.length}</span></h2>
    <table class="stack">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(line)}
      </tbody>
    </table>
  </section>`;
}

function environment(results: Results, words: Wording): Html {
  const { suite, spec, target } = results;
  const { labels } = words;
  const { requests, latency } = trafficOf(results);
  const times =
    latency === null ? '–' : [latency.median, latency.p95, latency.max].map(formatDuration).join(' / ');
  const facts: readonly (readonly [string, Content])[] = [
    [labels.target, `${target.name}, ${target.baseUrl}`],
    [labels.suite, `${suite.name} ${suite.version}`],
    [labels.specification, [`${spec.title}, SHA-256 `, html`<code>${spec.sha256}</code>`]],
    [labels.started, formatInstant(results.startedAt)],
    [labels.duration, `${formatDuration(results.durationMs)}, ${words.requests(requests)}`],
    [labels.latency, times],
    [labels.notApplicable, results.notApplicable.length === 0 ? '–' : results.notApplicable.join(', ')],
  ];
  return html`<section id="environment">
    <h2>${labels.environment}</h2>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </section>`;
}

/** What is said beside the verdicts: waivers, advisories, observations, and where and when all this was seen. */
export function noteSections(results: Results, words: Wording): readonly (Html | null)[] {
  const { labels } = words;
  return [
    table({
      id: 'waivers',
      title: labels.waivers,
      heads: [labels.requirement, labels.state, labels.reason, labels.owner, labels.until],
      rows: results.waivers.map((one) => [
        one.requirement,
        words.waiverStates[one.state],
        one.reason,
        one.owner,
        one.until,
      ]),
    }),
    table({
      id: 'advisories',
      title: labels.advisories,
      heads: [labels.variant, labels.message],
      rows: results.advisories.map(({ variant, message }) => [words.variant(variant), message]),
    }),
    table({
      id: 'observations',
      title: labels.observations,
      heads: [labels.variant, labels.question, labels.observation],
      rows: results.observations.map((one) => [words.variant(one.variant), one.question, one.value]),
    }),
    environment(results, words),
  ];
}
