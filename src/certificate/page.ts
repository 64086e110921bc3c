import { html, table, wholePage } from '../base/html.ts';
import type { Content, Html } from '../base/html.ts';
import { clientText } from '../base/package.ts';
import { clip } from '../base/visible.ts';
import { say } from '../messages/message.ts';
import type { Code, Message } from '../messages/message.ts';
import {
  decisionsIn,
  fileNames,
  influencesIn,
  isRecord,
  settingsIn,
  statementNames,
  unseenOf,
  untriedOf,
} from './certificate.ts';
import type { Certificate } from './certificate.ts';

type Say = (code: Code, params?: Message['params']) => string;

/** Renders a statement as A4 pages without network or script. `digest` is that of its JSON. */
export function renderPage(certificate: Certificate, digest: string): string {
  const { language, target } = certificate;
  const words: Say = (code, params = {}) => say({ code, params }, language);
  const title = `${titleOf(certificate, words)}: ${target.name}`;
  const style = clientText('paper.css') + marginsOf(certificate, words);
  return wholePage({ language, title, style, script: null, body: mainOf(certificate, digest, words) });
}

const titleOf = (certificate: Certificate, words: Say): string =>
  words(isRecord(certificate) ? 'record-title' : 'certificate-title');

/** Puts number and page into the margins of each printed page (CSS Paged Media). */
function marginsOf({ id }: Certificate, words: Say): string {
  const page = words('page-number', { page: '" counter(page) "', pages: '" counter(pages) "' });
  return `@page {
  @bottom-left {
    font: 8pt sans-serif;
    content: "${words('certificate-id')} ${id}";
  }
  @bottom-right {
    font: 8pt sans-serif;
    content: "${page}";
  }
}
`;
}

function mainOf(certificate: Certificate, digest: string, words: Say): Html {
  const classes = Object.entries(certificate.variants).map(
    ([id, found]) =>
      html`<li>
        <strong>${words('certificate-variant', { id: id.toUpperCase() })}</strong>: ${resultOf(found, words)}
      </li>`,
  );
  const missed = (certificate.missed ?? []).map((line) => html`<li>${say(line, certificate.language)}</li>`);
  return html`<main>
    <header${isRecord(certificate) ? html` class="fail"` : null}>
      <h1>${titleOf(certificate, words)}</h1>
      <p class="name">${certificate.target.name}</p>
      <p>${words(isRecord(certificate) ? 'record-statement' : 'certificate-statement')}</p>
    </header>
    <section>
      <h2>${words('certificate-result')}</h2>
      <ul class="classes">
        ${classes}
      </ul>
      ${settingsIn(certificate).map((line) => html`<p>${say(line, certificate.language)}</p>`)}
    </section>
    ${
      missed.length === 0
        ? null
        : html`<section>
            <h2>${words('record-missed')}</h2>
            <ul>
              ${missed}
            </ul>
          </section>`
    }
    <dl>${facts(certificate, digest, words)}</dl>
    <section>
      <h2>${words(isRecord(certificate) ? 'record-not-said' : 'certificate-not-said')}</h2>
      <ul>
        ${certificate.doesNotSay.map((name) => html`<li>${words(`not-said-${name}`)}</li>`)}
      </ul>
    </section>
    <section>
      <h2>${words('certificate-evidence')}</h2>
      ${fileTable(certificate, words)}
    </section>
    <section>
      <h2>${words('certificate-to-check')}</h2>
      <p>${words('certificate-check')}</p>
      ${[ownCommand, opensslCommand, sumCommand].map((line) => html`<p class="command">${code(line)}</p>`)}
    </section>
  </main>`;
}

function facts(certificate: Certificate, digest: string, words: Say): readonly Html[] {
  const { target, specification, suite, profile, run, signer, influences, passwords, unseen } = certificate;
  const none = words('none');
  const outside = certificate.outside.map(
    ({ requirement, verdict, reason, waived, owner }) =>
      html`<p>
        ${requirement}:
        <strong>${words(`verdict-${verdict}`)}</strong
        >${waived ? `, ${words('certificate-waived')}${owner === undefined ? '' : ` (${clip(owner, 100)})`}` : ''}${reason === null ? '' : ` (${reason})`}
      </p>`,
  );
  const reviews = decisionsIn(certificate).map((decision) => html`<p>${decision}</p>`);
  const notClaimed = certificate.notClaimed.map((id) =>
    words('certificate-variant', { id: id.toUpperCase() }),
  );
  const unseenLines = [...untriedOf(passwords), ...influencesIn(influences), ...unseenOf(unseen)].map(
    (line) => html`<p>${say(line, certificate.language)}</p>`,
  );
  const listed = (items: readonly Html[]): Content => (items.length === 0 ? none : items);
  const rows: readonly (readonly [string, Content])[] = [
    [words('certificate-base-url'), target.baseUrl],
    [words('certificate-specification'), specification.title],
    [`${words('certificate-specification')}, SHA-256`, code(specification.sha256)],
    [words('certificate-suite'), `${suite.name} ${suite.version}`],
    [words('certificate-profile'), code(profile.sha256)],
    [words('certificate-run'), `${shown(run.startedAt)} – ${shown(run.endedAt)}`],
    [words('certificate-issued'), shown(certificate.issuedAt)],
    [words('certificate-expires'), html`<strong>${shown(certificate.expiresAt)}</strong>`],
    [words('certificate-signer'), signer.subject],
    [words('certificate-issuer'), signer.issuer],
    [words('certificate-serial'), code(signer.serialNumber)],
    [words('certificate-id'), code(certificate.id)],
    [words('certificate-digest', { file: statementNames[certificate.kind].statement }), code(digest)],
    [words('certificate-not-claimed'), notClaimed.join(', ') || none],
    [words(isRecord(certificate) ? 'record-outside' : 'certificate-outside'), listed(outside)],
    [words('certificate-reviews'), listed(reviews)],
    [words('certificate-unseen'), listed(unseenLines)],
  ];
  return rows.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );
}

/** Class of a variant, and what was tested: bank code and partner. */
function resultOf(found: Certificate['variants'][string], words: Say): string {
  const { class: reached, requirements, bankCode = null, partnerName = null } = found;
  const tested = [
    ...(bankCode === null ? [] : [words('certificate-bank-code', { code: clip(bankCode, 100) })]),
    ...(partnerName === null ? [] : [words('certificate-partner', { name: clip(partnerName, 100) })]),
  ];
  const result =
    reached === null
      ? [words('certificate-no-class')]
      : [words(`certificate-class-${reached}`), words('certificate-hold', { count: requirements })];
  return [...result, ...(tested.length === 0 ? [] : [tested.join(', ')])].join('; ');
}

const code = (text: string): Html => html`<code>${text}</code>`;

const shown = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

function fileTable({ files }: Certificate, words: Say): Html {
  const rows = files.map(
    ({ name, bytes, sha256 }) =>
      html`<tr>
        <td>${name}</td>
        <td>${bytes}</td>
        <td>${code(sha256)}</td>
      </tr>`,
  );
  return table('files', [words('certificate-file'), words('certificate-bytes'), 'SHA-256'], rows);
}

const ownCommand = 'sbp-banks-conformance verify . --ca root.pem';

/** Command that checks the signature with OpenSSL. */
export const opensslCommand = `openssl cms -verify -binary -inform DER -in ${fileNames.signature} -content ${fileNames.sums} -CAfile root.pem -out /dev/null`;

/** Command that then checks the digests. */
export const sumCommand = `sha256sum -c ${fileNames.sums}`;
