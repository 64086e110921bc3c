/** The style sheet of the HTML report: light and dark, narrow and wide, screen and A4. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fafaf8; --surface: #ffffff; --sunk: #f3f4f3; --ink: #1a1e22; --muted: #59626b; --line: #dfe2e4; --link: #1d4f91;
  --pass: #0a6657; --pass-soft: #e2f1ed; --fail: #ab3209; --fail-soft: #fcebe3;
  --review: #755500; --review-soft: #faf1d6; --inconclusive: #4d5864; --inconclusive-soft: #ebeef0;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --surface: #1b1f23; --sunk: #22272c; --ink: #e8eaec; --muted: #a0a9b2; --line: #31383e; --link: #9cc3f5;
    --pass: #77cfb9; --pass-soft: #17332d; --fail: #ffa484; --fail-soft: #40231a;
    --review: #e6c463; --review-soft: #362d14; --inconclusive: #b3bdc7; --inconclusive-soft: #2a3036;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 6rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 1rem/1.55 var(--sans); overflow-wrap: anywhere; }
.frame { max-width: 68rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
h1, h2, h3, h4 { line-height: 1.2; margin: 0; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: clamp(1.9rem, 5vw, 2.75rem); letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; }
h3 { font-size: 1.0625rem; }
h4 { font-size: 0.9375rem; }
p { margin: 0; }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible, label:focus-within { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; font-variant-ligatures: none; }
.muted { color: var(--muted); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: 0.5rem 1rem; z-index: 3; }
.mast { padding: 3.5rem 0 2rem; }
.kicker { color: var(--muted); font-size: 0.9375rem; margin-bottom: 0.5rem; }
.mast dl { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 1rem 0 0; color: var(--muted); font-size: 0.9375rem; }
.mast dl div { display: flex; gap: 0.5rem; }
.mast dt::after { content: ":"; }
.mast dd { margin: 0; color: var(--ink); }
main > section { padding: 3rem 0 0; }
main > section:first-child { padding-top: 0; }
.toolbar + section { padding-top: 2rem; }
main > section > h2 { margin-bottom: 1.25rem; }
.count { color: var(--muted); font-weight: 400; }
.notice { border: 1px solid var(--fail); background: var(--fail-soft); border-radius: 8px; padding: 1rem 1.25rem; margin-bottom: 1.5rem; }
.notice h2 { font-size: 1.0625rem; color: var(--fail); margin-bottom: 0.5rem; }
.notice p + p { margin-top: 0.25rem; }
.notice li + li { margin-top: 0.75rem; }
.notice ul { margin: 0; padding: 0; list-style: none; }
.cards { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); margin-bottom: 1.5rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1.5rem; }
.card h2 { font-size: 0.9375rem; font-weight: 500; letter-spacing: 0; color: var(--muted); }
.card .word { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.25; margin: 0.125rem 0 0.5rem; }
.conforming .word { color: var(--pass); } .nonconforming .word { color: var(--fail); } .incomplete .word { color: var(--inconclusive); }
.bar { display: block; width: 100%; height: 8px; border-radius: 4px; margin: 1.25rem 0 0.875rem; overflow: hidden; background: var(--sunk); }
.bar rect { stroke: var(--surface); stroke-width: 0.4; }
.fill-pass { fill: var(--pass); } .fill-fail { fill: var(--fail); } .fill-review { fill: var(--review); } .fill-inconclusive { fill: var(--inconclusive); fill-opacity: 0.5; }
.tally { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0; padding: 0; list-style: none; font-size: 0.9375rem; }
.tally b { font-weight: 650; font-variant-numeric: tabular-nums; color: var(--ink); margin-right: 0.25rem; }
.v { white-space: nowrap; font-weight: 550; font-size: 0.9375rem; }
.v-pass { color: var(--pass); } .v-fail { color: var(--fail); } .v-review { color: var(--review); } .v-inconclusive { color: var(--inconclusive); } .v-observed { color: var(--muted); font-weight: 400; }
.v .glyph { display: inline-block; width: 1.25em; text-align: center; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4375rem 1rem 0.4375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--muted); font-size: 0.875rem; border-bottom-color: var(--muted); }
thead th::first-letter { text-transform: uppercase; }
.checks { table-layout: fixed; min-width: 46rem; }
.checks th:nth-child(1) { width: 25%; } .checks th:nth-child(2) { width: 8.5rem; } .checks th:nth-child(4) { width: 20%; } .checks th:nth-child(5) { width: 24%; }
tbody th[scope="rowgroup"] { font-weight: 650; padding-top: 1.25rem; }
th:last-child, td:last-child { padding-right: 0; }
.matrix td, .matrix thead th + th { width: 10.5rem; }
.matrix td a { text-decoration: none; display: inline-block; border-radius: 4px; padding: 0 0.5rem 0 0.125rem; }
.matrix td a:hover, .matrix td a:focus { text-decoration: underline; }
.matrix a.v-fail { background: var(--fail-soft); } .matrix a.v-review { background: var(--review-soft); } .matrix a.v-inconclusive { background: var(--inconclusive-soft); }
.attention { margin: 0; padding: 0; list-style: none; }
.attention > li { display: grid; grid-template-columns: minmax(0, 8.5rem) minmax(0, 1fr); gap: 0 1rem; padding: 0.875rem 0; border-top: 1px solid var(--line); }
.attention h3 { font-size: 0.875rem; line-height: 1.6; }
.attention dl { margin: 0.375rem 0 0; display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.125rem 0.5rem; font-size: 0.9375rem; }
.attention dt { color: var(--muted); } .attention dd { margin: 0; overflow-wrap: anywhere; }
.attention .links { color: var(--muted); font-size: 0.875rem; margin-top: 0.25rem; }
.open { display: grid; gap: 0; margin: 0; padding: 0; list-style: none; }
.open > li { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 0.25rem 1.5rem; padding: 1rem 0; border-top: 1px solid var(--line); }
.open h3 { font-size: 0.9375rem; color: var(--inconclusive); }
.open .advice { margin-top: 0.375rem; }
.open .ids, .open ul { color: var(--muted); font-size: 0.875rem; margin: 0.375rem 0 0; }
.open ul { padding-left: 1.125rem; }
pre { margin: 0; padding: 0.875rem 1rem; background: var(--sunk); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; tab-size: 4; }
.open pre { margin-top: 0.5rem; }
.toolbar { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); padding: 0.75rem 0; margin: 3rem 0 0; display: flex; flex-wrap: wrap; gap: 0.625rem 1rem; align-items: center; }
.toolbar fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem; }
.toolbar legend { position: absolute; left: -999rem; }
.toolbar label.choice { position: relative; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); font-size: 0.9375rem; cursor: pointer; }
.toolbar label.choice:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.toolbar label.choice input { position: absolute; opacity: 0; inset: 0; cursor: pointer; margin: 0; }
.toolbar input[type="search"] { flex: 1 1 14rem; min-width: 0; font: inherit; font-size: 0.9375rem; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 0.3125rem 0.75rem; }
button { font: inherit; font-size: 0.875rem; color: var(--link); background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 0.25rem 0.75rem; cursor: pointer; }
button:hover { border-color: var(--link); }
.topic { margin-top: 2rem; }
.topic > h3 { color: var(--muted); font-weight: 550; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
.requirement { display: grid; grid-template-columns: minmax(0, 8.5rem) minmax(0, 1fr); gap: 0 1rem; padding: 0.875rem 0; border-bottom: 1px solid var(--line); }
.requirement h4 { font-family: var(--mono); font-size: 0.875rem; font-weight: 600; letter-spacing: 0; line-height: 1.6; }
.requirement .links { color: var(--muted); font-size: 0.875rem; margin-top: 0.25rem; }
.finding { border-left: 3px solid var(--line); padding: 0.125rem 0 0.125rem 0.875rem; margin-top: 0.75rem; font-size: 0.9375rem; }
.requirement.v-is-fail .finding { border-left-color: var(--fail); } .requirement.v-is-review .finding { border-left-color: var(--review); }
.finding p { font-weight: 550; }
.finding dl { margin: 0.25rem 0 0; display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.125rem 0.5rem; }
.finding dt { color: var(--muted); } .finding dd { margin: 0; }
:target { scroll-margin-top: 6rem; }
.requirement:target { background: var(--sunk); box-shadow: 0 0 0 0.75rem var(--sunk); border-radius: 2px; }
details.case { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-top: 0.5rem; }
details.case > summary { cursor: pointer; padding: 0.75rem 1rem; display: grid; grid-template-columns: minmax(0, 8rem) minmax(0, 1fr) auto; gap: 0 0.75rem; list-style: none; border-radius: 8px; }
details.case > summary::-webkit-details-marker { display: none; }
details.case > summary:hover { background: var(--sunk); }
details.case > summary .title { display: block; color: var(--muted); font-size: 0.9375rem; }
details.case > summary .time { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
details.case > summary .time::after { content: "+"; display: inline-block; width: 1.25rem; text-align: right; }
details.case[open] > summary .time::after { content: "−"; }
details.case:target { border-color: var(--link); }
.inside { padding: 0.25rem 1rem 1.25rem; display: grid; gap: 1.25rem; }
.inside table { font-size: 0.875rem; }
.exchange { min-width: 0; }
.exchange header { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin-bottom: 0.5rem; }
.exchange header h4 { flex: 1 1 auto; }
.http { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.http figure { margin: 0; min-width: 0; display: flex; flex-direction: column; }
.http figcaption { font-size: 0.8125rem; color: var(--muted); margin-bottom: 0.25rem; }
.http pre { flex: 1; font-size: 0.8125rem; }
.http .start { font-weight: 650; }
.http .name { color: var(--muted); }
.esc { font-style: normal; color: var(--fail); background: var(--fail-soft); border-radius: 2px; padding: 0 1px; }
.note { color: var(--muted); font-size: 0.8125rem; margin-top: 0.25rem; }
details.curl { margin-top: 0.5rem; } details.curl summary { cursor: pointer; font-size: 0.875rem; color: var(--muted); } details.curl pre { font-size: 0.8125rem; margin-top: 0.375rem; }
.plain { margin: 0; padding: 0; list-style: none; } .plain li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.facts { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); margin: 0; font-size: 0.9375rem; }
.facts dt, .facts dd { padding: 0.4375rem 0; border-bottom: 1px solid var(--line); margin: 0; } .facts dt { color: var(--muted); }
footer { height: 4rem; }
@media (max-width: 40rem) {
  .mast { padding-top: 2rem; }
  .open > li, .attention > li, .requirement, .facts { grid-template-columns: minmax(0, 1fr); }
  .facts dt { border: 0; padding-bottom: 0; }
  .facts dd { padding-top: 0; }
  .requirement .v { margin-bottom: 0.25rem; }
  .matrix tr { display: flex; flex-wrap: wrap; padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
  .matrix th, .matrix td { border: 0; padding: 0; }
  .matrix th[scope="row"], .matrix th[scope="rowgroup"] { flex: 0 0 100%; }
  .matrix td, .matrix thead th + th { flex: 1 1 0; width: auto; }
  .matrix thead th:first-child { display: none; }
  .matrix tbody th[scope="rowgroup"] { padding-top: 0.75rem; }
  .checks { min-width: 0; }
  .checks tr th:nth-child(n) { width: auto; }
  th, td { padding-right: 0.5rem; }
  .stack thead { position: absolute; left: -999rem; }
  .stack tr { display: grid; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .stack th, .stack td { border: 0; padding: 0.0625rem 0; }
  .stack td[data-label]:not(:empty)::before { content: attr(data-label) ": "; color: var(--muted); }
  details.case > summary { grid-template-columns: minmax(0, 1fr) auto; }
  details.case > summary .head { grid-row: 2; grid-column: 1 / -1; }
  .toolbar { position: static; }
  html, :target { scroll-margin-top: 1rem; scroll-padding-top: 1rem; }
}
@media print {
  @page { size: A4; margin: 16mm 15mm; }
  :root { color-scheme: light; --page: #fff; --surface: #fff; --sunk: #f4f4f3; --ink: #111; --muted: #555; --line: #d5d8da; --link: #111;
    --pass: #0a6657; --pass-soft: #e2f1ed; --fail: #ab3209; --fail-soft: #fcebe3; --review: #755500; --review-soft: #faf1d6; --inconclusive: #4d5864; --inconclusive-soft: #ebeef0; }
  html { font-size: 10.5pt; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .frame { max-width: none; padding: 0; }
  .mast { padding-top: 0; }
  .toolbar, button, .skip, details.curl { display: none !important; }
  .card, .requirement, .open > li, .attention > li, tr, .exchange header, .finding { break-inside: avoid; }
  h2, h3, h4, thead { break-after: avoid; }
  a { text-decoration: none; }
  .matrix td, .matrix thead th + th { width: 8.5rem; }
  .matrix th, .matrix td { padding-top: 0.1875rem; padding-bottom: 0.1875rem; }
  details.case > summary .time::after { content: none; }
  .checks { min-width: 0; }
  .scroll { overflow: visible; }
  footer { display: none; }
}
`;
