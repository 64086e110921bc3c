/** Light or dark as the reader chose it, remembered where storage is allowed; runs before the page is shown. */
const theme = `
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

/** Filter by verdict and search: a page hides each `item` that does not fit, and says how much of it is shown. */
const filter = `
let timer = 0;

function applyFilter() {
  const form = document.getElementById('filter');
  const verdict = form.elements.verdict.value;
  const words = form.elements.search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const isFiltered = verdict !== 'all' || words.length > 0;
  const shown = showMatching(verdict, words);
  for (const group of document.querySelectorAll('[data-group]')) {
    const isEmpty = group.querySelector(item + ':not(.out)') === null;
    group.classList.toggle('out', isFiltered && isEmpty);
    if (group.tagName === 'DETAILS') group.open = isFiltered && !isEmpty;
  }
  const outcome = document.getElementById('filter-outcome');
  outcome.textContent = shown === '' ? outcome.dataset.none : isFiltered ? shown : '';
  form.querySelector('[data-do="reset"]').hidden = !isFiltered;
}

function chooseVerdict(verdict) {
  const form = document.getElementById('filter');
  form.reset();
  form.elements.verdict.value = verdict;
  applyFilter();
}
`;

/** Deep links: what the address names is shown, filtered or closed or not. */
const reveal = `
function follow() {
  let id = '';
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const found = document.getElementById(id);
  if (found === null) return;
  for (let box = found; box !== null; box = box.parentElement) {
    box.classList.remove('out');
    if (box.tagName === 'DETAILS') box.open = true;
  }
  const inside = found.querySelector(':scope > details.folded:only-of-type, :scope > th > details');
  if (inside !== null && found.id !== 'requirements') inside.open = true;
  for (const other of document.querySelectorAll('.aimed')) other.classList.remove('aimed');
  found.classList.add('aimed');
  const place = found.matches('details') ? found.querySelector('summary') : found;
  if (place === found) found.tabIndex = -1;
  place.focus({ preventScroll: true });
  // What is shown for the first time on the way may move it.
  let frames = 4;
  const aim = () => {
    // The head of a table lies over its first rows.
    found.scrollIntoView({ block: found.matches('tr') ? 'center' : 'start' });
    frames -= 1;
    if (frames > 0) requestAnimationFrame(aim);
  };
  aim();
}
`;

/** What the buttons do. */
const actions = `
async function copyFrom(button) {
  const source = button.closest(button.dataset.from).querySelector('.copied');
  try {
    await navigator.clipboard.writeText(source.textContent);
    const label = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 1500);
  } catch {
    const box = source.closest('details');
    if (box !== null) box.open = true;
    getSelection().selectAllChildren(source);
  }
}

function openSome(boxes) {
  for (const box of boxes.slice(0, 200)) box.open = true;
  if (boxes.length > 200) setTimeout(() => openSome(boxes.slice(200)));
}

function printAll() {
  const boxes = [...document.querySelectorAll('main :is(.folded, .requirement, .case, .whole):not([open])')];
  const show = (isShown) => {
    root.classList.toggle('print-all', isShown);
    for (const box of boxes) box.open = isShown;
  };
  show(true);
  addEventListener('afterprint', () => show(false), { once: true });
  print();
}

const actions = {
  copy: (button) => void copyFrom(button),
  expand: () => openSome([...document.querySelectorAll('#cases :is(.folded, .case):not(.out)')]),
  collapse: () => { for (const box of document.querySelectorAll('#cases :is(.folded, .case)[open]')) box.open = false; },
  print: () => print(),
  'print-all': printAll,
  reset: () => chooseVerdict('all'),
  theme: () => switchTheme(),
};

addEventListener('DOMContentLoaded', () => {
  const form = document.getElementById('filter');
  form.addEventListener('input', (event) => {
    clearTimeout(timer);
    if (event.target.type === 'search') timer = setTimeout(applyFilter, 100);
    else applyFilter();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', (event) => {
    const place = event.target instanceof Element ? event.target.closest('button[data-do], a[data-filter]') : null;
    if (place?.dataset.filter !== undefined) chooseVerdict(place.dataset.filter);
    else if (place !== null) actions[place.dataset.do]?.(place);
  });
  addEventListener('hashchange', follow);
  applyFilter();
  follow();
});
`;

/** The script of a page: theme, filter, search, deep links, copying; the page can be read without it. `items` names `item` and defines `showMatching`. */
export const pageScript = (items: string): string =>
  `(() => {\n'use strict';\n${[theme, items, filter, reveal, actions].join('')}})();`;

/** The script of the HTML report: its filter is over requirements and cases. */
export const script = pageScript(`
const item = '[data-verdict]';
const texts = new Map();

function textOf(one) {
  if (!texts.has(one)) {
    // An exchange that a card shows is found in its case as well.
    const shown = [...one.querySelectorAll('.in-card')].map((link) => document.getElementById(link.getAttribute('href').slice(1)));
    texts.set(one, [one, ...shown].map((part) => part.textContent).join(' ').toLowerCase());
  }
  return texts.get(one);
}

function showMatching(verdict, words) {
  const all = [...document.querySelectorAll(item)];
  const fits = (one) => (verdict === 'all' || one.dataset.verdict === verdict) && words.every((word) => textOf(one).includes(word));
  const shown = new Set(all.filter(fits));
  for (const one of all) one.classList.toggle('out', !shown.has(one));
  return shown.size === 0 ? '' : shown.size + ' / ' + all.length;
}
`);
