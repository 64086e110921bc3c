import { html, table, wholePage } from '../base/html.ts';
import type { Content, Html } from '../base/html.ts';
import { clientText } from '../base/package.ts';
import { say } from '../messages/message.ts';
import type { Code, Message } from '../messages/message.ts';
import { fileNames, influencesIn, unseenOf, untriedOf } from './certificate.ts';
import type { Certificate } from './certificate.ts';

type Say = (code: Code, params?: Message['params']) => string;

/** Renders the certificate as an A4 page without network or script. `digest` is that of certificate.json. */
export function renderPage(certificate: Certificate, digest: string): string {
  const { language, target } = certificate;
  const words: Say = (code, params = {}) => say({ code, params }, language);
  const title = `${words('certificate-title')}: ${target.name}`;
  const body = mainOf(certificate, digest, words);
  return wholePage({ language, title, style: clientText('paper.css'), script: null, body });
}

function mainOf(certificate: Certificate, digest: string, words: Say): Html {
  const classes = Object.entries(certificate.variants).map(
    ([id, { class: name, requirements }]) =>
      html`<li>
        <strong>${words('certificate-variant', { id: id.toUpperCase() })}</strong>:
        ${words(`certificate-class-${name}`)}; ${words('certificate-hold', { count: requirements })}
      </li>`,
  );
  return html`<main>
    <header>
      <h1>${words('certificate-title')}</h1>
      <p class="name">${certificate.target.name}</p>
      <p>${words('certificate-statement')}</p>
    </header>
    <section>
      <h2>${words('certificate-result')}</h2>
      <ul class="classes">
        ${classes}
      </ul>
    </section>
    <dl>${facts(certificate, digest, words)}</dl>
    <section>
      <h2>${words('certificate-not-said')}</h2>
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
    ({ requirement, verdict, reason, waived }) =>
      html`<p>
        ${requirement}:
        <strong>${words(`verdict-${verdict}`)}</strong
        >${waived ? `, ${words('certificate-waived')}` : ''}${reason === null ? '' : ` (${reason})`}
      </p>`,
  );
  const reviews = certificate.reviews.map(
    ({ requirements, name, date }) => html`<p>${requirements.join(', ')}: ${name}, ${date}</p>`,
  );
  const patterns = Object.entries(certificate.texts).flatMap(([variant, byCondition]) =>
    Object.entries(byCondition).map(
      ([condition, pattern]) => html`<p>${variant}.${condition}: ${code(pattern)}</p>`,
    ),
  );
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
    [words('certificate-digest'), code(digest)],
    [words('certificate-not-claimed'), notClaimed.join(', ') || none],
    [words('certificate-outside'), listed(outside)],
    [words('certificate-reviews'), listed(reviews)],
    [words('certificate-texts'), listed(patterns)],
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
