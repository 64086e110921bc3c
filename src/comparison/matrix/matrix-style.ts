import { base } from '../../report/html/style/base.ts';
import { narrow } from '../../report/html/style/narrow.ts';
import { print } from '../../report/html/style/print.ts';
import { summary } from '../../report/html/style/summary.ts';
import { table } from '../../report/html/style/table.ts';
import { glyphs } from '../../report/wording/wording.ts';

const cellSigns = Object.entries(glyphs)
  .map(
    ([verdict, sign]) =>
      `.grid td[data-v="${verdict}"]::before { content: "${sign} "; content: "${sign} " / ""; }
.grid td[data-v="${verdict}"][data-more]::before { content: "${sign}* "; content: "${sign}* " / ""; }
.grid td[data-v="${verdict}"] { color: var(--${verdict}); }
`,
  )
  .join('');

/** Signs in place of words, and names upright, so that many columns fit. */
const compact = (scope: string): string => `
${scope} .grid, ${scope} .grid:lang(ru) { --cell: 2.25rem; }
${scope} .grid :is(td[data-v] > span, .said, .note, .sum > div:not(:first-child)) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${scope} .grid td { text-align: center; }
${scope} .grid td[data-v="none"]::before { content: "·"; content: "·" / ""; }
${scope} .grid .name { writing-mode: vertical-rl; max-height: 9rem; display: block; white-space: nowrap; text-overflow: ellipsis; }
${scope} .grid thead th:not(:first-child) { padding-left: 0.375rem; padding-right: 0.375rem; text-align: center; }
`;

const own = `
html { scroll-padding: 1rem 0 12rem; }
.frame { max-width: none; padding-bottom: 1rem; }
.mast { padding: 1.5rem 0 1rem; } .mast .totals { flex-direction: column; }
.toolbar { position: static; margin: 0 0 1rem; padding: 0 0 0.75rem; }
.scroll { position: relative; width: fit-content; max-width: 100%; overflow: auto; max-height: calc(100vh - 1rem); max-height: calc(100dvh - 1rem); border: 1px solid var(--line); border-radius: 8px; background: var(--surface); scroll-padding: 8rem 1rem 11rem 19rem; }
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
.grid tr:hover > :is(td, th[scope="row"]) { background: var(--sunk); }
.grid td[data-v="fail"], .grid tr:hover > td[data-v="fail"] { background: var(--fail-soft); font-weight: 550; }
.grid td[data-v="review"], .grid tr:hover > td[data-v="review"] { background: var(--review-soft); font-weight: 550; }
.grid td[data-v="inconclusive"], .grid tr:hover > td[data-v="inconclusive"] { background: var(--inconclusive-soft); }
.grid td[data-v="none"] { color: var(--muted); }
.totals dd { min-width: 0; } .totals dt { white-space: nowrap; } .totals > div { align-items: baseline; }
${cellSigns}.grid td.faint, .grid tr:hover > td.faint { color: var(--muted); background: none; font-weight: 400; }
.grid td:focus { outline: 2px solid var(--link); outline-offset: -2px; }
.grid .aimed > th { box-shadow: inset 3px 0 var(--link); }
.grid .tallies { white-space: nowrap; font-variant-numeric: tabular-nums; }
.detail { position: fixed; z-index: 4; left: 0; right: 0; bottom: 0; max-height: 40vh; overflow: auto; background: var(--surface); border-top: 2px solid var(--link); padding: 0.75rem clamp(1rem, 4vw, 2.5rem); font-size: 0.9375rem; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 1rem; }
.detail > div { display: grid; gap: 0.25rem; } .detail .place { font-weight: 600; }
.detail > button { align-self: start; }
@media (max-width: 40rem) {
  .grid, .grid:lang(ru) { --cell: 6.75rem; } .totals > div { flex-direction: column; gap: 0; }
  .grid th[scope="row"] { width: 8.5rem; min-width: 8.5rem; max-width: 8.5rem; font-size: 0.75rem; }
  .scroll { scroll-padding: 7rem 0.5rem 13rem 9rem; margin: 0 -0.5rem; max-width: calc(100% + 1rem); }
}
${compact(':root:has(#matrix-signs:checked)')}`;

const ownPrint = `
@page { size: A4 landscape; margin: 10mm; }
@media print {
  .scroll { overflow: visible; max-height: none; border: 0; }
  .detail { display: none !important; }
  .grid { font-size: 7pt; } .grid thead th, .grid th[scope="row"], .grid .heading th > span { position: static; }
${compact('.many')}  .many .grid, .many .grid:lang(ru) { --cell: 1.1rem; } .many .grid :is(td, thead th:not(:first-child)) { padding: 0.1rem 0.15rem; }
  .many .grid th[scope="row"] { width: 12rem; min-width: 12rem; max-width: 12rem; }
}
`;

/** The style sheet of the matrix: that of the HTML report, and what its table needs. */
export const style = [base, summary, table, narrow, print, own, ownPrint].join('');
