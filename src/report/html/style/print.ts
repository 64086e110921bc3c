/** On A4: no controls, failed and reviewed cases with their exchanges, the others as one line each, pages numbered. */
export const print = `
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
  .frame { max-width: none; padding: 0; }
  .mast { padding-top: 0; }
  .toolbar, button, .controls, .skip, details.curl, noscript, .see, .draft:not([open]), details.case .inside > .muted:last-child { display: none !important; }
  main > section, .filtered > section { padding-top: 1.75rem; }
  .card, .requirement, .open > li, .attention > li, .glance li, tr, .exchange header, .finding, .notice, .latency { break-inside: avoid; }
  h2, h3, h4, thead, figcaption, .exchange header { break-after: avoid; }
  a { text-decoration: none; }
  .matrix th, .matrix td { padding-top: 0.1875rem; padding-bottom: 0.1875rem; }
  details.case, details.case:is([data-box], :not([open])) { content-visibility: visible; break-inside: auto; border-radius: 0; border-width: 0 0 1px; margin: 0; }
  details.case > summary { padding: 0.25rem 0; break-after: avoid; }
  details.case > summary .time::after { content: none !important; }
  details.case:not([data-verdict="fail"], [data-verdict="review"]) > .inside { display: none; }
  details.case:is([data-verdict="fail"], [data-verdict="review"])::details-content { content-visibility: visible; }
  .inside { padding: 0.25rem 0 1rem; }
  .http { grid-template-columns: minmax(0, 1fr); }
  .http pre { box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: 0.5rem 0.75rem; }
  .aimed { box-shadow: none !important; background: none !important; }
}
`;
