import type { RequirementResult, Results } from '../../result/results.ts';
import { openReviews } from '../../result/review.ts';
import type { ReviewDraft } from '../../result/review.ts';
import { writeReview } from '../../result/write-reviews.ts';
import { sayWhy } from '../../wording/message.ts';
import type { Wording } from '../../wording/report.ts';
import { cardId, decisionsOf, failureTitle, isFirstWithExchange } from '../failures.ts';
import type { FailureBlock, OpenReview } from '../failures.ts';
import { clip } from '../visible.ts';
import type { PageContext } from './cases.ts';
import { exchangeBlock } from './exchange.ts';
import { copyButton, entry, exactLine, html, idLinks, lineBreak, prose, verdictMark } from './markup.ts';
import type { Content, Html } from './markup.ts';

const textLimit = 400;
const draftsShown = 100;
const draftLimit = 8000;
const casesShown = 3;

/** What failed: a card for each reason, with what was expected and seen, its exchange, and the command that repeats it. */
export const failureCards = (blocks: readonly FailureBlock[], context: PageContext): Html | null =>
  blocks.length === 0
    ? null
    : html`${blocks.map((block, index) => failureCard(block, isFirstWithExchange(blocks, index), context))}`;

function failureCard(block: FailureBlock, isFirst: boolean, context: PageContext): Html {
  const { results, words } = context;
  const [{ check, exchange, testCase }] = block;
  const { labels, language } = words;
  const requirements = block.map(({ requirement }) => requirement);
  const cases = [...new Set([testCase.id, ...block.flatMap((one) => one.cases)])];
  const why = sayWhy(check, language);
  return html`<article class="item failure" id="${cardId(block)}">
    <h3>${verdictMark('fail', words)} ${prose(clip(failureTitle(block, words), textLimit))}</h3>
    ${requirementLines(requirements, words)}
    <dl>
      ${entry(labels.expected, check.expected, prose(clip(check.expected, textLimit)))}
      ${entry(labels.actual, check.actual, prose(clip(check.actual, textLimit)))}
      ${entry(labels.why, why, prose(clip(why, textLimit)))} ${decisionEntries(requirements, results, words)}
      ${entry(labels.cases.toLowerCase(), cases.join(), idLinks(cases, 'case:', casesShown))}
    </dl>
    ${exchange === null ? null : isFirst ? exchangeBlock(exchange, testCase, context.fullLimit, context, true) : html`<p class="links"><a href="#exchange:${exchange.id}">${exchange.label}</a></p>`}
  </article> `;
}

/** One requirement with its statement, several by their ids. */
function requirementLines(requirements: readonly RequirementResult[], { labels }: Wording): Html {
  const [first, ...others] = requirements;
  const sections = [...new Set(requirements.map(({ section }) => section))].join('; ');
  const ids = requirements.map(({ id }) => id);
  return html`<p class="links">${idLinks(ids, '', ids.length)} (${labels.section} ${sections})</p>
    ${first === undefined || others.length > 0 ? null : html`<p>${prose(first.statement)}</p>`}`;
}

const decisionEntries = (
  requirements: readonly RequirementResult[],
  results: Results,
  words: Wording,
): Content =>
  requirements
    .flatMap((one) => decisionsOf(one, results))
    .map(({ decision, name, date, note }) =>
      entry(
        words.labels.decision,
        `${words.decisions[decision]}; ${name}, ${date}${note === '' ? '' : `: ${clip(note, textLimit)}`}`,
      ),
    );

/** What a person has to decide: a card for each text, with the entry to fill in for `reviews.yaml`. */
export function reviewCards(open: readonly OpenReview[], { results, words }: PageContext): Html | null {
  if (open.length === 0) return null;
  const drafts = new Map(openReviews(results).map((draft) => [draft.text, draft]));
  return html`${open.slice(0, draftsShown).map((one) => reviewCard(one, drafts.get(one.text), words))}
    ${open.length > draftsShown ? html`<p class="note">… (+${open.length - draftsShown})</p>` : null}
    <p class="muted">${prose(words.labels.patternHint)}</p>`;
}

function reviewCard({ text, open }: OpenReview, draft: ReviewDraft | undefined, words: Wording): Html {
  const { labels, language } = words;
  const [{ exchange, testCase }] = open;
  const reasons = [...new Set(open.map(({ check }) => sayWhy(check, language)))];
  return html`<article class="item review">
    <h3>${verdictMark('review', words)} ${words.quote(clip(text, textLimit))}</h3>
    <ul class="questions">
      ${open.map(({ requirement }) => html`<li>${idLinks([requirement.id], '', 1)} ${prose(requirement.statement)}</li>`)}
    </ul>
    <dl>
      ${reasons.map((why) => entry(labels.why, why, prose(clip(why, textLimit))))}
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
