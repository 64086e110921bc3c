import { createHash } from 'node:crypto';
import type { Results } from '../../result/results.ts';
import { attentionSections } from './attention.ts';
import { casesSection } from './cases.ts';
import { html } from './markup.ts';
import type { Html } from './markup.ts';
import { noteSections } from './notes.ts';
import { matrixSection, requirementsSection, toolbar } from './requirements.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { openSection, summarySection } from './summary.ts';
import { formatDuration, formatInstant } from '../view.ts';
import { wordingFor } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing may be loaded or run but the report's own style and script (Content Security Policy Level 3). */
const policy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function masthead(results: Results, words: Wording): Html {
  const { target, spec, startedAt, durationMs } = results;
  const { labels } = words;
  return html`<header class="mast">
    <p class="kicker">${labels.title}: ${spec.title}</p>
    <h1>${target.name}</h1>
    <dl>
      <div>
        <dt>${labels.target}</dt>
        <dd class="mono">${target.baseUrl}</dd>
      </div>
      <div>
        <dt>${labels.started}</dt>
        <dd>${formatInstant(startedAt)}</dd>
      </div>
      <div>
        <dt>${labels.duration}</dt>
        <dd>${formatDuration(durationMs)}</dd>
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

function page(results: Results, words: Wording): Html {
  return html`<a class="skip" href="#requirements">${words.labels.requirements}</a>
    <div class="frame">
      ${masthead(results, words)}
      <main>
        ${summarySection(results, words)} ${attentionSections(results, words)} ${openSection(results, words)}
        ${matrixSection(results, words)} ${toolbar(words)} ${requirementsSection(results, words)}
        ${casesSection(results, words)} ${noteSections(results, words)}
      </main>
      <footer></footer>
    </div>`;
}

/** Renders one HTML file that stands alone: no network, hostile text stays text, every requirement and case has an anchor. */
export function renderHtml(results: Results): string {
  const words = wordingFor(results.target.language);
  // Style and script are put in untouched: the policy holds their digests.
  return [
    `<!doctype html>\n<html lang="${results.target.language}">\n<head>\n`,
    head(results, words).markup,
    `\n<style>${style}</style>\n</head>\n<body>\n`,
    page(results, words).markup,
    `\n<script>${script}</script>\n</body>\n</html>\n`,
  ].join('');
}
