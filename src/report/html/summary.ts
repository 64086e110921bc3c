import type { FailureBlock } from '../failures.ts';
import type { VariantView } from '../sentences.ts';
import { oneLine } from '../failures.ts';
import { stepsOf } from '../steps.ts';
import { clip } from '../../base/visible.ts';
import type { PageContext } from './context.ts';
import { idCode, mark, markTag, prose, verdictMark } from './markup.ts';
import { html } from '../../base/html.ts';
import type { Html } from '../../base/html.ts';
import { nameOf, overallIn, sentenceOf, variantName } from '../sentences.ts';
import { say } from '../../messages/message.ts';
import type { Words } from '../../messages/message.ts';

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
const linesShown = 12;
const lineLimit = 300;

/** The first screen: what to check first, failures, results of variants and classes, what was not tested. */
export function summarySection(context: PageContext): Html {
  const { results, words, interrupted } = context;
  const stale = context.stale.map(
    ({ requirement, text }) => html`<li><a href="#waivers">${idCode(requirement)}</a>: ${prose(text)}</li>`,
  );
  const causes = results.rootCauses.map(
    ({ variant, message, hint }) =>
      html`<li>
        <p>
          <strong>${variant === null ? null : `${variantName(variant, words)}: `}${prose(message)}</strong>
        </p>
        <p>${prose(hint)}</p>
      </li>`,
  );
  return html`<section id="summary" aria-label="${words('summary')}">
    ${interrupted === null ? null : notice(null, [html`<li><strong>${interrupted}</strong></li>`])}
    ${notice(words('root-causes'), causes)} ${notice(words('stale-waivers'), stale)}
    ${failureLines(context.failures.blocks, words)}
    <div class="cards">${context.variants.map((variant) => variantCard(variant, context))}</div>
    ${context.isSelection ? html`<p>${words('selected')}: ${results.cases.length}</p>` : null}
    ${openGlance(context)} ${triedGlance(context)}
  </section>`;
}

const notice = (title: string | null, items: readonly Html[]): Html | null =>
  items.length === 0
    ? null
    : html`<div class="notice">
        ${title === null ? null : html`<h2>${title}</h2>`}
        <ul>
          ${items}
        </ul>
      </div>`;

function failureLines(blocks: readonly FailureBlock[], words: Words): Html | null {
  if (blocks.length === 0) return null;
  const lines = blocks.slice(0, linesShown).map(
    (block) =>
      html`<li>
        ${verdictMark('fail', words)}
        <a href="#${block.id}">${prose(clip(oneLine(block, words), lineLimit))}</a>${markTag(block.mark)}
      </li>`,
  );
  const rest = blocks.length - linesShown;
  return html`<ul class="failing">
    ${lines}${rest > 0 ? html`<li><a href="#failures">${words('and-more', { count: rest })}</a></li>` : null}
  </ul>`;
}

// Some servers show the page without its style sheet.
const fills = { pass: '#00705c', fail: '#ad2c08', review: '#7a5200', inconclusive: '#4d555c' } as const;

function bar({ counts }: VariantView): Html {
  const total = Math.max(
    1,
    verdicts.reduce((sum, verdict) => sum + counts[verdict], 0),
  );
  let from = 0;
  const rects = verdicts.map((verdict) => {
    const [x, width] = [from, counts[verdict]].map((count) => ((count / total) * 100).toFixed(2));
    from += counts[verdict];
    return html`<rect
      class="fill-${verdict}"
      fill="${fills[verdict]}"
      x="${x ?? ''}"
      y="0"
      width="${width ?? ''}"
      height="8"
    />`;
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${rects}
  </svg>`;
}

function variantCard(summary: VariantView, context: PageContext): Html {
  const { words, results, suspicions } = context;
  const untried =
    summary.untried === null ? null : html`<p class="muted">${say(summary.untried, words.language)}</p>`;
  const counts = verdicts.map(
    (verdict) =>
      html`<li${summary.counts[verdict] === 0 ? html` class="zero"` : null}>
        <a href="#requirements" data-filter="${verdict}"
          ><b>${summary.counts[verdict]}</b>${verdictMark(verdict, words)}</a
        >
      </li>`,
  );
  // The heading of the page has said it.
  const own = overallIn(summary, words);
  const isSaid = own === overallIn({ verdict: results.verdict, suspicions }, words);
  return html`<article class="card ${summary.verdict}">
    <h2>${variantName(summary.variant, words)}</h2>
    ${isSaid ? null : html`<p class="word">${own}</p>`}
    <p>${sentenceOf(summary, words)}</p>
    ${untried}${bar(summary)}
    <ul class="tally">
      ${counts}
    </ul>
    <dl class="classes">${(['core', 'full'] as const).map((name) => classLine(name, summary, context))}</dl>
  </article>`;
}

/** A class: reached, or what to do for it. */
function classLine(name: 'core' | 'full', summary: VariantView, context: PageContext): Html {
  const { words } = context;
  const { reached, requirements, prevents } = summary.classes[name];
  const shown = reached
    ? mark('pass', '✓', words('reached'))
    : mark('inconclusive', '–', words('not-reached'));
  const steps = reached ? [] : stepsOf(summary, name, context);
  return html`<dt>${words(`class-${name}`)} <span class="muted">${words(`class-${name}-hint`)}</span></dt>
    <dd>${shown} <span class="muted">${requirements - prevents.length} / ${requirements}</span></dd>
    ${steps.map(
      ({ section, text }) =>
        html`<dd class="prevents">→ <a href="#${section}">${prose(say(text, words.language))}</a></dd>`,
    )}`;
}

/** What was tried, and what that does not show. */
const triedGlance = ({ tried, unshown, isSelection, words }: PageContext): Html | null =>
  isSelection || tried === null
    ? null
    : html`<p class="glance muted">${tried}</p>
        <details class="muted unshown">
          <summary>${words('unshown')}</summary>
          <ul>
            ${unshown.map((one) => html`<li>${one}</li>`)}
          </ul>
        </details>`;

/** What could not be tested, a line for each reason. */
function openGlance({ groups, words }: PageContext): Html | null {
  if (groups.length === 0) return null;
  const lines = groups.map(({ reason, name, ids, conditions, happened }) => {
    const names = conditions.map((condition) => nameOf('topic', condition, words)).join(', ');
    return html`<li>
      <a href="#open:${reason}"><b>${ids.length}</b> <code>${name}</code></a>
      <span>${prose(happened)}${names === '' ? null : html` <span class="muted">(${names})</span>`}</span>
    </li>`;
  });
  return html`<div class="glance">
    <h2>${words('open')}</h2>
    <ul>
      ${lines}
    </ul>
  </div>`;
}
