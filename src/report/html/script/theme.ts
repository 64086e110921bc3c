/** Light or dark as the reader chose it, remembered where storage is allowed; runs before the page is drawn. */
export const theme = `
const root = document.documentElement;
const themeKey = 'sbp-banks-conformance-theme';

function chooseTheme(name) {
  if (name === 'light' || name === 'dark') root.dataset.theme = name;
}

function rememberedTheme() {
  try { return localStorage.getItem(themeKey); } catch { return null; }
}

function switchTheme() {
  const shown = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const next = shown === 'dark' ? 'light' : 'dark';
  chooseTheme(next);
  try { localStorage.setItem(themeKey, next); } catch { /* The choice then lasts as long as the page. */ }
}

chooseTheme(rememberedTheme());
root.classList.add('scripted');
`;
