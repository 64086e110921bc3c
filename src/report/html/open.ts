import type { Results } from '../../result/results.ts';
import { provisioningYaml } from '../provisioning.ts';
import { openGroups, reasonWords } from '../view.ts';
import type { OpenGroup } from '../view.ts';
import type { Wording } from '../wording/wording.ts';
import { html, idCode, lineBreak, prose } from './markup.ts';
import type { Html } from './markup.ts';

const notesShown = 8;

function advice(group: OpenGroup, words: Wording): Html {
  const yaml = group.reason === 'not-provisioned' ? provisioningYaml(group.conditions, words.language) : [];
  return yaml.length === 0
    ? html`<p class="advice">${prose(reasonWords(group, words).advice)}</p>`
    : html`<p class="advice">${words.labels.profileHint}</p>
        <pre>${yaml.flatMap((line) => [line, lineBreak])}</pre>`;
}

function item(group: OpenGroup, words: Wording): Html {
  const ids = group.requirements.map(
    ({ id }, index) => html`${index === 0 ? '' : ', '}<a href="#${id}">${idCode(id)}</a>`,
  );
  const notes = group.notes.slice(0, notesShown).map((note) => html`<li>${prose(note)}</li>`);
  return html`<li id="open:${group.reason}">
    <h3><code>${group.reason}</code> <span class="count">${group.requirements.length}</span></h3>
    <div>
      <p>${prose(reasonWords(group, words).happened)}</p>
      ${
        notes.length === 0
          ? null
          : html`<ul>
              ${notes}
            </ul>`
      }
      ${advice(group, words)}
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
      ${groups.map((group) => item(group, words))}
    </ul>
  </section>`;
}

/** The same at a glance, a line for each reason; says so where nothing was left. */
export function openGlance(results: Results, words: Wording): Html {
  const groups = openGroups(results);
  const { labels, topics } = words;
  if (groups.length === 0) {
    const isSeen = results.requirements.length > 0;
    return html`<p class="glance muted">${isSeen ? labels.nothingOpen : null}</p>`;
  }
  const lines = groups.map((group) => {
    const concerned = group.conditions.map((name) => topics[name] ?? name).join(', ');
    return html`<li>
      <a href="#open:${group.reason}"><b>${group.requirements.length}</b> <code>${group.reason}</code></a>
      <span
        >${prose(reasonWords(group, words).happened)}${concerned === '' ? null : html` <span class="muted">(${concerned})</span>`}</span
      >
    </li>`;
  });
  return html`<div class="glance">
    <h2>${labels.open}</h2>
    <ul>
      ${lines}
    </ul>
  </div>`;
}
