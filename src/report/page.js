// @ts-check
// The script of a report: filter, search, links, copying. The page can be read without it.
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
 * The searchable text of a requirement or case, that of the exchanges included to which it leads.
 * @param {HTMLElement} one
 */
function textOf(one) {
  const known = texts.get(one);
  if (known !== undefined) return known;
  const linked = all('a[href^="#exchange:"]', one).map((link) =>
    document.getElementById(link.getAttribute('href')?.slice(1) ?? ''),
  );
  const text = [one, ...linked]
    .map((part) => part?.textContent)
    .join(' ')
    .toLowerCase();
  texts.set(one, text);
  return text;
}

const filter = () => /** @type {HTMLFormElement | null} */ (document.getElementById('filter'));

/**
 * @param {HTMLFormElement} form
 * @param {'verdict' | 'search'} name
 */
const field = (form, name) => /** @type {HTMLInputElement | RadioNodeList} */ (form.elements.namedItem(name));

/** Hides requirements and cases that do not match, opens what holds the others, and shows their number. */
function applyFilter() {
  const form = filter();
  if (form === null) return;
  const verdict = field(form, 'verdict').value;
  const words = field(form, 'search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = verdict !== 'all' || words.length > 0;
  const items = all('[data-verdict]');
  let count = 0;
  for (const one of items) {
    const fits =
      (verdict === 'all' || one.dataset['verdict'] === verdict) &&
      words.every((word) => textOf(one).includes(word));
    one.classList.toggle('out', !fits);
    if (fits) count += 1;
  }
  for (const group of all('[data-group]')) {
    const isEmpty = group.querySelector('[data-verdict]:not(.out)') === null;
    group.classList.toggle('out', isFiltered && isEmpty);
    if (isDetails(group)) group.open = isFiltered && !isEmpty;
  }
  for (const outcome of all('output', form))
    outcome.textContent =
      count === 0 ? (outcome.dataset['none'] ?? '') : isFiltered ? `${count} / ${items.length}` : '';
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
  for (const other of all('.aimed')) other.classList.remove('aimed');
  found.classList.add('aimed');
  if (!isDetails(found)) found.tabIndex = -1;
  const place = isDetails(found) ? found.querySelector('summary') : found;
  place?.focus({ preventScroll: true });
  // Content that is rendered for the first time during scrolling can move the target.
  let frames = 4;
  const aim = () => {
    found.scrollIntoView({ block: 'start' });
    frames -= 1;
    if (frames > 0) requestAnimationFrame(aim);
  };
  aim();
}

/** @param {HTMLElement} button */
async function copyFrom(button) {
  const source = button.closest('.copy')?.querySelector('pre') ?? button;
  try {
    await navigator.clipboard.writeText(source.textContent);
    const label = button.textContent;
    button.textContent = button.dataset['done'] ?? '';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  } catch {
    getSelection()?.selectAllChildren(source);
  }
}

addEventListener('DOMContentLoaded', () => {
  let timer = 0;
  filter()?.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    const isSearch = target instanceof HTMLInputElement && target.type === 'search';
    if (isSearch) timer = setTimeout(applyFilter, 100);
    else applyFilter();
  });
  filter()?.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-do]') : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset['do'] === 'print') print();
    else void copyFrom(button);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    const [search] = all('#filter [type="search"]');
    if (search === undefined) return;
    event.preventDefault();
    search.focus();
  });
  addEventListener('hashchange', follow);
  follow();
});
