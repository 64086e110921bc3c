import type { Results } from '../../result/results.ts';
import { inLanguage } from '../in-language.ts';
import { wordingFor } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';
import { attentionSections } from './attention.ts';
import { casesSection } from './cases.ts';
import { environmentSection } from './environment.ts';
import { createIsland } from './island.ts';
import type { Island } from './island.ts';
import { latencySection } from './latency.ts';
import { html, sealed } from './markup.ts';
import type { Html } from './markup.ts';
import { matrixSection } from './matrix.ts';
import { noteSections } from './notes.ts';
import { openSection } from './open.ts';
import { contentPolicy } from './policy.ts';
import { requirementsSection } from './requirements.ts';
import { script } from './script/script.ts';
import { style } from './style/style.ts';
import { summarySection } from './summary.ts';
import { pageControls, toolbar } from './toolbar.ts';

const policy = contentPolicy(style, script);

function masthead(results: Results, words: Wording): Html {
  const { target, spec, suite, startedAt, durationMs } = results;
  const { labels } = words;
  return html`<header class="mast">
    ${pageControls(words)}
    <p class="kicker">${labels.title}: ${spec.title}</p>
    <h1>${target.name}</h1>
    <dl>
      <div>
        <dt>${labels.target}</dt>
        <dd class="mono">${target.baseUrl}</dd>
      </div>
      <div>
        <dt>${labels.started}</dt>
        <dd>${words.instant(startedAt)}</dd>
      </div>
      <div>
        <dt>${labels.duration}</dt>
        <dd>${words.duration(durationMs)}</dd>
      </div>
      <div>
        <dt>${labels.suite}</dt>
        <dd>${suite.name} ${suite.version}</dd>
      </div>
    </dl>
  </header>`;
}

function head(results: Results, words: Wording): Html {
  return html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${results.target.name}: ${words.overall[results.verdict]} – ${words.labels.title}</title>`;
}

function page(results: Results, words: Wording, island: Island): Html {
  return html`<a class="skip" href="#requirements">${words.labels.requirements}</a>
    <div class="frame">
      ${masthead(results, words)}
      <main>
        ${summarySection(results, words)} ${attentionSections(results, words)} ${openSection(results, words)}
        ${matrixSection(results, words)}
        <div class="filtered">
          ${toolbar(words)} ${requirementsSection(results, words)} ${casesSection(results, words, island)}
        </div>
        ${noteSections(results, words)} ${latencySection(results, words)}
        ${environmentSection(results, words)}
      </main>
    </div>`;
}

/** Renders one HTML file that stands alone: no network, hostile text stays text, every requirement and case has an anchor. */
export function renderHtml(recorded: Results): string {
  const { language } = recorded.target;
  const results = inLanguage(recorded, language);
  const words = wordingFor(language);
  const island = createIsland();
  // Style and script are put in untouched: the policy holds their digests.
  return [
    `<!doctype html>\n<html lang="${results.target.language}">\n<head>\n`,
    sealed(head(results, words)),
    `\n<style>${style}</style>\n<script>${script}</script>\n</head>\n<body>\n`,
    sealed(page(results, words, island)),
    `\n${island.block()}\n</body>\n</html>\n`,
  ].join('');
}
