import type { Results } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { html, idCode, lineBreak, prose } from './markup.ts';
import type { Html } from './markup.ts';
import { verdictMark } from './verdict.ts';
import { provisioningYaml } from '../provisioning.ts';
import { interruption, openGroups, reasonWords, variantSummaries } from '../view.ts';
import type { OpenGroup } from '../view.ts';
import type { VariantSummary, Wording } from '../wording/wording.ts';

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const satisfies readonly Verdict[];

const notesShown = 8;

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

function card(summary: VariantSummary, words: Wording): Html {
  const tally = verdicts.map(
    (verdict) => html`<li><b>${summary.counts[verdict]}</b>${verdictMark(verdict, words)}</li>`,
  );
  return html`<article class="card ${summary.verdict}">
    <h2>${words.variant(summary.variant)}</h2>
    <p class="word">${words.overall[summary.verdict]}</p>
    <p>${words.sentence(summary)}</p>
    ${bar(summary)}
    <ul class="tally">
      ${tally}
    </ul>
  </article>`;
}

function rootCauses(results: Results, words: Wording): Html | null {
  if (results.rootCauses.length === 0) return null;
  const items = results.rootCauses.map(
    ({ message, hint }) =>
      html`<li>
        <p><strong>${message}</strong></p>
        <p>${hint}</p>
      </li>`,
  );
  return html`<div class="notice">
    <h2>${words.labels.rootCauses}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

function openItem(group: OpenGroup, words: Wording): Html {
  const { happened, advice } = reasonWords(group, words);
  const yaml = group.reason === 'not-provisioned' ? provisioningYaml(group.conditions) : [];
  const ids = group.requirements.map(
    ({ id }, index) => html`${index === 0 ? '' : ', '}<a href="#${id}">${idCode(id)}</a>`,
  );
  const notes = group.notes.slice(0, notesShown).map((note) => html`<li>${note}</li>`);
  return html`<li>
    <h3>${group.reason} <span class="count">${group.requirements.length}</span></h3>
    <div>
      <p>${happened}</p>
      ${
        notes.length === 0
          ? null
          : html`<ul>
              ${notes}
            </ul>`
      }
      ${
        yaml.length === 0
          ? html`<p class="advice">${prose(advice)}</p>`
          : html`<p class="advice">${words.labels.profileHint}</p>
              <pre>${yaml.flatMap((line) => [line, lineBreak])}</pre>`
      }
      <p class="ids">${ids}</p>
    </div>
  </li>`;
}

/** What could not be tested and why; nothing where nothing was left. */
export function openSection(results: Results, words: Wording): Html | null {
  const groups = openGroups(results);
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return html`<section id="open">
    <h2>${words.labels.open} <span class="count">${count}</span></h2>
    <ul class="open">
      ${groups.map((group) => openItem(group, words))}
    </ul>
  </section>`;
}

/** The first screen: what each variant came to, and the root cause. */
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
    <div class="cards">${variantSummaries(results).map((summary) => card(summary, words))}</div>
    ${rootCauses(results, words)}
  </section>`;
}
