/** Colours of both schemes, type and what holds everywhere. */
export const base = `
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
.frame { max-width: 68rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 4rem; }
h1, h2, h3, h4 { line-height: 1.2; margin: 0; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 4.5vw, 2.5rem); letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; }
h3 { font-size: 1.0625rem; }
h4 { font-size: 0.9375rem; }
p { margin: 0; }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:is(a, button, summary, input):focus-visible, label:focus-within { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
[tabindex="-1"]:focus { outline: none; }
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; font-variant-ligatures: none; }
pre { margin: 0; padding: 0.875rem 1rem; background: var(--sunk); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; tab-size: 4; }
button { font: inherit; font-size: 0.875rem; color: var(--link); background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 0.25rem 0.75rem; cursor: pointer; }
button:hover { border-color: var(--link); }
.muted, .count { color: var(--muted); font-weight: 400; }
.note { color: var(--muted); font-size: 0.8125rem; margin-top: 0.25rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: 0.5rem 1rem; z-index: 3; }
.v { white-space: nowrap; font-weight: 550; font-size: 0.9375rem; }
.v-pass { color: var(--pass); } .v-fail { color: var(--fail); } .v-review { color: var(--review); } .v-inconclusive { color: var(--inconclusive); }
.v-observed { color: var(--muted); font-weight: 400; }
.v .glyph { display: inline-block; width: 1.25em; text-align: center; }
@media screen { .out { display: none !important; } }
`;
