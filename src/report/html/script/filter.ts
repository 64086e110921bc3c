/** Filter by verdict and search, over requirements and cases. */
export const filter = `
const many = 1000;
const texts = new Map();
let timer = 0;

function textOf(item) {
  if (!texts.has(item)) texts.set(item, plainTextOf(item));
  return texts.get(item);
}

function applyFilter() {
  const form = document.getElementById('filter');
  const verdict = form.elements.verdict.value;
  const words = form.elements.search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const items = [...document.querySelectorAll('[data-verdict]')];
  let shown = 0;
  for (const item of items) {
    const fits = (verdict === 'all' || item.dataset.verdict === verdict) && words.every((word) => textOf(item).includes(word));
    item.classList.toggle('out', !fits);
    if (fits) shown += 1;
  }
  for (const group of document.querySelectorAll('[data-group]'))
    group.classList.toggle('out', group.querySelector('[data-verdict]:not(.out)') === null);
  const outcome = document.getElementById('filter-outcome');
  outcome.textContent = shown === 0 ? outcome.dataset.none : shown === items.length ? '' : shown + ' / ' + items.length;
  form.querySelector('[data-do="reset"]').hidden = shown === items.length;
}

function filterSoon() {
  clearTimeout(timer);
  timer = setTimeout(applyFilter, document.querySelectorAll('details.case').length > many ? 150 : 0);
}

function chooseVerdict(verdict) {
  const form = document.getElementById('filter');
  form.reset();
  form.elements.verdict.value = verdict;
  applyFilter();
}
`;
