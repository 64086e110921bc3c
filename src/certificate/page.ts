import { html } from '../report/html/markup.ts';
import type { Content, Html } from '../report/html/markup.ts';
import { contentPolicy } from '../report/html/policy.ts';
import { certificateFiles } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { pageStyle } from './page-style.ts';
import { certificateWording } from './wording.ts';
import type { CertificateWording } from './wording.ts';

/** The certificate as a page for A4: one file, no network, no script; `digest` is that of certificate.json. Pure: the same certificate gives the same page. */
export function renderPage(certificate: Certificate, digest: string): string {
  const words = certificateWording(certificate.language);
  return [
    `<!doctype html>\n<html lang="${certificate.language}">\n<head>\n`,
    head(certificate, words).markup,
    `\n<style>${pageStyle}</style>\n</head>\n<body>\n`,
    page(certificate, digest, words).markup,
    '\n</body>\n</html>\n',
  ].join('');
}

function head({ target }: Certificate, words: CertificateWording): Html {
  const policy = contentPolicy(pageStyle, null);
  return html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${words.title}: ${target.name}</title>`;
}

function page(certificate: Certificate, digest: string, words: CertificateWording): Html {
  const { labels } = words;
  return html`<main>
    <header>
      <h1>${words.title}</h1>
      <p class="name">${certificate.target.name}</p>
      <p>${words.statement}</p>
    </header>
    <section>
      <h2>${labels.result}</h2>
      <ul class="classes">
        ${classes(certificate, words)}
      </ul>
    </section>
    <dl>${facts(certificate, digest, words)}</dl>
    <section>
      <h2>${labels.doesNotSay}</h2>
      <ul>
        ${certificate.doesNotSay.map((name) => html`<li>${words.limitations[name]}</li>`)}
      </ul>
    </section>
    <section>
      <h2>${labels.files}</h2>
      ${fileTable(certificate, words)}
    </section>
    ${howToCheck(words)}
  </main>`;
}

const classes = ({ variants }: Certificate, words: CertificateWording): readonly Html[] =>
  Object.entries(variants).map(
    ([id, found]) =>
      html`<li>
        <strong>${words.variant(id)}</strong>: ${words.classes[found.class]};
        ${words.requirements(found.requirements)}
      </li>`,
  );

function facts(certificate: Certificate, digest: string, words: CertificateWording): readonly Html[] {
  const { target, specification, suite, profile, run, signer } = certificate;
  const { labels } = words;
  const rows: readonly (readonly [string, Content])[] = [
    [labels.baseUrl, target.baseUrl],
    [labels.specification, specification.title],
    [`${labels.specification}, SHA-256`, code(specification.sha256)],
    [labels.suite, `${suite.name} ${suite.version}`],
    [labels.profile, code(profile.sha256)],
    [labels.run, `${shown(run.startedAt)} – ${shown(run.endedAt)}`],
    [labels.issued, shown(certificate.issuedAt)],
    [labels.expires, html`<strong>${shown(certificate.expiresAt)}</strong>`],
    [labels.signer, signer.subject],
    [labels.issuer, signer.issuer],
    [labels.serial, code(signer.serialNumber)],
    [labels.id, code(certificate.id)],
    [labels.digest, code(digest)],
    [labels.notClaimed, certificate.notClaimed.map((id) => words.variant(id)).join(', ') || words.none],
    [labels.outside, outside(certificate, words)],
    [labels.reviews, reviews(certificate, words)],
    [labels.texts, patterns(certificate, words)],
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

function outside({ outside: gaps }: Certificate, words: CertificateWording): Content {
  if (gaps.length === 0) return words.none;
  return gaps.map(
    ({ requirement, verdict, reason, waived }) =>
      html`<p>
        ${requirement}:
        <strong>${words.verdicts[verdict]}</strong
        >${waived ? `, ${words.waived}` : ''}${reason === null ? '' : ` (${reason})`}
      </p>`,
  );
}

function reviews({ reviews: made }: Certificate, words: CertificateWording): Content {
  if (made.length === 0) return words.none;
  return made.map(
    ({ requirements, name, date }) => html`<p>${requirements.join(', ')}: ${name}, ${date}</p>`,
  );
}

function patterns({ texts }: Certificate, words: CertificateWording): Content {
  const rows = Object.entries(texts).flatMap(([variant, own]) =>
    Object.entries(own).map(([condition, pattern]) => html`<p>${variant}.${condition}: ${code(pattern)}</p>`),
  );
  return rows.length === 0 ? words.none : rows;
}

function fileTable({ files }: Certificate, { labels }: CertificateWording): Html {
  const rows = files.map(
    ({ name, bytes, sha256 }) =>
      html`<tr>
        <td>${name}</td>
        <td class="number">${bytes}</td>
        <td>${code(sha256)}</td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${labels.file}</th>
        <th scope="col" class="number">${labels.bytes}</th>
        <th scope="col">SHA-256</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** What anybody with OpenSSL can check. */
export const opensslCommand = `openssl cms -verify -binary -inform DER -in ${certificateFiles.signature} -content ${certificateFiles.certificate} -CAfile root.pem -out /dev/null`;

const ownCommand = 'sbp-banks-conformance verify . --ca root.pem';

function howToCheck(words: CertificateWording): Html {
  return html`<section>
    <h2>${words.labels.toCheck}</h2>
    <p>${words.check}</p>
    ${[ownCommand, opensslCommand, `sha256sum -c ${certificateFiles.sums}`].map((line) => html`<p class="command">${code(line)}</p>`)}
  </section>`;
}
