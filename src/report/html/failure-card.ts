import type { RequirementResult, Results } from '../../result/results.ts';
import { openReviews } from '../../result/review.ts';
import type { ReviewDraft } from '../../result/review.ts';
import { writeReview } from '../../result/write-reviews.ts';
import type { Wording } from '../../wording/report.ts';
import { decisionsOf, openReviewsOf } from '../view.ts';
import type { FailureBlock, OpenReview } from '../view.ts';
import { clip } from '../visible.ts';
import type { PageContext } from './cases.ts';
import { exchangeBlock } from './exchange.ts';
import { entry, exactLine, html, idCode, idLinks, lineBreak, prose, verdictMark } from './markup.ts';
import type { Content, Html } from './markup.ts';

const textLimit = 400;
const draftsShown = 100;
const draftLimit = 8000;

/** What failed: a card for each deviation, with what was expected and seen, its exchange, and the command that repeats it. */
export function failureSection(blocks: readonly FailureBlock[], context: PageContext): Html | null {
  const count = blocks.reduce((sum, block) => sum + block.length, 0);
  if (count === 0) return null;
  return html`<section id="failures">
    <h2>${context.words.labels.failures} <span class="count">${count}</span></h2>
    ${blocks.map((block, index) => failureCard(block, isFirstOf(blocks, index), context))}
  </section>`;
}

/** The anchor of the card of a block. */
export const cardId = ([{ requirement }]: FailureBlock): string => `failure:${requirement.id}`;

/** Whether no card before shows the exchange of this one. */
function isFirstOf(blocks: readonly FailureBlock[], index: number): boolean {
  const id = blocks[index]?.[0].exchange?.id;
  return !blocks.slice(0, index).some(([{ exchange }]) => exchange?.id === id);
}

function failureCard(block: FailureBlock, isFirst: boolean, context: PageContext): Html {
  const { results, words, fullLimit } = context;
  const [{ check, exchange, testCase }] = block;
  const { labels } = words;
  const requirements = block.map(({ requirement }) => requirement);
  const also = [...new Set(block.flatMap(({ testCase: { id }, also: others }) => [id, ...others]))];
  const said = prose(clip(check.message, textLimit));
  return html`<article class="item failure" id="${cardId(block)}">
    ${verdictMark('fail', words)}
    <div>
      ${requirements.map((one) => requirementTitle(one))}
      ${check.expected + check.actual === '' ? html`<p>${said}</p>` : null}
      <dl>
        ${entry(labels.expected, check.expected, prose(clip(check.expected, textLimit)))}
        ${entry(labels.actual, check.actual, prose(clip(check.actual, textLimit)))}
        ${decisionEntries(requirements, results, words)}
      </dl>
      <p class="links">${sections(requirements, words)}, ${labels.cases}: ${idLinks(also, 'case:', 5)}</p>
      ${exchange === null ? null : isFirst ? exchangeBlock(exchange, testCase, fullLimit, context) : html`<p class="links"><a href="#exchange:${exchange.id}">${exchange.label}</a></p>`}
    </div>
  </article> `;
}

const requirementTitle = ({ id, statement }: RequirementResult): Html =>
  html`<h3><a href="#${id}">${idCode(id)}</a></h3>
    <p>${prose(statement)}</p>`;

const sections = (requirements: readonly RequirementResult[], { labels }: Wording): string =>
  `${labels.section} ${[...new Set(requirements.map(({ section }) => section))].join('; ')}`;

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

/** What a person has to decide, with the entries to fill in for `reviews.yaml`. */
export function reviewSection({ results, words }: PageContext): Html | null {
  const open = openReviewsOf(results);
  if (open.length === 0) return null;
  const { labels } = words;
  const drafts = openReviews(results);
  const rest = drafts.length - draftsShown;
  return html`<section id="reviews">
    <h2>${labels.reviews} <span class="count">${open.length}</span></h2>
    ${open.map((one) => reviewItem(one, words))}
    <div class="drafts">
      <h3>reviews.yaml</h3>
      ${drafts.slice(0, draftsShown).map((one) => draftBlock(one, words))}${rest > 0 ? html`<p class="note">… (+${rest})</p>` : null}
      <p class="muted">${prose(labels.patternHint)}</p>
    </div>
  </section>`;
}

function reviewItem({ requirement, text, why, finding }: OpenReview, words: Wording): Html {
  const { labels } = words;
  const exchange = finding?.exchange ?? null;
  const links = exchange === null ? null : html`, <a href="#exchange:${exchange.id}">${exchange.label}</a>`;
  const testCase = finding === null ? null : html` (${idLinks([finding.testCase.id], 'case:', 1)})`;
  return html`<article class="item">
    <div>${verdictMark('review', words)}</div>
    <div>
      ${requirementTitle(requirement)}
      <dl>
        ${entry(labels.text, text, clip(text, textLimit))}
        ${entry(labels.why, why, prose(clip(why, textLimit)))}
      </dl>
      <p class="links">${sections([requirement], words)}${links}${testCase}</p>
    </div>
  </article> `;
}

function draftBlock(draft: ReviewDraft, { labels }: Wording): Html {
  const lines = writeReview(draft).trimEnd().split('\n');
  const content =
    draft.text.length > draftLimit
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
          <div class="curl"><pre>${lines.flatMap((line) => [exactLine(line), lineBreak])}</pre></div>`;
  return html`<details class="draft">
    <summary>${idCode(draft.case)} <span class="muted">${clip(draft.text, 120)}</span></summary>
    ${content}
  </details>`;
}
