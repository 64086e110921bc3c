import { html, table, wholePage } from '../base/html.ts';
import type { Html } from '../base/html.ts';
import { clientText } from '../base/package.ts';
import type { ClientReport, Finding } from './judge-clients.ts';
import { wordsFor } from './words.ts';

type Words = ReturnType<typeof wordsFor>;

/** Renders the observations of clients as one page without network or script. */
export function renderClients(clients: readonly ClientReport[], language: 'en' | 'ru'): string {
  const words = wordsFor(language);
  const body = html`<main>
    <h1>${words.title}</h1>
    <p>${words.intro}</p>
    ${clients.length === 0 ? html`<p>${words.none}</p>` : clients.map((client) => clientBlock(client, words))}
  </main>`;
  return wholePage({ language, title: words.title, style: clientText('clients.css'), script: null, body });
}

/** The sentence of a finding. What a client has sent is put into it as it is. */
export function sentenceOf(
  { code, subject, found, expected }: Pick<Finding, 'code' | 'subject' | 'found' | 'expected'>,
  { findings, things }: Pick<Words, 'findings' | 'things'>,
): string {
  const word = (value: string): string => (code === 'wrong-type' ? (things[value] ?? value) : value);
  const values: Readonly<Record<string, string>> = { subject, found: word(found), expected: word(expected) };
  return findings[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function clientBlock(client: ClientReport, words: Words): Html {
  const { address, userAgent, requests, accepted, variants, statuses, failures, advice } = client;
  const state = failures.length > 0 ? 'wrong' : variants.length > 0 ? 'right' : 'silent';
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return html`<section class="${state}">
    <h2>${userAgent === '' ? '–' : userAgent} <small>${address}</small></h2>
    <p class="state">${{ wrong: '✗', right: '✓', silent: '–' }[state]} ${words[state]}</p>
    <p>
      ${words.requests}: ${requests}, ${words.accepted}: ${accepted}; ${words.variants}:
      ${variants.length === 0 ? '–' : variants.join(', ').toUpperCase()}; ${words.statuses}:
      ${counts.join(', ')}
    </p>
    ${listOf(words.failures, failures, words)}${listOf(words.advice, advice, words)}
  </section>`;
}

/** Hours, minutes and seconds of this machine, as its logs have them. */
const clockTime = (at: Date): string => at.toTimeString().slice(0, 8);

function listOf(title: string, listed: readonly Finding[], words: Words): Html | null {
  if (listed.length === 0) return null;
  const rows = listed.map(
    (one) =>
      html`<tr>
        <td>${sentenceOf(one, words)}</td>
        <td data-label="${words.section}">${one.section ?? '–'}</td>
        <td data-label="${words.times}">${one.count}</td>
        <td data-label="${words.first}">${clockTime(one.first.at)} ${one.first.method} ${one.first.path}</td>
      </tr>`,
  );
  return html`<h3>${title}</h3>
    ${table('found', [words.said, words.section, words.times, words.first], rows)}`;
}
