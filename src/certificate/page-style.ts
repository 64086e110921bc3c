/** The style sheet of the printed certificate: A4, black on white. */
export const pageStyle = `
@page { size: A4; margin: 18mm 16mm; }
* { box-sizing: border-box; }
html { font: 10pt/1.45 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: #14181c; background: #ffffff; }
body { margin: 0; }
main { max-width: 178mm; margin: 0 auto; padding: 10mm 0; }
header { border-bottom: 0.6mm solid #0a6657; padding-bottom: 5mm; margin-bottom: 6mm; }
h1 { font-size: 22pt; line-height: 1.15; letter-spacing: -0.01em; margin: 0 0 2mm; }
.name { font-size: 15pt; font-weight: 650; margin: 0 0 3mm; }
p { margin: 0; }
h2 { font-size: 11.5pt; margin: 6mm 0 2mm; break-after: avoid; }
ul { margin: 0; padding-left: 5mm; }
li + li { margin-top: 1mm; }
.classes { list-style: none; padding: 0; font-size: 12pt; }
dl { margin: 6mm 0 0; border-top: 0.2mm solid #c8cdd1; }
dl div { display: grid; grid-template-columns: 58mm 1fr; gap: 4mm; padding: 1.2mm 0; border-bottom: 0.2mm solid #e3e6e8; break-inside: avoid; }
dt { color: #4d5864; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: 8pt/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 1mm 3mm 1mm 0; border-bottom: 0.2mm solid #e3e6e8; vertical-align: baseline; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; }
.command { margin-top: 1.5mm; padding: 1.5mm 2mm; background: #f3f4f3; break-inside: avoid; }
@media screen { html { background: #eceeed; } main { background: #ffffff; max-width: 210mm; padding: 16mm; } }
@media screen and (max-width: 640px) {
  main { padding: 6mm 4mm; }
  dl div { grid-template-columns: 1fr; gap: 0.5mm; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: block; padding: 1.2mm 0; border-bottom: 0.2mm solid #e3e6e8; }
  td { display: inline; border: 0; }
  td:last-child { display: block; overflow-wrap: anywhere; }
}
@media print { .command { background: none; border: 0.2mm solid #c8cdd1; } }
`;
