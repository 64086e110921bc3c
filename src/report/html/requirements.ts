import { outcomeOf } from '../../results/totals.ts';
import type { RequirementResult } from '../../results/results.ts';
import type { Verdict } from '../../judge/check.ts';
import { requirementLines } from '../outline.ts';
import { additionOf, byGroup } from '../view.ts';
import type { PageContext } from './context.ts';
import { lineBlock } from './findings.ts';
import { folded, idCode, idLinks, prose, verdictMark } from './markup.ts';
import { html, table } from '../../base/html.ts';
import type { Html } from '../../base/html.ts';
import { glyphs, nameOf, variantName } from '../sentences.ts';
import type { Words } from '../../messages/message.ts';

const casesShown = 10;
const textLimit = 600;

/** Table of all requirements by variant, with a row for each subject of a group. */
export function matrixTable({ results, words }: PageContext): Html {
  const variants = Object.keys(results.variants);
  const rows = byGroup(results.requirements, words).flatMap(([title, members]) =>
    [...Map.groupBy(members, ({ subject }) => subject)].map(
      ([subject, same]) =>
        html`<tr>
          <th scope="row">
            ${title}${subject === null ? null : html` <span class="muted">${idCode(subject)}</span>`}
          </th>
          ${variants.map((variant) => matrixCell(same, variant, words))}
        </tr> `,
    ),
  );
  return table(
    'stack matrix',
    [words('condition'), ...variants.map((variant) => variantName(variant, words))],
    rows,
  );
}

function matrixCell(members: readonly RequirementResult[], variant: string, words: Words): Html {
  const own = members.filter((one) => one.variant === variant);
  return html`<td data-label="${variantName(variant, words)}">
    ${own.length === 0 ? html`<span class="muted">${words('not-asked')}</span>` : own.map((one) => chip(one, words))}
  </td>`;
}

function chip(found: RequirementResult, words: Words): Html {
  const more = additionOf(found, words);
  const outcome = outcomeOf(found);
  const word = [words(`verdict-${outcome}`), more].filter(Boolean).join(', ');
  const name = nameOf('aspect', found.aspect, words);
  return html`<a class="v v-${outcome}" href="#${found.id}" title="${found.id}: ${word}"
    ><span class="glyph" aria-hidden="true">${glyphs[outcome]}</span>${name}<span class="unseen"
      >: ${word}</span
    >${more === '' ? null : html`<span class="more" aria-hidden="true"> (${more})</span>`}</a
  > `;
}

/** Every requirement with its statement, folded by outcome. */
export function requirementList(context: PageContext): Html {
  const { results, words } = context;
  const ofOutcome = (outcome: Verdict): Html | null => {
    const found = results.requirements.filter((one) => outcomeOf(one) === outcome);
    const groups = byGroup(found, words).map(
      ([title, members]) =>
        html`<div class="topic" data-group>
          <h3>${title}</h3>
          ${members.map((one) => requirementItem(one, context))}
        </div>`,
    );
    return folded(verdictMark(outcome, words), found.length, groups);
  };
  return html`${(['fail', 'review', 'inconclusive', 'pass'] as const).map(ofOutcome)}`;
}

function requirementItem(requirement: RequirementResult, context: PageContext): Html {
  const { words } = context;
  const card = context.cards.get(requirement.id);
  const { id, section, statement, cases } = requirement;
  const more = additionOf(requirement, words);
  const outcome = outcomeOf(requirement);
  return html`<details class="requirement" id="${id}" data-verdict="${outcome}">
    <summary>
      <span
        >${verdictMark(outcome, words)}${more === '' ? null : html`<span class="muted more">${more}</span>`}</span
      >
      <h4 class="head">${idCode(id)}<span class="title">${prose(statement)}</span></h4>
    </summary>
    <div class="more-of">
      ${requirementLines(requirement, context, textLimit).map((line) => lineBlock(line, context))}
      <p class="links">
        ${card === undefined ? null : html`<a href="#${card}">${words('request')}, ${words('response')}</a>, `}${words('section')}
        ${section}${cases.length === 0 ? null : html`, ${idLinks(cases, 'case:', casesShown)}`}
      </p>
    </div>
  </details> `;
}
