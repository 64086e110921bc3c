import type { RequirementResult, Results } from '../../result/results.ts';
import { html, idCode, prose } from './markup.ts';
import type { Html } from './markup.ts';
import { verdictMark } from './verdict.ts';
import { decidingFindings, spokenText } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';

const textLimit = 400;

/** Who has to do something about it: where it failed, the target's people; where it is under review, a person who reads. */
type Kind = 'fail' | 'review';

function entry(name: string, text: string): Html | null {
  if (text === '') return null;
  return html`<dt>${name}</dt>
    <dd>${clip(text, textLimit)}</dd>`;
}

function item(requirement: RequirementResult, kind: Kind, results: Results, words: Wording): Html {
  const { labels } = words;
  const [finding] = decidingFindings(results, requirement);
  const { check, exchange, testCase } = finding ?? { check: null, exchange: null, testCase: null };
  const facts =
    kind === 'fail'
      ? [entry(labels.expected, check?.expected ?? ''), entry(labels.actual, check?.actual ?? '')]
      : [
          entry(labels.text, exchange === null ? (check?.actual ?? '') : spokenText(exchange)),
          entry(labels.why, check?.message ?? ''),
        ];
  return html`<li>
    <div>${verdictMark(kind, words)}</div>
    <div>
      <h3><a href="#${requirement.id}">${idCode(requirement.id)}</a></h3>
      <p>${prose(requirement.statement)}</p>
      <dl>${facts}</dl>
      <p class="links">
        ${labels.section}
        ${requirement.section}${exchange === null ? null : html`, <a href="#exchange:${exchange.id}">${exchange.label}</a>`}${testCase === null ? null : html` (<a href="#case:${testCase.id}">${idCode(testCase.id)}</a>)`}
      </p>
    </div>
  </li> `;
}

function section(kind: Kind, title: string, results: Results, words: Wording): Html | null {
  const concerned = results.requirements.filter(({ verdict, waived }) => verdict === kind && !waived);
  if (concerned.length === 0) return null;
  return html`<section id="${kind === 'fail' ? 'failures' : 'reviews'}">
    <h2>${title} <span class="count">${concerned.length}</span></h2>
    <ul class="attention">
      ${concerned.map((one) => item(one, kind, results, words))}
    </ul>
    ${kind === 'review' ? html`<p class="muted">${prose(words.labels.patternHint)}</p>` : null}
  </section>`;
}

/** What failed and what a person has to decide, each with what was expected and seen and the way to its exchange; nothing where there is neither. */
export function attentionSections(results: Results, words: Wording): readonly (Html | null)[] {
  return [
    section('fail', words.labels.failures, results, words),
    section('review', words.labels.reviews, results, words),
  ];
}
