import { outcomeOf } from '../../result/outcome.ts';
import type { RequirementResult, Results } from '../../result/results.ts';
import { requirementTail, requirementTopic } from '../view.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';
import { html, idCode } from './markup.ts';
import type { Html } from './markup.ts';
import { addition } from './verdict.ts';

/** Requirements by their topic, in the order of the table of words, so that the variants do not push each other apart. */
export function byTopic(results: Results, words: Wording): ReadonlyMap<string, readonly RequirementResult[]> {
  const known = Object.keys(words.topics);
  const place = (topic: string): number => (known.includes(topic) ? known.indexOf(topic) : known.length);
  const groups = [...Map.groupBy(results.requirements, ({ id }) => requirementTopic(id))];
  return new Map(groups.toSorted(([one], [other]) => place(one) - place(other)));
}

// `missing.partnerName` of `a.missing.partnerName.status`: those of one condition share a row.
function subjectOf({ id }: RequirementResult): string {
  const parts = requirementTail(id).split('.');
  return parts.length === 1 ? id : parts.slice(0, -1).join('.');
}

function aspectOf({ id }: RequirementResult, { aspects }: Wording): string {
  const last = id.split('.').at(-1) ?? id;
  return Object.hasOwn(aspects, last) ? aspects[last as keyof typeof aspects] : last;
}

function chip(found: RequirementResult, words: Wording): Html {
  const more = addition(found, words);
  const outcome = outcomeOf(found);
  const word = [words.verdicts[outcome], more].filter((part) => part !== '').join(', ');
  return html`<a class="v v-${outcome}" href="#${found.id}" title="${found.id}: ${word}"
    ><span class="glyph" aria-hidden="true">${glyphs[outcome]}</span>${aspectOf(found, words)}<span
      class="unseen"
      >: ${word}</span
    >${more === '' ? null : html`<span class="more" aria-hidden="true"> (${more})</span>`}</a
  > `;
}

function row(
  subject: string,
  members: readonly RequirementResult[],
  variants: readonly string[],
  words: Wording,
): Html {
  const cells = variants.map((variant) => {
    const own = members.filter((one) => one.variant === variant);
    return html`<td data-label="${words.variant(variant)}">
      ${own.length === 0 ? html`<span class="muted">${words.labels.notAsked}</span>` : own.map((one) => chip(one, words))}
    </td>`;
  });
  const topic = subject.split('.')[0] ?? subject;
  return html`<tr>
    <th scope="row">
      ${words.topics[topic] ?? topic}${subject === topic ? null : html` <span class="muted">${idCode(subject.slice(topic.length + 1))}</span>`}
    </th>
    ${cells}
  </tr> `;
}

/** The table of all requirements against the variants, a row for each condition. */
export function matrixSection(results: Results, words: Wording): Html {
  const variants = Object.keys(results.variants);
  const heads = variants.map((variant) => html`<th scope="col">${words.variant(variant)}</th>`);
  const rows = [...byTopic(results, words).values()].flatMap((members) =>
    [...Map.groupBy(members, subjectOf)].map(([subject, same]) => row(subject, same, variants, words)),
  );
  return html`<section id="matrix">
    <h2>${words.labels.matrix}</h2>
    <table class="matrix">
      <thead>
        <tr>
          <th scope="col">${words.labels.condition}</th>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
