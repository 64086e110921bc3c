/** The script of the HTML report: filter, search, deep links and copying; the report can be read without it. */
export const script = `
(() => {
  'use strict';
  const form = document.getElementById('filter');
  const items = [...document.querySelectorAll('[data-verdict]')];
  const groups = [...document.querySelectorAll('[data-group]')];
  const outcome = document.getElementById('filter-outcome');
  const texts = new Map();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const apply = () => {
    const verdict = form.elements.verdict.value;
    const words = form.elements.search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      const fits = (verdict === 'all' || item.dataset.verdict === verdict) && words.every((word) => textOf(item).includes(word));
      item.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const group of groups) group.hidden = group.querySelector('[data-verdict]:not([hidden])') === null;
    outcome.textContent = shown === 0 ? outcome.dataset.none : shown === items.length ? '' : shown + ' / ' + items.length;
  };
  const reveal = () => {
    let id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id === '' ? null : document.getElementById(id);
    if (target === null) return;
    if (target.closest('[hidden]') !== null) { form.reset(); apply(); }
    for (let box = target; box !== null; box = box.parentElement) if (box.tagName === 'DETAILS') box.open = true;
    target.scrollIntoView();
  };
  const copy = async (button) => {
    const source = button.closest('.exchange').querySelector('.curl pre');
    try {
      await navigator.clipboard.writeText(source.textContent);
      const label = button.textContent;
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = label; }, 1500);
    } catch {
      source.parentElement.open = true;
      getSelection().selectAllChildren(source);
    }
  };
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-do]');
    if (button === null) return;
    if (button.dataset.do === 'copy') void copy(button);
    else for (const box of document.querySelectorAll('details.case')) box.open = button.dataset.do === 'expand';
  });
  for (const button of document.querySelectorAll('button[data-do]')) button.hidden = false;
  apply();
  reveal();
})();
`;
