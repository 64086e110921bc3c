import { pageScript } from '../report/html/script.ts';
import { style as reportStyle } from '../report/html/style.ts';
import { glyphs } from '../wording/report.ts';

const signs = Object.entries(glyphs)
  .map(
    ([verdict, sign]) =>
      `.grid td[data-v="${verdict}"]::before { content: "${sign} "; content: "${sign} " / ""; }
.grid td[data-v="${verdict}"][data-more]::before { content: "${sign}* "; content: "${sign}* " / ""; }
.grid td[data-v="${verdict}"], .grid td[data-v="${verdict}"] a { color: var(--${verdict}); }
`,
  )
  .join('');

/** Signs in place of words, and names upright, so that many columns fit. */
const compact = (scope: string): string => `
${scope} .grid, ${scope} .grid:lang(ru) { --cell: 2.25rem; }
${scope} .grid :is(td[data-v] > *, .said, .note, .sum > div:not(:first-child)) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${scope} .grid .reasons .said { position: static; width: auto; height: auto; clip-path: none; white-space: normal; }
${scope} .grid td { text-align: center; }
${scope} .grid td[data-v="none"]::before { content: "·"; content: "·" / ""; }
${scope} .grid .name { writing-mode: vertical-rl; max-height: 9rem; display: block; white-space: nowrap; text-overflow: ellipsis; }
${scope} .grid thead th:not(:first-child) { padding-left: 0.375rem; padding-right: 0.375rem; text-align: center; }
`;

const own = `
.frame { max-width: none; padding-bottom: 1rem; }
.mast { padding: 1.5rem 0 1rem; } .mast .totals { flex-direction: column; }
.toolbar { position: static; margin: 0 0 1rem; padding: 0 0 0.75rem; }
.scroll { position: relative; width: fit-content; max-width: 100%; overflow: auto; max-height: calc(100vh - 1rem); max-height: calc(100dvh - 1rem); border: 1px solid var(--line); border-radius: 8px; background: var(--surface); scroll-padding: 8rem 1rem 1rem 19rem; }
.grid { --cell: 8rem; border-collapse: separate; border-spacing: 0; width: auto; font-size: 0.8125rem; line-height: 1.4; overflow-wrap: break-word; }
.grid:lang(ru) { --cell: 8.75rem; }
.grid th, .grid td, .grid th:last-child, .grid td:last-child { padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); }
.grid td { min-width: var(--cell); max-width: 10rem; border-left: 1px solid var(--line); }
.grid thead th { position: sticky; top: 0; z-index: 2; background: var(--surface); color: var(--ink); font-size: 0.8125rem; vertical-align: bottom; border-left: 1px solid var(--line); border-bottom-color: var(--muted); min-width: var(--cell); max-width: 10rem; }
.grid thead th::first-letter { text-transform: none; }
.grid thead th:first-child { left: 0; z-index: 3; border-left: 0; }
.grid th[scope="row"] { position: sticky; left: 0; z-index: 1; background: var(--surface); background-clip: padding-box; width: 18rem; min-width: 18rem; max-width: 18rem; }
.grid .name { overflow-wrap: anywhere; font-weight: 600; display: -webkit-box; -webkit-line-clamp: 3; line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
.grid .note { margin: 0; }
.grid .v { font-size: 0.8125rem; white-space: normal; }
.grid .heading th { background: var(--sunk); font-weight: 600; }
.grid .heading th > span { position: sticky; left: 0.5rem; display: inline-block; }
.grid summary { cursor: pointer; list-style-position: outside; margin-left: 0.9rem; } .grid details p { margin: 0.25rem 0 0 0.9rem; }
.reasons { margin: 0.25rem 0 0 0.9rem; padding: 0; list-style: none; } .reasons li { margin-top: 0.25rem; }
.grid tr:hover > :is(td, th[scope="row"]) { background: var(--sunk); }
.grid td[data-v="fail"], .grid tr:hover > td[data-v="fail"] { background: var(--fail-soft); font-weight: 550; }
.grid td[data-v="review"], .grid tr:hover > td[data-v="review"] { background: var(--review-soft); font-weight: 550; }
.grid td[data-v="inconclusive"], .grid tr:hover > td[data-v="inconclusive"] { background: var(--inconclusive-soft); }
.grid td[data-v="none"] { color: var(--muted); }
.totals dd { min-width: 0; } .totals dt { white-space: nowrap; } .totals > div { align-items: baseline; }
${signs}.grid .aimed > th { box-shadow: inset 3px 0 var(--link); }
.grid .tallies { white-space: nowrap; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) {
  .grid, .grid:lang(ru) { --cell: 6.75rem; } .totals > div { flex-direction: column; gap: 0; }
  .grid th[scope="row"] { width: 8.5rem; min-width: 8.5rem; max-width: 8.5rem; font-size: 0.75rem; }
  .scroll { scroll-padding: 7rem 0.5rem 1rem 9rem; margin: 0 -0.5rem; max-width: calc(100% + 1rem); }
}
${compact(':root:has(#matrix-signs:checked)')}
@page { size: A4 landscape; margin: 10mm; }
@media print {
  .scroll { overflow: visible; max-height: none; border: 0; }
  .grid { font-size: 7pt; } .grid thead th, .grid th[scope="row"], .grid .heading th > span { position: static; }
${compact('.many')}  .many .grid, .many .grid:lang(ru) { --cell: 1.1rem; } .many .grid :is(td, thead th:not(:first-child)) { padding: 0.1rem 0.15rem; }
  .many .grid th[scope="row"] { width: 12rem; min-width: 12rem; max-width: 12rem; }
}
`;

/** The style sheet of the matrix: that of the HTML report, and what its table needs. */
export const style = reportStyle + own;

/** The script of the matrix: its filter is over rows and columns. */
export const script = pageScript(`
const item = 'tr[id]';

function showMatching(verdict, words) {
  const table = document.querySelector('.grid');
  const rows = [...table.querySelectorAll('tbody tr[id]')];
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const holds = (cell) => verdict === 'all' || cell.dataset.v === verdict;
  const named = (text) => words.every((word) => text.toLowerCase().includes(word));
  const matching = (parts) => rows.filter((row) => named([...row.cells[0].querySelectorAll(parts)].map((one) => one.textContent).join(' ')));
  const aimed = heads.flatMap((head, index) => (named(head.textContent + ' ' + head.title) ? [index + 1] : []));
  const direct = matching('summary, p');
  // What is searched for may be a requirement or a target, or else a reason: the other kinds are then not searched.
  const found = direct.length > 0 || aimed.length > 0 ? direct : matching('li');
  const ownRows = found.length > 0 || aimed.length === 0 ? found : rows;
  const ownColumns = aimed.length > 0 || found.length === 0 ? aimed : heads.map((_, index) => index + 1);
  const columns = new Set(ownColumns.filter((index) => verdict === 'all' || ownRows.some((row) => holds(row.cells[index]))));
  const shown = new Set(ownRows.filter((row) => ownColumns.some((index) => holds(row.cells[index]))));
  for (const row of rows) row.classList.toggle('out', !shown.has(row));
  for (const line of table.querySelectorAll('tr:not(.heading)'))
    for (const [index, cell] of [...line.cells].entries())
      if (index > 0) cell.classList.toggle('out', !columns.has(index));
  return shown.size === 0 || columns.size === 0 ? '' : shown.size + ' × ' + columns.size;
}
`);
