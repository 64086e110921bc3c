// @ts-check
// The script of report.html: filter, search, links, copying. The page can be read without it.
'use strict';

const root = document.documentElement;

/**
 * @param {string} selector
 * @param {ParentNode} within
 */
const all = (selector, within = document) =>
  /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/**
 * @param {Element | null} box
 * @returns {box is HTMLDetailsElement}
 */
const isDetails = (box) => box instanceof HTMLDetailsElement;

// Set before the page is shown.
root.classList.add('scripted');

/** @type {Map<HTMLElement, string>} */
const texts = new Map();

/**
 * The searchable text of a requirement or case. Exchanges that a card shows also count for their case.
 * @param {HTMLElement} one
 */
function textOf(one) {
  const known = texts.get(one);
  if (known !== undefined) return known;
  const cards = all('.in-card', one).map((link) =>
    document.getElementById(link.getAttribute('href')?.slice(1) ?? ''),
  );
  const text = [one, ...cards]
    .map((part) => part?.textContent)
    .join(' ')
    .toLowerCase();
  texts.set(one, text);
  return text;
}

/**
 * Hides requirements and cases that do not match, and shows the number of the others.
 * @param {string} verdict
 * @param {readonly string[]} words
 */
function showItems(verdict, words) {
  const items = all('[data-verdict]');
  let count = 0;
  for (const one of items) {
    const fits =
      (verdict === 'all' || one.dataset['verdict'] === verdict) &&
      words.every((word) => textOf(one).includes(word));
    one.classList.toggle('out', !fits);
    if (fits) count += 1;
  }
  return count === 0 ? '' : `${count} / ${items.length}`;
}

const filter = () => /** @type {HTMLFormElement} */ (document.getElementById('filter'));

/** @param {'verdict' | 'search'} name */
const field = (name) => /** @type {HTMLInputElement | RadioNodeList} */ (filter().elements.namedItem(name));

function applyFilter() {
  const verdict = field('verdict').value;
  const words = field('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = verdict !== 'all' || words.length > 0;
  const shown = showItems(verdict, words);
  for (const group of all('[data-group]')) {
    const isEmpty = group.querySelector('[data-verdict]:not(.out)') === null;
    group.classList.toggle('out', isFiltered && isEmpty);
    if (isDetails(group)) group.open = isFiltered && !isEmpty;
  }
  for (const outcome of all('#filter-outcome'))
    outcome.textContent = shown === '' ? (outcome.dataset['none'] ?? '') : isFiltered ? shown : '';
  for (const reset of all('#filter [data-do="reset"]')) reset.hidden = !isFiltered;
}

/** @param {string} verdict */
function chooseVerdict(verdict) {
  filter().reset();
  field('verdict').value = verdict;
  applyFilter();
}

/** Shows the element that the URL names, even if it is filtered or closed. */
function follow() {
  let id = '';
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  const found = document.getElementById(id) ?? document.getElementById(`case:${id}`);
  if (found === null) return;
  for (let box = /** @type {HTMLElement | null} */ (found); box !== null; box = box.parentElement) {
    box.classList.remove('out');
    if (isDetails(box)) box.open = true;
  }
  const inside = found.querySelector(':scope > details.folded:only-of-type');
  if (isDetails(inside) && id !== 'requirements') inside.open = true;
  for (const other of all('.aimed')) other.classList.remove('aimed');
  found.classList.add('aimed');
  if (!isDetails(found)) found.tabIndex = -1;
  const place = isDetails(found) ? found.querySelector('summary') : found;
  place?.focus({ preventScroll: true });
  // Content that is rendered for the first time during scrolling can move the target.
  let frames = 4;
  const aim = () => {
    // The head of a table covers its first rows.
    found.scrollIntoView({ block: found.matches('tr') ? 'center' : 'start' });
    frames -= 1;
    if (frames > 0) requestAnimationFrame(aim);
  };
  aim();
}

/** @param {HTMLElement} button */
async function copyFrom(button) {
  const source = button.closest(button.dataset['from'] ?? '')?.querySelector('.copied') ?? button;
  try {
    await navigator.clipboard.writeText(source.textContent);
    const label = button.textContent;
    button.textContent = button.dataset['done'] ?? '';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  } catch {
    const box = source.closest('details');
    if (box !== null) box.open = true;
    getSelection()?.selectAllChildren(source);
  }
}

/**
 * Opens or closes boxes, a few at a time, so that the page stays responsive.
 * @param {readonly Element[]} boxes
 * @param {boolean} isOpen
 */
function setOpen(boxes, isOpen, atOnce = 200) {
  for (const box of boxes.slice(0, atOnce)) box.toggleAttribute('open', isOpen);
  if (boxes.length > atOnce) setTimeout(() => setOpen(boxes.slice(atOnce), isOpen));
}

function printAll() {
  const boxes = all('main :is(.folded, .requirement, .case):not([open])');
  /** @param {boolean} isShown */
  const show = (isShown) => {
    root.classList.toggle('print-all', isShown);
    setOpen(boxes, isShown, Infinity);
  };
  show(true);
  addEventListener('afterprint', () => show(false), { once: true });
  print();
}

/** Actions of the buttons. */
const actions = new Map(
  Object.entries({
    copy: copyFrom,
    expand: () => setOpen(all('#cases :is(.folded, .case):not(.out)'), true),
    collapse: () => setOpen(all('#cases :is(.folded, .case)'), false),
    print: () => print(),
    'print-all': printAll,
    reset: () => chooseVerdict('all'),
  }),
);

addEventListener('DOMContentLoaded', () => {
  let timer = 0;
  filter().addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    const isSearch = target instanceof HTMLInputElement && target.type === 'search';
    if (isSearch) timer = setTimeout(applyFilter, 100);
    else applyFilter();
  });
  filter().addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', ({ target }) => {
    const place = target instanceof Element ? target.closest('button[data-do], a[data-filter]') : null;
    if (!(place instanceof HTMLElement)) return;
    if (place.dataset['filter'] !== undefined) chooseVerdict(place.dataset['filter']);
    else void actions.get(place.dataset['do'] ?? '')?.(place);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    for (const search of all('#filter [type="search"]')) search.focus();
  });
  addEventListener('hashchange', follow);
  applyFilter();
  follow();
});
