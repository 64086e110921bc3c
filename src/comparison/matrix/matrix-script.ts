import { theme } from '../../report/html/script/theme.ts';

/** Filter by verdict and search: rows and columns that hold nothing of it are left out. */
const filter = `
const table = document.querySelector('.grid');
const form = document.getElementById('matrix-filter');
const rows = [...table.querySelectorAll('tbody tr[id]')];
const lines = [...table.querySelectorAll('tr:not(.heading)')];
const heads = [...table.tHead.rows[0].cells].slice(1);
const nameOf = (row) => (row.id + ' ' + row.cells[0].textContent).toLowerCase();
const holds = (cell, verdict) => verdict === 'all' || cell.dataset.v === verdict;

function applyFilter() {
  const verdict = form.elements.verdict.value;
  const words = form.elements.search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const named = (text) => words.every((word) => text.includes(word));
  const found = rows.filter((row) => named(nameOf(row)));
  const aimed = heads.flatMap((head, index) => (named((head.textContent + ' ' + head.title).toLowerCase()) ? [index + 1] : []));
  // What is searched for may be a requirement or a target: the other kind is then not searched.
  const ownRows = found.length > 0 || aimed.length === 0 ? found : rows;
  const ownColumns = aimed.length > 0 || found.length === 0 ? aimed : heads.map((_, index) => index + 1);
  const columns = new Set(ownColumns.filter((index) => verdict === 'all' || ownRows.some((row) => holds(row.cells[index], verdict))));
  const shown = new Set(ownRows.filter((row) => ownColumns.some((index) => holds(row.cells[index], verdict))));
  for (const row of rows) row.classList.toggle('out', !shown.has(row));
  for (const line of lines)
    for (const [index, cell] of [...line.cells].entries())
      if (index > 0) cell.classList.toggle('out', !columns.has(index));
  for (const row of rows)
    for (const cell of row.cells) cell.classList.toggle('faint', !holds(cell, verdict) && cell.dataset.v !== undefined);
  for (const group of table.querySelectorAll('[data-group]'))
    group.classList.toggle('out', group.querySelector('tr[id]:not(.out)') === null);
  const outcome = document.getElementById('matrix-outcome');
  const isWhole = shown.size === rows.length && columns.size === heads.length;
  outcome.textContent = isWhole ? '' : shown.size === 0 || columns.size === 0 ? outcome.dataset.none : shown.size + ' × ' + columns.size;
  form.querySelector('[data-do="reset"]').hidden = isWhole;
}
`;

/** What is chosen is told in full at the foot of the window; arrow keys go from cell to cell (ARIA grid pattern). */
const detail = `
const box = document.getElementById('matrix-detail');
const isCell = (element) => element instanceof Element && element.matches('.grid td');
let current = null;

function tell(cell) {
  if (current !== null) current.tabIndex = -1;
  current = cell;
  cell.tabIndex = 0;
  const row = cell.parentElement;
  const head = heads[cell.cellIndex - 1];
  const link = head.querySelector('a');
  const part = (name) => box.querySelector('[data-part="' + name + '"]');
  part('target').textContent = head.querySelector('.name').textContent.trim();
  part('place').textContent = row.id === '' ? row.cells[0].textContent.trim() : row.id;
  part('verdict').textContent = row.id === '' ? cell.querySelector('.said')?.textContent ?? cell.textContent.trim() : cell.textContent.trim();
  part('verdict').className = cell.dataset.v === undefined ? '' : 'v v-' + cell.dataset.v;
  part('message').textContent = cell.title;
  part('statement').textContent = row.id === '' ? head.title : row.cells[0].querySelector('p').textContent;
  const address = part('link');
  address.hidden = link === null;
  if (link !== null) address.href = link.getAttribute('href') + (row.id === '' ? '' : '#' + encodeURIComponent(row.id));
  box.hidden = false;
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function hideDetail() {
  box.hidden = true;
}

const isShown = (element) => element.closest('.out') === null;
const steps = {
  ArrowLeft: (cell, row) => row.slice(0, row.indexOf(cell)).findLast(isShown),
  ArrowRight: (cell, row) => row.slice(row.indexOf(cell) + 1).find(isShown),
  Home: (cell, row) => row.find(isShown),
  End: (cell, row) => row.findLast(isShown),
  ArrowUp: (cell, row, column) => column.slice(0, column.indexOf(cell)).findLast(isShown),
  ArrowDown: (cell, row, column) => column.slice(column.indexOf(cell) + 1).find(isShown),
};

function move(event) {
  if (event.key === 'Escape') return hideDetail();
  const cell = event.target;
  if (!isCell(cell) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Enter') {
    const link = box.querySelector('[data-part="link"]');
    if (!link.hidden) link.click();
    return;
  }
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const row = [...cell.parentElement.cells].slice(1);
  const column = lines.slice(1).map((line) => line.cells[cell.cellIndex]);
  step(cell, row, column)?.focus();
}
`;

/** What the address names is shown, filtered or not. */
const reveal = `
function reveal() {
  let id = '';
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const row = rows.find((one) => one.id === id);
  if (row === undefined) return;
  for (const other of table.querySelectorAll('.aimed')) other.classList.remove('aimed');
  row.classList.add('aimed');
  row.classList.remove('out');
  row.parentElement.classList.remove('out');
  row.querySelector('details').open = true;
  row.scrollIntoView({ block: 'center' });
}
`;

const deeds = `
const deeds = {
  print: () => print(),
  theme: () => switchTheme(),
  close: () => hideDetail(),
  reset: () => { form.reset(); applyFilter(); },
};

function start() {
  table.setAttribute('role', 'grid');
  table.setAttribute('aria-readonly', 'true');
  for (const cell of table.querySelectorAll('td')) cell.tabIndex = -1;
  const first = table.querySelector('td');
  if (first !== null) first.tabIndex = 0;
  table.addEventListener('focusin', (event) => { if (isCell(event.target)) tell(event.target); });
  addEventListener('keydown', move);
  form.addEventListener('input', applyFilter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  applyFilter();
  reveal();
}

addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
  if (button !== null) deeds[button.dataset.do]?.();
});
start();
`;

const afterwards = [filter, detail, reveal, deeds].join('');

/** The script of the matrix: theme, filter, search, details of a cell, deep links; the table can be read without it. */
export const script = `(() => {
'use strict';
${theme}
addEventListener('DOMContentLoaded', () => {
${afterwards}});
})();`;
