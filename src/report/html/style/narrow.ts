/** What changes on a telephone. */
export const narrow = `
@media (max-width: 40rem) {
  .mast { padding-top: 1.25rem; }
  .mast .controls { float: none; justify-content: end; margin: 0 0 0.75rem; }
  .open > li, .attention > li, .requirement, .facts, .glance li, .latency { grid-template-columns: minmax(0, 1fr); }
  .facts dt { border: 0; padding-bottom: 0; } .facts dd { padding-top: 0; }
  .requirement .v { margin-bottom: 0.25rem; }
  th, td { padding-right: 0.5rem; }
  .stack thead, .matrix thead { position: absolute; left: -999rem; }
  .stack tr, .matrix tr { display: grid; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .stack th, .stack td, .matrix th, .matrix td { border: 0; padding: 0.0625rem 0; }
  .matrix th[scope="row"] { width: auto; }
  :is(.stack, .matrix) td[data-label]:not(:empty)::before { content: attr(data-label) ": "; color: var(--muted); }
  details.case > summary { grid-template-columns: minmax(0, 1fr) auto; }
  details.case > summary .head { grid-row: 2; grid-column: 1 / -1; }
  .toolbar { position: static; }
  html { scroll-padding-top: 1rem; } .aimed { scroll-margin-top: 1rem; }
}
`;
