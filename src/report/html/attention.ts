import { isFailure, outcomeOf } from '../../result/outcome.ts';
import type { RequirementResult, Results } from '../../result/results.ts';
import { openReviews } from '../../result/review.ts';
import type { ReviewDraft } from '../../result/review.ts';
import { writeReview } from '../../result/write-reviews.ts';
import { decisionsOf } from '../settled-check.ts';
import { decidingFindings, spokenText } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';
import { exactLine, html, idCode, lineBreak, prose } from './markup.ts';
import type { Content, Html } from './markup.ts';
import { addition, verdictMark } from './verdict.ts';

const textLimit = 400;
const draftsShown = 100;
const draftLimit = 8000;

/** Who has to do something about it: where it failed, the target's people; where it is under review, a person who reads. */
type Kind = 'fail' | 'review';

const isConcerned = {
  fail: isFailure,
  review: (requirement) => outcomeOf(requirement) === 'review',
} as const satisfies Record<Kind, (requirement: RequirementResult) => boolean>;

function entry(name: string, text: string, content: Content = clip(text, textLimit)): Html | null {
  if (text === '') return null;
  return html`<dt>${name}</dt>
    <dd>${content}</dd>`;
}

function facts(requirement: RequirementResult, results: Results, words: Wording): Html {
  const { labels } = words;
  const [finding] = decidingFindings(results, requirement);
  if (finding === undefined) return html``;
  const { check, exchange, testCase } = finding;
  const expected = check.expected;
  const entries =
    requirement.verdict === 'fail'
      ? [
          entry(labels.expected, expected, prose(clip(expected, textLimit))),
          entry(labels.actual, check.actual, prose(clip(check.actual, textLimit))),
        ]
      : [
          entry(labels.text, exchange === null ? check.actual : spokenText(exchange)),
          entry(labels.expected, expected, prose(clip(expected, textLimit))),
          ...decisionsOf(requirement, results).map(({ decision, name, date }) =>
            entry(labels.decision, `${words.decisions[decision]}; ${name}, ${date}`),
          ),
        ];
  const shown = exchange === null ? null : html`, <a href="#exchange:${exchange.id}">${exchange.label}</a>`;
  return html`<dl>${entries}</dl>
    <p class="links">
      ${labels.section} ${requirement.section}${shown} (<a href="#case:${testCase.id}"
        >${idCode(testCase.id)}</a
      >)
    </p>`;
}

function item(requirement: RequirementResult, results: Results, words: Wording): Html {
  const more = addition(requirement, words);
  return html`<li>
    <div>
      ${verdictMark(outcomeOf(requirement), words)}${more === '' ? null : html`<span class="muted more">${more}</span>`}
    </div>
    <div>
      <h3><a href="#${requirement.id}">${idCode(requirement.id)}</a></h3>
      <p>${prose(requirement.statement)}</p>
      ${facts(requirement, results, words)}
    </div>
  </li> `;
}

function draftBlock(draft: ReviewDraft, { labels }: Wording): Html {
  const isLong = draft.text.length > draftLimit;
  const lines = writeReview(draft).trimEnd().split('\n');
  return html`<details class="draft">
    <summary>${idCode(draft.case)} <span class="muted">${clip(draft.text, 120)}</span></summary>
    ${
      isLong
        ? html`<p class="note">${labels.draftTooLong}</p>`
        : html`<p class="note">
              ${prose(labels.draft)}
              <button
                type="button"
                class="needs-script"
                data-do="copy"
                data-from=".draft"
                data-done="${labels.copied}"
              >
                ${labels.copyEntry}
              </button>
            </p>
            <div class="curl"><pre>${lines.flatMap((line) => [exactLine(line), lineBreak])}</pre></div>`
    }
  </details>`;
}

function drafts(results: Results, words: Wording): Html | null {
  const all = openReviews(results);
  if (all.length === 0) return null;
  const rest = all.length - draftsShown;
  return html`<div class="drafts">
    <h3>reviews.yaml</h3>
    ${all.slice(0, draftsShown).map((one) => draftBlock(one, words))}${rest > 0 ? html`<p class="note">… (+${rest})</p>` : null}
    <p class="muted">${prose(words.labels.patternHint)}</p>
  </div>`;
}

function section(kind: Kind, title: string, results: Results, words: Wording): Html | null {
  const concerned = results.requirements.filter(isConcerned[kind]);
  if (concerned.length === 0) return null;
  return html`<section id="${kind === 'fail' ? 'failures' : 'reviews'}">
    <h2>${title} <span class="count">${concerned.length}</span></h2>
    <ul class="attention">
      ${concerned.map((one) => item(one, results, words))}
    </ul>
    ${kind === 'review' ? drafts(results, words) : null}
  </section>`;
}

/** What failed and what a person has to decide, each with what was expected and seen and the way to its exchange; nothing where there is neither. */
export function attentionSections(results: Results, words: Wording): readonly (Html | null)[] {
  return [
    section('fail', words.labels.failures, results, words),
    section('review', words.labels.reviews, results, words),
  ];
}
