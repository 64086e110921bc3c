import type { ClassName, ClassResult, Results } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { interruption, variantSummaries } from '../view.ts';
import { staleWaivers, waiverText } from '../waiver-text.ts';
import type { VariantSummary, Wording } from '../wording/wording.ts';
import { html, idCode, prose } from './markup.ts';
import type { Html } from './markup.ts';
import { openGlance } from './open.ts';
import { verdictMark } from './verdict.ts';

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const satisfies readonly Verdict[];

const classLabels = {
  core: ['classCore', 'classCoreHint'],
  full: ['classFull', 'classFullHint'],
} as const satisfies Record<ClassName, readonly [keyof Wording['labels'], keyof Wording['labels']]>;

const preventsShown = 3;

function bar({ counts }: VariantSummary): Html {
  const total = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
  const share = (count: number): number => (total === 0 ? 0 : (count / total) * 100);
  const rects = verdicts.map((verdict, index) => {
    const before = verdicts.slice(0, index).reduce((sum, each) => sum + counts[each], 0);
    return html`<rect
      class="fill-${verdict}"
      x="${share(before).toFixed(2)}"
      y="0"
      width="${share(counts[verdict]).toFixed(2)}"
      height="8"
    />`;
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${rects}
  </svg>`;
}

function preventing(ids: readonly string[], { labels }: Wording): Html | null {
  if (ids.length === 0) return null;
  const links = ids
    .slice(0, preventsShown)
    .map((id, index) => html`${index === 0 ? ' ' : ', '}<a href="#${id}">${idCode(id)}</a>`);
  const rest = ids.length - preventsShown;
  return html`${labels.prevents}${links}${rest > 0 ? `, … (+${rest})` : null}`;
}

function classLine(
  name: ClassName,
  { reached, requirements, prevents }: ClassResult,
  told: readonly string[],
  words: Wording,
): Html {
  const { labels } = words;
  const [label, hint] = classLabels[name];
  const mark = reached
    ? html`<span class="v v-pass"><span class="glyph" aria-hidden="true">✓</span>${labels.reached}</span>`
    : html`<span class="v v-inconclusive"
        ><span class="glyph" aria-hidden="true">–</span>${labels.notReached}</span
      >`;
  const more = preventing(
    prevents.filter((id) => !told.includes(id)),
    words,
  );
  return html`<dt>${labels[label]} <span class="muted">${labels[hint]}</span></dt>
    <dd>${mark} <span class="muted">${requirements - prevents.length} / ${requirements}</span></dd>
    ${more === null ? null : html`<dd class="prevents muted">${more}</dd>`}`;
}

function card(summary: VariantSummary, results: Results, words: Wording): Html {
  const classes = results.variants[summary.variant]?.classes;
  const tally = verdicts.map(
    (verdict) =>
      html`<li>
        <a href="#requirements" data-filter="${verdict}"
          ><b>${summary.counts[verdict]}</b>${verdictMark(verdict, words)}</a
        >
      </li>`,
  );
  return html`<article class="card ${summary.verdict}">
    <h2>${words.variant(summary.variant)}</h2>
    <p class="word">${words.overall[summary.verdict]}</p>
    <p>${words.sentence(summary)}</p>
    ${bar(summary)}
    <ul class="tally">
      ${tally}
    </ul>
    ${
      classes === undefined
        ? null
        : html`<dl class="classes">
            ${classLine('core', classes.core, [], words)}${classLine('full', classes.full, classes.core.prevents, words)}
          </dl>`
    }
  </article>`;
}

function rootCauses({ rootCauses: causes }: Results, words: Wording): Html | null {
  if (causes.length === 0) return null;
  const items = causes.map(
    ({ message, hint }) =>
      html`<li>
        <p><strong>${prose(message)}</strong></p>
        <p>${prose(hint)}</p>
      </li>`,
  );
  return html`<div class="notice">
    <h2>${words.labels.rootCauses}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

function staleNotice(results: Results, words: Wording): Html | null {
  const stale = staleWaivers(results);
  if (stale.length === 0) return null;
  const items = stale.map(
    (waiver) =>
      html`<li>
        <p>
          <a href="#waivers">${idCode(waiver.requirement)}</a>: ${prose(waiverText(waiver, results, words))}
        </p>
      </li>`,
  );
  return html`<div class="notice">
    <h2>${words.labels.staleWaivers}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** The first screen: what each variant came to and which classes it reaches, the root cause, waivers that fail the run, and what could not be tested. */
export function summarySection(results: Results, words: Wording): Html {
  const said = interruption(results, words);
  return html`<section id="summary" aria-label="${words.labels.summary}">
    ${
      said === null
        ? null
        : html`<div class="notice">
            <p><strong>${said}</strong></p>
          </div>`
    }
    ${rootCauses(results, words)} ${staleNotice(results, words)}
    <div class="cards">${variantSummaries(results).map((summary) => card(summary, results, words))}</div>
    ${openGlance(results, words)}
  </section>`;
}
