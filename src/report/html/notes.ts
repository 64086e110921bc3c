import type { Results } from '../../result/results.ts';
import { clip } from '../visible.ts';
import { waiverText } from '../waiver-text.ts';
import type { Wording } from '../wording/wording.ts';
import { html, idCode, prose } from './markup.ts';
import type { Content, Html } from './markup.ts';

const textLimit = 600;
const shortText = 20;

interface Table {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Content[])[];
}

// Dates and words are not broken in favour of longer texts beside them.
function classOf(content: Content): Html | null {
  return typeof content === 'string' && content.length <= shortText ? html` class="short"` : null;
}

function table({ id, title, heads, rows }: Table): Html | null {
  if (rows.length === 0) return null;
  const shown = (content: Content): Content =>
    typeof content === 'string' ? clip(content, textLimit) : content;
  const line = ([first = '', ...others]: readonly Content[]): Html =>
    html`<tr>
      <th scope="row">${shown(first)}</th>
      ${others.map((content, index) => html`<td${classOf(content)} data-label="${heads[index + 1] ?? ''}">${shown(content)}</td>`)}
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

function requirementLink(id: string, results: Results): Content {
  return results.requirements.some((one) => one.id === id) ? html`<a href="#${id}">${idCode(id)}</a>` : id;
}

function exchangeLinks(ids: readonly string[], known: ReadonlySet<string>): Html {
  const links = ids
    .filter((id) => known.has(id))
    .slice(0, 2)
    .map((id) => html` <a class="see" href="#exchange:${id}" title="${id}" aria-label="${id}">→</a>`);
  return html`${links}`;
}

function decided(results: Results, words: Wording): Table {
  const { labels } = words;
  return {
    id: 'decided',
    title: labels.decidedBy,
    heads: [labels.cases, labels.text, labels.decision, labels.name, labels.date, labels.note, labels.state],
    rows: results.reviews.map((one) => [
      results.cases.some(({ id }) => id === one.case)
        ? html`<a href="#case:${one.case}">${idCode(one.case)}</a>`
        : one.case,
      one.text,
      words.decisions[one.decision],
      one.name,
      one.date,
      one.note,
      words.reviewStates[one.state],
    ]),
  };
}

// Short words stay on one line; what names an id is code.
const stateOf = (text: string): Content => (text.includes('`') ? prose(text) : text);

function waivers(results: Results, words: Wording): Table {
  const { labels } = words;
  return {
    id: 'waivers',
    title: labels.waivers,
    heads: [labels.requirement, labels.state, labels.reason, labels.owner, labels.until],
    rows: results.waivers.map((one) => [
      requirementLink(one.requirement, results),
      stateOf(waiverText(one, results, words)),
      one.reason,
      one.owner,
      one.until,
    ]),
  };
}

/** What is said beside the verdicts: decisions of persons, waivers, advisories, observations. */
export function noteSections(results: Results, words: Wording): readonly (Html | null)[] {
  const { labels } = words;
  const known = new Set(
    [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)].map(({ id }) => id),
  );
  return [
    table(decided(results, words)),
    table(waivers(results, words)),
    table({
      id: 'advisories',
      title: labels.advisories,
      heads: [labels.variant, labels.message],
      rows: results.advisories.map(({ variant, message, exchanges }) => [
        words.variant(variant),
        html`${clip(message, textLimit)}${exchangeLinks(exchanges, known)}`,
      ]),
    }),
    table({
      id: 'observations',
      title: labels.observations,
      heads: [labels.variant, labels.question, labels.observation],
      rows: results.observations.map((one) => [
        words.variant(one.variant),
        one.question,
        html`${clip(one.value, textLimit)}${exchangeLinks(one.exchanges, known)}`,
      ]),
    }),
  ];
}
