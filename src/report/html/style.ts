/** The style sheet of the HTML report and of the page of many runs: light and dark, narrow and wide, screen and A4. */
export const style = `
/* Colours of both schemes, type and what holds everywhere. */
:root {
  color-scheme: light dark;
  --page: light-dark(#fafaf8, #14171a);
  --surface: light-dark(#ffffff, #1b1f23);
  --sunk: light-dark(#f3f4f3, #22272c);
  --ink: light-dark(#1a1e22, #e8eaec);
  --muted: light-dark(#59626b, #a0a9b2);
  --line: light-dark(#dfe2e4, #31383e);
  --link: light-dark(#1d4f91, #9cc3f5);
  --changed: light-dark(#e3ecf8, #1d3350);
  --pass: light-dark(#0a6657, #77cfb9);
  --pass-soft: light-dark(#e2f1ed, #17332d);
  --fail: light-dark(#ab3209, #ffa484);
  --fail-soft: light-dark(#fcebe3, #40231a);
  --review: light-dark(#755500, #e6c463);
  --review-soft: light-dark(#faf1d6, #362d14);
  --inconclusive: light-dark(#4d5864, #b3bdc7);
  --inconclusive-soft: light-dark(#ebeef0, #2a3036);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
/* Wide enough for the longest word of a verdict. */
:root { --verdict: 8.5rem; } :root:lang(ru) { --verdict: 11.25rem; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
:root:not(.scripted) .needs-script, [hidden] { display: none !important; }
* { box-sizing: border-box; }
html { scroll-padding-top: 6rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 1rem/1.55 var(--sans); overflow-wrap: anywhere; }
.frame { max-width: 82rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem) 4rem; display: grid; grid-template-columns: minmax(0, 12rem) minmax(0, 1fr); gap: 0 2.5rem; }
.frame > .mast { grid-column: 1 / -1; } .frame:not(:has(.toc)) { grid-template-columns: minmax(0, 1fr); }
.toc { font-size: 0.875rem; } .toc ul { position: sticky; top: 1rem; margin: 0; padding: 0; list-style: none; } .toc a { display: block; padding: 0.25rem 0; text-decoration: none; } .toc a:hover { text-decoration: underline; }
h1, h2, h3, h4 { line-height: 1.2; margin: 0; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 4.5vw, 2.5rem); letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; }
h3 { font-size: 1.0625rem; }
h4 { font: inherit; letter-spacing: 0; }
p { margin: 0; }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:is(a, button, summary, input):focus-visible, label:focus-within { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
[tabindex="-1"]:focus { outline: none; }
code.id { display: inline-block; max-width: 100%; text-decoration: inherit; }
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; font-variant-ligatures: none; }
pre { margin: 0; padding: 0.875rem 1rem; background: var(--sunk); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; tab-size: 4; }
button { font: inherit; font-size: 0.875rem; color: var(--link); background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 0.25rem 0.75rem; cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--link); }
.muted, .count { color: var(--muted); font-weight: 400; }
.note { color: var(--muted); font-size: 0.8125rem; margin-top: 0.25rem; }
.unseen, .failing .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: 0.5rem 1rem; z-index: 3; }
.v { white-space: nowrap; font-weight: 550; font-size: 0.9375rem; }
.v-pass { color: var(--pass); } .v-fail { color: var(--fail); } .v-review { color: var(--review); } .v-inconclusive { color: var(--inconclusive); }
.v-observed { color: var(--muted); font-weight: 400; }
.v .glyph { display: inline-block; width: 1.25em; text-align: center; }
@media screen { .out { display: none !important; } }

/* The first screen, cards, and what could not be tested. */
.mast { padding: 1.5rem 0; }
.mast p { font-size: 0.9375rem; margin-top: 0.25rem; }
.mast .controls { float: right; display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 0.5rem 1rem; }
main > section, .filtered > section { padding: 3rem 0 0; }
main > section:first-child { padding-top: 0; }
.toolbar + section { padding-top: 2rem !important; }
main section > h2 { margin-bottom: 1.25rem; }
.notice { border: 1px solid var(--fail); background: var(--fail-soft); border-radius: 8px; padding: 1rem 1.25rem; margin-bottom: 1.25rem; }
.notice h2 { font-size: 1.0625rem; color: var(--fail); margin-bottom: 0.5rem; }
.notice p + p { margin-top: 0.25rem; }
.notice li + li { margin-top: 0.75rem; }
.notice ul { margin: 0; padding: 0; list-style: none; }
.cards { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); margin-bottom: 1.25rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-top: 4px solid var(--inconclusive); border-radius: 8px; padding: 1.25rem 1.5rem 1.5rem; }
.card.conforming { border-top-color: var(--pass); } .card.nonconforming { border-top-color: var(--fail); }
.card h2 { font-size: 0.9375rem; font-weight: 500; letter-spacing: 0; color: var(--muted); }
.card .word { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.25; margin: 0.125rem 0 0.5rem; }
.conforming .word { color: var(--pass); } .nonconforming .word { color: var(--fail); } .incomplete .word { color: var(--inconclusive); }
.bar { display: block; width: 100%; height: 8px; border-radius: 4px; margin: 1rem 0 0.75rem; overflow: hidden; background: var(--sunk); }
.bar rect { stroke: var(--surface); stroke-width: 0.4; }
.fill-pass { fill: var(--pass); } .fill-fail { fill: var(--fail); } .fill-review { fill: var(--review); } .fill-inconclusive { fill: var(--inconclusive); fill-opacity: 0.5; }
.tally { display: flex; flex-wrap: wrap; gap: 0.375rem 1.25rem; margin: 0; padding: 0; list-style: none; font-size: 0.9375rem; }
.tally a { text-decoration: none; } .tally a:hover { text-decoration: underline; }
.tally b { font-weight: 650; font-variant-numeric: tabular-nums; color: var(--ink); margin-right: 0.25rem; }
.classes { display: grid; grid-template-columns: minmax(0, 1fr) max-content; gap: 0.25rem 1rem; margin: 1rem 0 0; padding-top: 0.875rem; border-top: 1px solid var(--line); font-size: 0.9375rem; }
.classes dt { font-weight: 550; } .classes dd { margin: 0; } .classes .muted { font-size: 0.8125rem; }
.classes .prevents { grid-column: 1 / -1; margin-bottom: 0.375rem; } .classes .prevents a { display: inline-block; max-width: 100%; }
.glance h2 { font-size: 0.9375rem; margin-bottom: 0.375rem; }
.glance ul { margin: 0; padding: 0; list-style: none; }
.glance li { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 0 1rem; padding: 0.25rem 0; font-size: 0.9375rem; }
.glance b { font-variant-numeric: tabular-nums; margin-right: 0.25rem; }
.overall { font-size: 1.25rem; font-weight: 400; } .overall .v { font-size: 1.875rem; font-weight: 650; margin-right: 0.5rem; white-space: normal; } .overall .glyph { text-align: left; }
.failing { margin: 0 0 1.5rem; padding: 0; list-style: none; font-size: 0.9375rem; }
.failing li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: 0 0.5rem; padding: 0.25rem 0; } .failing li > span:last-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.zero :is(a, b, .v), .zero { color: var(--muted); font-weight: 400; }
.item, .requirement > summary { display: grid; grid-template-columns: var(--verdict) minmax(0, 1fr) auto; gap: 0 1rem; }
.requirement > summary::after, details.case > summary .time::after { content: "+" / ""; display: inline-block; width: 1.25rem; text-align: right; color: var(--muted); }
.requirement[open] > summary::after, details.case[open] > summary .time::after { content: "−" / ""; }
.item { padding: 0.875rem 0; border-top: 1px solid var(--line); }
.item h3 { font-size: 0.875rem; line-height: 1.6; }
.failure, .review { display: block; background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--fail); border-radius: 8px; padding: 0.875rem 1.25rem; margin-bottom: 1rem; }
.review { border-left-color: var(--review); } .item.failure h3, .item.review h3 { font-size: 1.0625rem; } .failure .v .said, .review .v .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.questions { margin: 0.375rem 0 0; padding-left: 1.125rem; font-size: 0.9375rem; } .questions dl { margin: 0 0 0.25rem; }
.failure .exchange { margin-top: 0.75rem; } .failure pre.copied { white-space: pre; overflow-x: auto; } .curl pre + pre { margin-top: 0.25rem; }
.item dl, .finding dl { margin: 0.375rem 0 0; display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0.125rem 0.5rem; font-size: 0.9375rem; }
.item dt, .finding dt { color: var(--muted); } .item dd, .finding dd { margin: 0; }
.item .links { color: var(--muted); font-size: 0.875rem; margin-top: 0.25rem; }
.draft { margin-top: 0.5rem; font-size: 0.9375rem; } .draft summary { cursor: pointer; }
.draft .note { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; justify-content: space-between; margin: 0.5rem 0; }
.open { margin: 0; padding: 0; list-style: none; }
.open > li { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 0.25rem 1.5rem; padding: 1rem 0; border-top: 1px solid var(--line); }
.open h3 { font-size: 0.9375rem; color: var(--inconclusive); }
.open .advice { margin-top: 0.375rem; } .open pre { margin-top: 0.5rem; }
.open .ids, .open ul { color: var(--muted); font-size: 0.875rem; margin: 0.375rem 0 0; } .open ul { padding-left: 1.125rem; }

/* Tables, the toolbar, requirements, latency and facts. */
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4375rem 1rem 0.4375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: 0.875rem; border-bottom-color: var(--muted); }
thead th::first-letter { text-transform: uppercase; }
.checks { table-layout: fixed; }
.checks th:nth-child(1) { width: 26%; } .checks th:nth-child(2) { width: var(--verdict); }
.matrix th[scope="row"] { width: 32%; font-weight: 550; } .matrix th .muted { font-size: 0.875rem; }
.matrix td a { text-decoration: none; display: inline-block; border-radius: 4px; padding: 0 0.4375rem 0 0.125rem; margin-right: 0.25rem; }
.matrix td a:hover, .matrix td a:focus { text-decoration: underline; }
.matrix a.v-fail { background: var(--fail-soft); } .matrix a.v-review { background: var(--review-soft); } .matrix a.v-inconclusive { background: var(--inconclusive-soft); }
.matrix .more { font-weight: 400; }
#advisories th[scope="row"] { white-space: nowrap; } #observations table { table-layout: fixed; }
.stack thead th, .stack .short { white-space: nowrap; }
.see { padding: 0 0.25rem; }
.toolbar { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); padding: 0.75rem 0; margin: 3rem 0 0; display: flex; flex-wrap: wrap; gap: 0.625rem 1rem; align-items: center; }
.toolbar fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem; }
.toolbar legend { position: absolute; left: -999rem; }
.toolbar .choice { position: relative; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); font-size: 0.9375rem; cursor: pointer; }
.toolbar .choice .count { font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.toolbar .choice:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.toolbar .choice input { position: absolute; opacity: 0; inset: 0; cursor: pointer; margin: 0; }
.toolbar input[type="search"] { flex: 1 1 18rem; min-width: 0; font: inherit; font-size: 0.9375rem; color: inherit; background: var(--surface); border: 1px solid var(--muted); border-radius: 6px; padding: 0.3125rem 0.75rem; }
.toolbar output:empty { position: absolute; }
.toolbar input::placeholder { color: var(--muted); opacity: 1; }
.folded { border-top: 1px solid var(--line); margin-top: 0.75rem; } .folded > summary { cursor: pointer; padding: 0.75rem 0; } section > .folded { margin-top: 0; }
.topic { margin-top: 2rem; }
.topic > h3 { color: var(--muted); font-weight: 550; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
.requirement.item { display: block; padding: 0; border: 0; border-bottom: 1px solid var(--line); }
.requirement > summary { cursor: pointer; padding: 0.625rem 0; list-style: none; } .requirement > summary::-webkit-details-marker { display: none; }
.requirement > summary:hover { background: var(--sunk); }
.requirement .head > code { font-weight: 600; } .requirement .title { display: block; }
.requirement .more-of { padding: 0 0 0.75rem calc(var(--verdict) + 1rem); }
.item .more { display: block; font-size: 0.875rem; }
.requirement .decided { font-weight: 550; margin-top: 0.25rem; }
.finding { border-left: 3px solid var(--line); padding: 0.125rem 0 0.125rem 0.875rem; margin-top: 0.75rem; font-size: 0.9375rem; }
.requirement.v-is-fail .finding { border-left-color: var(--fail); } .requirement.v-is-review .finding { border-left-color: var(--review); }
.finding > p:first-child { font-weight: 550; }
.aimed { scroll-margin-top: 6rem; }
.requirement.aimed, .open > .aimed { background: var(--sunk); box-shadow: 0 0 0 0.75rem var(--sunk); border-radius: 2px; }
.latency { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1rem 2.5rem; align-items: center; }
.plot { width: 100%; height: auto; }
.plot line { stroke: var(--line); stroke-width: 1; } .plot text { fill: var(--muted); font: 11px var(--sans); }
.plot polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.line-0 { stroke: var(--link); } .line-1 { stroke: var(--review); stroke-dasharray: 5 3; }
.key { display: inline-block; width: 1.25rem; height: 0; border-top: 3px solid var(--link); vertical-align: middle; margin-right: 0.375rem; } .key-1 { border-top: 3px dashed var(--review); }
.quantiles td { font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); margin: 0; font-size: 0.9375rem; }
.facts dt, .facts dd { padding: 0.4375rem 0; border-bottom: 1px solid var(--line); margin: 0; } .facts dt { color: var(--muted); }

/* Cases and their exchanges. */
.legend { font-size: 0.9375rem; margin-bottom: 0.75rem; } .unfold { margin-bottom: 0.75rem; }
details.case { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-top: 0.5rem; }
details.case { content-visibility: auto; contain-intrinsic-size: auto 4.25rem; }
details.case > summary { cursor: pointer; padding: 0.75rem 1rem; display: grid; grid-template-columns: var(--verdict) minmax(0, 1fr) auto; gap: 0 0.75rem; list-style: none; border-radius: 8px; }
details.case > summary::-webkit-details-marker { display: none; }
details.case > summary:hover { background: var(--sunk); }
details.case > summary:focus-visible { outline-offset: -2px; }
details.case > summary .title { display: block; color: var(--muted); font-size: 0.9375rem; }
details.case > summary .time { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
details.case.aimed > summary:focus-visible { outline: none; }
details.case.aimed { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.inside { padding: 0.25rem 1rem 1.25rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; }
.inside table, .inside > .muted { font-size: 0.875rem; }
.messages { font-weight: 550; font-size: 0.9375rem; display: grid; gap: 0.375rem; }
.exchange { min-width: 0; border-radius: 4px; }
.exchange.aimed { box-shadow: 0 0 0 0.375rem var(--surface), 0 0 0 calc(0.375rem + 1px) var(--link); }
.exchange header { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin-bottom: 0.5rem; }
.exchange .label { font-weight: 650; flex: 1 1 auto; font-size: 0.9375rem; }
.headers summary { cursor: pointer; font-size: 0.8125rem; color: var(--muted); padding: 0.125rem 0.25rem; }
.http { display: grid; gap: 0.5rem 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.http figure { margin: 0; min-width: 0; }
.http figcaption { font-size: 0.8125rem; color: var(--muted); margin-bottom: 0.25rem; }
.http pre { font-size: 0.8125rem; padding: 0.5rem 0.75rem; margin-bottom: 0.25rem; }
.http .start { font-weight: 650; }
.http .name { color: var(--muted); }
mark { color: inherit; background: none; border-radius: 3px; padding: 0 2px; margin: 0 -2px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.m-changed { background: var(--changed); box-shadow: inset 0 -2px var(--link); }
.m-fail { background: var(--fail-soft); box-shadow: inset 0 -2px var(--fail); }
.m-review { background: var(--review-soft); box-shadow: inset 0 -2px var(--review); }
.m-pass { background: var(--pass-soft); }
.m-seen { background: var(--inconclusive-soft); }
.line::before { content: "\\A"; white-space: pre; } .line.deep::before { content: "\\A" "  "; } .gap { color: var(--muted); }
del::before { content: attr(data-gone); color: var(--muted); text-decoration: line-through; background: var(--changed); border-radius: 3px; padding: 0 2px; }
del { text-decoration: none; margin-right: 0.25em; }
.esc { font-style: normal; color: var(--fail); background: var(--fail-soft); border-radius: 2px; padding: 0 1px; }
details.curl { margin-top: 0.5rem; } details.curl summary { cursor: pointer; font-size: 0.875rem; color: var(--muted); } .curl pre { font-size: 0.8125rem; margin-top: 0.375rem; }

/* What changes without room for a column of contents, and on a telephone. */
@media (max-width: 64rem) {
  .frame { display: block; }
  .toc { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
  .toc ul { position: static; display: flex; gap: 0 1rem; overflow-x: auto; white-space: nowrap; padding: 0.25rem 0; }
  .toolbar { top: 2.5rem; }
}
@media (max-width: 40rem) {
  .mast { padding-top: 1.25rem; }
  .mast .controls { float: none; justify-content: end; margin: 0 0 0.75rem; }
  .requirement > summary { grid-template-columns: minmax(0, 1fr) auto; } .requirement .head { grid-row: 2; grid-column: 1 / -1; }
  .open > li, .item, .facts, .glance li, .latency { grid-template-columns: minmax(0, 1fr); }
  .requirement .more-of { padding-left: 0; } .failure, .review { padding: 0.75rem; }
  code.id { font-size: 0.75rem; } .failing li > span:last-child { white-space: normal; }
  .facts dt { border: 0; padding-bottom: 0; } .facts dd { padding-top: 0; }
  .requirement .v { margin-bottom: 0.25rem; }
  th, td { padding-right: 0.5rem; }
  .stack thead, .matrix thead { position: absolute; left: -999rem; }
  .stack tr, .matrix tr { display: grid; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .stack th, .stack td, .matrix th, .matrix td { border: 0; padding: 0.0625rem 0; }
  .matrix th[scope="row"], .checks th:nth-child(1) { width: auto; }
  :is(.stack, .matrix) td[data-label]:not(:empty)::before { content: attr(data-label) ": "; color: var(--muted); }
  details.case > summary { grid-template-columns: minmax(0, 1fr) auto; }
  details.case > summary .head { grid-row: 2; grid-column: 1 / -1; }
  .toolbar { position: static; }
  html { scroll-padding-top: 3rem; } .aimed { scroll-margin-top: 3rem; }
}

/* A4: summary and failures; the rest as well where the reader prints everything. */
@page {
  size: A4;
  margin: 16mm 15mm 18mm;
  @bottom-left { content: "sbp-banks-conformance"; font: 8pt sans-serif; color: #555; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #555; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; --page: #fff; --sunk: #f4f4f3; --link: #111; }
  html { font-size: 9.5pt; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .frame { display: block; max-width: none; padding: 0; }
  .mast { padding-top: 0; }
  .toolbar, .toc, button, .controls, .skip, .see, :is(.draft, .headers, .curl):not([open]), .requirement > summary::after, .inside > .muted:last-child { display: none !important; }
  :root:not(.print-all) :is(main > section:not(#summary, #failures), .filtered) { display: none; }
  .failing li > span:last-child { white-space: normal; } .failure pre.copied { overflow: visible; white-space: pre-wrap; }
  main > section { padding-top: 1.75rem; }
  details.case { content-visibility: visible; break-inside: auto; } details.case > summary .time::after { content: none !important; }
  .card, .item, .open > li, .glance li, tr, .exchange header, .finding, .notice, .latency { break-inside: avoid; }
  .failure { break-inside: auto; }
  h2, h3, thead, figcaption, .exchange header { break-after: avoid; }
  a { text-decoration: none; }
  .matrix th, .matrix td { padding-top: 0.1875rem; padding-bottom: 0.1875rem; }
  .http { grid-template-columns: minmax(0, 1fr); }
  .http pre { box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: 0.5rem 0.75rem; }
  .aimed { box-shadow: none !important; background: none !important; }
}
`;
