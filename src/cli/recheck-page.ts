import { html, wholePage } from '../base/html.ts';
import { clientText } from '../base/package.ts';
import { say } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';

/** What `recheck` says, for a terminal and for a page. */
export interface RecheckView {
  readonly state: 'changed' | 'open' | 'unchanged';
  readonly head: Message;
  readonly askedAt: Message;
  readonly notes: readonly Message[];
  /** `request`: '' if no exchange shows the change. */
  readonly changes: readonly {
    readonly line: Message;
    readonly request: string;
    readonly answer: string;
  }[];
  readonly more: readonly Message[];
  readonly same: Message;
  readonly unseen: Message;
  readonly result: Message;
}

const looks = { changed: 'fail', open: 'inconclusive', unchanged: 'pass' } as const;

/** A page of one screen, without script. */
export function renderRecheck(view: RecheckView, language: Language): string {
  const words = (line: Message): string => say(line, language);
  const title = say({ code: 'recheck-title', params: {} }, language);
  const changes = view.changes.map(
    ({ line, request, answer }) =>
      html`<li>
        <strong>${words(line)}</strong>
        ${request === '' ? null : html`<br /><code>${request}</code><br /><code>${answer}</code>`}
      </li>`,
  );
  const lines = [...view.more, view.same, view.unseen].map((line) => html`<li>${words(line)}</li>`);
  const body = html`<main class="brief">
    <header class="${looks[view.state]}">
      <h1>${title}</h1>
      <p class="name">${words(view.result)}</p>
      <p>${words(view.head)}; ${words(view.askedAt)}</p>
    </header>
    <ul>
      ${view.notes.map((line) => html`<li>${words(line)}</li>`)} ${changes} ${lines}
    </ul>
  </main>`;
  return wholePage({ language, title, style: clientText('paper.css'), script: null, body });
}
