import type { RequirementResult } from '../../result/results.ts';
import { openReviews, writeReview } from '../../result/review.ts';
import type { ReviewDraft } from '../../result/review.ts';
import type { Wording } from '../../wording/report.ts';
import { mayHelpByPattern } from '../failures.ts';
import type { FailureBlock, OpenReview } from '../failures.ts';
import { clip } from '../visible.ts';
import type { PageContext } from './context.ts';
import { exchangeBlock } from './exchange.ts';
import { copyButton, entry, exactLine, html, idLinks, lineBreak, prose, verdictMark } from './markup.ts';
import type { Html } from './markup.ts';

const textLimit = 400;
const draftsShown = 100;
const draftLimit = 8000;
const casesShown = 3;

const short = (text: string): readonly Html[] => prose(clip(text, textLimit));

/** What failed: a card for each reason, with what was expected and seen, its exchange, and the command that repeats it. */
export function failureCard(block: FailureBlock, context: PageContext): Html {
  const { labels, decisions } = context.words;
  const { id, title, requirements, check, why, exchange, testCase, cases, isRepeated } = block;
  return html`<article class="item failure" id="${id}">
    <h3>${verdictMark('fail', context.words)} ${short(title)}</h3>
    ${requirementLines(requirements, context.words)}
    <dl>
      ${entry(labels.expected, check.expected, short(check.expected))}
      ${entry(labels.actual, check.actual, short(check.actual))} ${entry(labels.why, why, short(why))}
      ${block.decisions.map(({ decision, name, date, note }) => entry(labels.decision, `${decisions[decision]}; ${name}, ${date}${note === '' ? '' : `: ${clip(note, textLimit)}`}`))}
      ${entry(labels.cases.toLowerCase(), cases.join(), idLinks(cases, 'case:', casesShown))}
    </dl>
    ${exchange === null ? null : isRepeated ? html`<p class="links"><a href="#exchange:${exchange.id}">${exchange.label}</a></p>` : exchangeBlock(exchange, testCase, context, true)}
  </article> `;
}

/** One requirement with its statement, several by their ids. */
function requirementLines(requirements: readonly RequirementResult[], { labels }: Wording): Html {
  const sections = [...new Set(requirements.map(({ section }) => section))].join('; ');
  const ids = requirements.map(({ id }) => id);
  const statement = requirements.length === 1 ? requirements[0]?.statement : undefined;
  return html`<p class="links">${idLinks(ids, '', ids.length)} (${labels.section} ${sections})</p>
    ${statement === undefined ? null : html`<p>${prose(statement)}</p>`}`;
}

/** What a person has to decide: a card for each text, with the entry to fill in for `reviews.yaml`. */
export function reviewCards(open: readonly OpenReview[], { results, words }: PageContext): Html {
  const drafts = new Map(openReviews(results).map((draft) => [draft.text, draft]));
  return html`${open.slice(0, draftsShown).map((one) => reviewCard(one, drafts.get(one.text), words))}
  ${open.length > draftsShown ? html`<p class="note">… (+${open.length - draftsShown})</p>` : null}
  ${mayHelpByPattern(open) ? html`<p class="muted">${prose(words.labels.patternHint)}</p>` : null}`;
}

function reviewCard(review: OpenReview, draft: ReviewDraft | undefined, words: Wording): Html {
  const { labels } = words;
  const { text, requirements, whys, exchange, testCase } = review;
  return html`<article class="item review">
    <h3>${verdictMark('review', words)} ${words.quote(clip(text, textLimit))}</h3>
    <ul class="questions">
      ${requirements.map(({ id, statement }) => html`<li>${idLinks([id], '', 1)} ${prose(statement)}</li>`)}
    </ul>
    <dl>
      ${whys.map((why) => entry(labels.why, why, short(why)))}
      ${entry(labels.cases.toLowerCase(), testCase.id, html`${idLinks([testCase.id], 'case:', 1)}${exchange === null ? null : html`, <a href="#exchange:${exchange.id}">${exchange.label}</a>`}`)}
    </dl>
    ${draft === undefined ? null : draftBlock(draft, words)}
  </article> `;
}

function draftBlock(draft: ReviewDraft, { labels }: Wording): Html {
  const lines = writeReview(draft).trimEnd().split('\n');
  return html`<details class="draft">
    <summary>reviews.yaml</summary>
    ${
      draft.text.length > draftLimit
        ? html`<p class="note">${labels.draftTooLong}</p>`
        : html`<p class="note">${prose(labels.draft)} ${copyButton('.draft', labels.copyEntry, labels)}</p>
            <pre class="copied">${lines.flatMap((line) => [exactLine(line), lineBreak])}</pre>`
    }
  </details>`;
}
