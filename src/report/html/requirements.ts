import { outcomeOf } from '../../result/outcome.ts';
import type { RequirementResult, Results } from '../../result/results.ts';
import { decisionsOf } from '../settled-check.ts';
import { decidingFindings } from '../view.ts';
import type { Finding } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';
import { html, idCode, prose } from './markup.ts';
import type { Html } from './markup.ts';
import { byTopic } from './matrix.ts';
import { addition, verdictMark } from './verdict.ts';

const findingsShown = 5;
const casesShown = 10;
const textLimit = 600;

function findingBlock({ check, testCase }: Finding, { labels }: Wording): Html {
  const expected = check.expected;
  return html`<div class="finding">
    <p>${prose(clip(check.message, textLimit))}</p>
    <dl>
      ${
        expected === ''
          ? null
          : html`<dt>${labels.expected}</dt>
              <dd>${prose(clip(expected, textLimit))}</dd>`
      }
      ${
        check.actual === ''
          ? null
          : html`<dt>${labels.actual}</dt>
              <dd>${prose(clip(check.actual, textLimit))}</dd>`
      }
    </dl>
    <p class="links"><a href="#case:${testCase.id}">${idCode(testCase.id)}</a></p>
  </div>`;
}

// What every answer is held against is checked in nearly every case.
function caseLinks({ cases }: RequirementResult): readonly Html[] {
  const links = cases.slice(0, casesShown).map((name) => html`, <a href="#case:${name}">${idCode(name)}</a>`);
  const rest = cases.length - casesShown;
  return rest > 0 ? [...links, html`, … (+${rest})`] : links;
}

function decisions(requirement: RequirementResult, results: Results, words: Wording): readonly Html[] {
  return decisionsOf(requirement, results).map(
    ({ name, date, decision, note }) =>
      html`<p class="decided">
        ${words.labels.decision}: ${words.decisions[decision]}, ${name},
        ${date}${note === '' ? '' : `: ${note}`}
      </p>`,
  );
}

function requirementItem(requirement: RequirementResult, results: Results, words: Wording): Html {
  const { id, section, statement, verdict, reason } = requirement;
  const told = verdict === 'fail' || verdict === 'review';
  const findings = told ? decidingFindings(results, requirement).slice(0, findingsShown) : [];
  const more = addition(requirement, words);
  const outcome = outcomeOf(requirement);
  return html`<article class="requirement v-is-${outcome}" id="${id}" data-verdict="${outcome}">
    <div>
      ${verdictMark(outcome, words)}${more === '' ? null : html`<span class="muted more">${more}</span>`}
    </div>
    <div>
      <h4><a href="#${id}">${idCode(id)}</a></h4>
      <p>${prose(statement)}</p>
      ${reason === null ? null : html`<p class="muted"><code>${reason}</code> ${words.reasons[reason].happened}</p>`}
      ${decisions(requirement, results, words)} ${findings.map((finding) => findingBlock(finding, words))}
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
