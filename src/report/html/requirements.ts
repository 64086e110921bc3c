import type { RequirementResult, Results } from '../../result/results.ts';
import { html, idCode, prose } from './markup.ts';
import type { Html } from './markup.ts';
import { verdictLink, verdictMark } from './verdict.ts';
import { decidingFindings, requirementTail, requirementTopic } from '../view.ts';
import type { Finding } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';

const findingsShown = 5;
const casesShown = 10;
const textLimit = 600;

// Groups in the order of the table of words, so that the variants' tables do not push each other apart.
function byTopic(results: Results, words: Wording): ReadonlyMap<string, readonly RequirementResult[]> {
  const known = Object.keys(words.topics);
  const place = (topic: string): number => (known.includes(topic) ? known.indexOf(topic) : known.length);
  const groups = [...Map.groupBy(results.requirements, ({ id }) => requirementTopic(id))];
  return new Map(groups.toSorted(([one], [other]) => place(one) - place(other)));
}

function matrixRow(
  tail: string,
  members: readonly RequirementResult[],
  variants: readonly string[],
  words: Wording,
): Html {
  const cells = variants.map((variant) => {
    const found = members.find((one) => one.variant === variant);
    return html`<td>
      ${found === undefined ? html`<span class="muted">${words.labels.notAsked}</span>` : verdictLink(found, words)}
    </td>`;
  });
  return html`<tr>
    <th scope="row">${idCode(tail)}</th>
    ${cells}
  </tr>`;
}

function matrixGroup(
  topic: string,
  members: readonly RequirementResult[],
  variants: readonly string[],
  words: Wording,
): Html {
  const rows = [...Map.groupBy(members, ({ id }) => requirementTail(id))].map(([tail, same]) =>
    matrixRow(tail, same, variants, words),
  );
  return html`<tbody>
    <tr>
      <th scope="rowgroup" colspan="${variants.length + 1}">${words.topics[topic] ?? topic}</th>
    </tr>
    ${rows}
  </tbody> `;
}

/** The table of all requirements against the variants, by condition. */
export function matrixSection(results: Results, words: Wording): Html {
  const variants = Object.keys(results.variants);
  const heads = variants.map((variant) => html`<th scope="col">${words.variant(variant)}</th>`);
  const groups = [...byTopic(results, words)].map(([topic, members]) =>
    matrixGroup(topic, members, variants, words),
  );
  return html`<section id="matrix">
    <h2>${words.labels.matrix}</h2>
    <table class="matrix">
      <thead>
        <tr>
          <th scope="col">${words.labels.requirement}</th>
          ${heads}
        </tr>
      </thead>
      ${groups}
    </table>
  </section>`;
}

function findingBlock({ check }: Finding, words: Wording): Html {
  const entry = (name: string, text: string): Html | null =>
    text === ''
      ? null
      : html`<dt>${name}</dt>
          <dd>${clip(text, textLimit)}</dd>`;
  return html`<div class="finding">
    <p>${clip(check.message, textLimit)}</p>
    <dl>${entry(words.labels.expected, check.expected)}${entry(words.labels.actual, check.actual)}</dl>
  </div>`;
}

// What every answer is held against is checked in nearly every case.
function caseLinks({ cases }: RequirementResult): readonly Html[] {
  const links = cases.slice(0, casesShown).map((name) => html`, <a href="#case:${name}">${idCode(name)}</a>`);
  const rest = cases.length - casesShown;
  return rest > 0 ? [...links, html`, … (+${rest})`] : links;
}

function requirementItem(requirement: RequirementResult, results: Results, words: Wording): Html {
  const { id, section, statement, verdict, waived, reason } = requirement;
  const told = verdict === 'fail' || verdict === 'review';
  const findings = told ? decidingFindings(results, requirement).slice(0, findingsShown) : [];
  return html`<article class="requirement v-is-${verdict}" id="${id}" data-verdict="${verdict}">
    <div>${verdictMark(verdict, words, waived)}</div>
    <div>
      <h4>${idCode(id)}</h4>
      <p>${prose(statement)}</p>
      ${reason === null ? null : html`<p class="muted">${reason}: ${words.reasons[reason].happened}</p>`}
      ${findings.map((finding) => findingBlock(finding, words))}
      <p class="links">${words.labels.section} ${section}${caseLinks(requirement)}</p>
    </div>
  </article> `;
}

/** Every requirement with its statement and, where it does not pass, what was seen. */
export function requirementsSection(results: Results, words: Wording): Html {
  const groups = [...byTopic(results, words)].map(
    ([topic, members]) =>
      html`<div class="topic" data-group>
        <h3>${words.topics[topic] ?? topic}</h3>
        ${members.map((one) => requirementItem(one, results, words))}
      </div>`,
  );
  return html`<section id="requirements">
    <h2>${words.labels.requirements} <span class="count">${results.requirements.length}</span></h2>
    ${groups}
  </section>`;
}

/** The choice of a verdict and the search box; shown by the script, without which they could do nothing. */
export function toolbar(words: Wording): Html {
  const { labels, verdicts } = words;
  const choices = [
    ['all', html`${labels.all}`],
    ['fail', html`${verdicts.fail}`],
    ['review', html`${verdicts.review}`],
    ['inconclusive', html`${verdicts.inconclusive}`],
    ['pass', html`${verdicts.pass}`],
    ['observed', html`${labels.observed}`],
  ] as const;
  const radios = choices.map(
    ([value, label], index) =>
      html`<label class="choice"
        ><input
          type="radio"
          name="verdict"
          value="${value}"
          ${index === 0 ? html` checked` : null}
        />${label}</label
      >`,
  );
  return html`<form class="toolbar" id="filter" hidden>
    <fieldset>
      <legend>${labels.filter}</legend>
      ${radios}
    </fieldset>
    <input type="search" name="search" placeholder="${labels.search}" aria-label="${labels.search}" />
    <output id="filter-outcome" class="muted" data-none="${labels.noMatch}"></output>
  </form>`;
}
