import { html, sealed } from '../../report/html/markup.ts';
import type { Html } from '../../report/html/markup.ts';
import { contentPolicy } from '../../report/html/policy.ts';
import { pageControls } from '../../report/html/toolbar.ts';
import { wordingFor } from '../../report/wording/wording.ts';
import type { Wording } from '../../report/wording/wording.ts';
import type { Language } from '../../wording/message.ts';
import type { MatrixColumn } from './matrix-column.ts';
import { matrixGroups, matrixVariants } from './matrix-row.ts';
import { script } from './matrix-script.ts';
import { style } from './matrix-style.ts';
import { matrixWordingFor } from './matrix-wording.ts';
import type { MatrixWording } from './matrix-wording.ts';
import { detailBox, matrixToolbar } from './matrix-control.ts';
import { masthead } from './masthead.ts';
import { tableBodies } from './table-body.ts';
import { columnHead, notesOf, variantRow } from './table-head.ts';

const policy = contentPolicy(style, script);

/** More columns than that are printed as signs. */
const printedInWords = 8;

function head(own: MatrixWording): Html {
  return html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${own.title}</title>`;
}

function grid(columns: readonly MatrixColumn[], words: Wording, own: MatrixWording): Html {
  const notes = notesOf(columns, words);
  return html`<div
    class="scroll${columns.length > printedInWords ? ' many' : ''}"
    role="region"
    aria-label="${own.title}"
    tabindex="0"
  >
    <table class="grid" aria-label="${own.title}">
      <thead>
        <tr>
          <th scope="col">${own.requirement}</th>
          ${columns.map((column, index) => columnHead(column, notes[index] ?? '', words, own))}
        </tr>
      </thead>
      <tbody>
        ${matrixVariants(columns).map((variant) => variantRow(columns, variant, words, own))}
      </tbody>
      ${tableBodies(matrixGroups(columns, words), columns, words, own)}
    </table>
  </div>`;
}

function page(columns: readonly MatrixColumn[], words: Wording, own: MatrixWording): Html {
  return html`<div class="frame">
      ${masthead(columns, pageControls(words), words, own)}
      <main>
        ${columns.length === 0 ? html`<p>${own.noTargets}</p>` : null} ${matrixToolbar(words, own)}
        ${grid(columns, words, own)}
      </main>
    </div>
    ${detailBox(own)}`;
}

/** Renders one HTML file that shows many runs against all requirements: it stands alone, asks for nothing, and hostile text stays text. */
export function renderMatrix(columns: readonly MatrixColumn[], language: Language): string {
  const [words, own] = [wordingFor(language), matrixWordingFor(language)];
  // Style and script are put in untouched: the policy holds their digests.
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n`,
    sealed(head(own)),
    `\n<style>${style}</style>\n<script>${script}</script>\n</head>\n<body>\n`,
    sealed(page(columns, words, own)),
    '\n</body>\n</html>\n',
  ].join('');
}
