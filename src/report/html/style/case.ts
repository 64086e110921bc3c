/** Cases and their exchanges. */
export const cases = `
.legend { font-size: 0.9375rem; margin-bottom: 0.75rem; }
details.case { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-top: 0.5rem; }
details.case:is([data-box], :not([open])) { content-visibility: auto; contain-intrinsic-size: auto 4.25rem; }
details.case > summary { cursor: pointer; padding: 0.75rem 1rem; display: grid; grid-template-columns: var(--verdict) minmax(0, 1fr) auto; gap: 0 0.75rem; list-style: none; border-radius: 8px; }
details.case > summary::-webkit-details-marker { display: none; }
details.case > summary:hover { background: var(--sunk); }
details.case > summary:focus-visible { outline-offset: -2px; }
details.case > summary .title { display: block; color: var(--muted); font-size: 0.9375rem; }
details.case > summary .time { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
details.case > summary .time::after { content: "+" / ""; display: inline-block; width: 1.25rem; text-align: right; }
details.case[open] > summary .time::after { content: "−" / ""; }
details.case.aimed > summary:focus-visible { outline: none; }
details.case.aimed { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.inside { padding: 0.25rem 1rem 1.25rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; }
.inside table, .inside > .muted { font-size: 0.875rem; }
.messages { font-weight: 550; font-size: 0.9375rem; display: grid; gap: 0.375rem; }
.exchange { min-width: 0; border-radius: 4px; }
.exchange.aimed { box-shadow: 0 0 0 0.375rem var(--surface), 0 0 0 calc(0.375rem + 1px) var(--link); }
.exchange header { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin-bottom: 0.5rem; }
.exchange header h3 { flex: 1 1 auto; font-size: 0.9375rem; }
.http { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.http figure { margin: 0; min-width: 0; display: flex; flex-direction: column; }
.http figcaption { font-size: 0.8125rem; color: var(--muted); margin-bottom: 0.25rem; }
.http pre { flex: 1; font-size: 0.8125rem; }
.http .start { font-weight: 650; }
.http .name { color: var(--muted); }
mark { color: inherit; background: none; border-radius: 3px; padding: 0 2px; margin: 0 -2px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.m-changed { background: var(--changed); box-shadow: inset 0 -2px var(--link); }
.m-fail { background: var(--fail-soft); box-shadow: inset 0 -2px var(--fail); }
.m-review { background: var(--review-soft); box-shadow: inset 0 -2px var(--review); }
.m-pass { background: var(--pass-soft); }
.m-seen { background: var(--inconclusive-soft); }
del::before { content: attr(data-gone); color: var(--muted); text-decoration: line-through; background: var(--changed); border-radius: 3px; padding: 0 2px; }
del { text-decoration: none; margin-right: 0.25em; }
.esc { font-style: normal; color: var(--fail); background: var(--fail-soft); border-radius: 2px; padding: 0 1px; }
details.curl { margin-top: 0.5rem; } details.curl summary { cursor: pointer; font-size: 0.875rem; color: var(--muted); } .curl pre { font-size: 0.8125rem; margin-top: 0.375rem; }
`;
