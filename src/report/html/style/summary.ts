/** The first screen, what needs attention, and what could not be tested. */
export const summary = `
.mast { padding: 2.25rem 0 1.5rem; }
.kicker { color: var(--muted); font-size: 0.9375rem; margin-bottom: 0.375rem; }
.mast dl { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0.75rem 0 0; color: var(--muted); font-size: 0.9375rem; }
.mast dl div { display: flex; gap: 0.5rem; }
.mast dt::after { content: ":"; }
.mast dd { margin: 0; color: var(--ink); }
.mast .controls { float: right; display: flex; gap: 0.5rem; margin: 0 0 0.5rem 1rem; }
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
.attention { margin: 0; padding: 0; list-style: none; }
.attention > li { display: grid; grid-template-columns: var(--verdict) minmax(0, 1fr); gap: 0 1rem; padding: 0.875rem 0; border-top: 1px solid var(--line); }
.attention h3 { font-size: 0.875rem; line-height: 1.6; }
.attention dl, .finding dl { margin: 0.375rem 0 0; display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0.125rem 0.5rem; font-size: 0.9375rem; }
.attention dt, .finding dt { color: var(--muted); } .attention dd, .finding dd { margin: 0; }
.attention .links, .requirement .links { color: var(--muted); font-size: 0.875rem; margin-top: 0.25rem; }
.drafts { margin-top: 1.25rem; } .drafts h3 { font-family: var(--mono); font-size: 0.9375rem; margin-bottom: 0.375rem; }
.draft { border-top: 1px solid var(--line); padding: 0.5rem 0; font-size: 0.9375rem; } .draft summary { cursor: pointer; }
.draft .note { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; justify-content: space-between; margin: 0.5rem 0; }
.drafts > .muted { margin-top: 0.75rem; font-size: 0.9375rem; }
.open { margin: 0; padding: 0; list-style: none; }
.open > li { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 0.25rem 1.5rem; padding: 1rem 0; border-top: 1px solid var(--line); }
.open h3 { font-size: 0.9375rem; color: var(--inconclusive); }
.open .advice { margin-top: 0.375rem; } .open pre { margin-top: 0.5rem; }
.open .ids, .open ul { color: var(--muted); font-size: 0.875rem; margin: 0.375rem 0 0; } .open ul { padding-left: 1.125rem; }
`;
