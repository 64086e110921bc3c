/** Tables, the matrix, the toolbar, requirements, latency and facts. */
export const table = `
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
:is(#observations, #advisories) th[scope="row"] { white-space: nowrap; }
.stack thead th, .stack .short { white-space: nowrap; }
.see { padding: 0 0.25rem; }
.toolbar { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); padding: 0.75rem 0; margin: 3rem 0 0; display: flex; flex-wrap: wrap; gap: 0.625rem 1rem; align-items: center; }
.toolbar fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem; }
.toolbar legend { position: absolute; left: -999rem; }
.toolbar .choice { position: relative; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); font-size: 0.9375rem; cursor: pointer; }
.toolbar .choice:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.toolbar .choice input { position: absolute; opacity: 0; inset: 0; cursor: pointer; margin: 0; }
.toolbar input[type="search"] { flex: 1 1 14rem; min-width: 0; font: inherit; font-size: 0.9375rem; color: inherit; background: var(--surface); border: 1px solid var(--muted); border-radius: 6px; padding: 0.3125rem 0.75rem; }
.toolbar input::placeholder { color: var(--muted); opacity: 1; }
.topic { margin-top: 2rem; }
.topic > h3 { color: var(--muted); font-weight: 550; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
.requirement { display: grid; grid-template-columns: var(--verdict) minmax(0, 1fr); gap: 0 1rem; padding: 0.875rem 0; border-bottom: 1px solid var(--line); }
.requirement h4 { font-size: 0.9375rem; font-weight: 600; letter-spacing: 0; line-height: 1.6; }
.requirement h4 a { color: inherit; text-decoration: none; } .requirement h4 a:hover { text-decoration: underline; }
:is(.requirement, .attention) .more { display: block; font-size: 0.875rem; }
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
`;
