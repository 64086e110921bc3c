import { actions } from './actions.ts';
import { evidence } from './evidence.ts';
import { filter } from './filter.ts';
import { reveal } from './reveal.ts';
import { theme } from './theme.ts';

const start = `
addEventListener('DOMContentLoaded', () => {
  const form = document.getElementById('filter');
  form.addEventListener('input', filterSoon);
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', act);
  // It does not bubble.
  document.addEventListener('toggle', (event) => { if (event.target.open) fill(event.target); }, true);
  addEventListener('hashchange', reveal);
  addEventListener('beforeprint', prepareToPrint);
  applyFilter();
  reveal();
});
`;

/** The script of the HTML report: theme, filter, search, deep links, copying, evidence on demand; the verdicts can be read without it. */
export const script = `(() => {\n'use strict';\n${[theme, evidence, filter, reveal, actions, start].join('')}})();`;
