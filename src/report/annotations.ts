// One error for each cause and each stale decision, as commands to GitHub Actions.

import { clip, disarm } from '../base/visible.ts';
import { wordsIn } from '../messages/message.ts';
import type { Results } from '../results/results.ts';
import { inLanguage } from './in-language.ts';

/** GitHub shows at most ten of a step. */
const most = { errors: 10, text: 500 } as const;

export function annotationsOf(results: Results): string {
  const { causes, decisions, target } = inLanguage(results);
  const stale = decisions.filter(({ state }) => state === 'stale');
  const failures = causes.filter(({ kind }) => kind === 'failure');
  const errors = [
    ...stale.map(({ requirement }) => [requirement, wordsIn(target.language)('decision-stale')]),
    ...failures.map(({ requirements, found, advice }) => [
      requirements.join(', '),
      found.message,
      ...(advice === null ? [] : [advice.message]),
    ]),
  ];
  const safe = (text: string): string => disarm(clip(text, most.text)).replaceAll('%', '%25');
  return errors
    .slice(0, most.errors)
    .map(([title = '', ...lines]) => {
      // `actions/toolkit`, escapeProperty.
      const property = safe(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
      return `::error title=${property}::${lines.map(safe).join('%0A')}\n`;
    })
    .join('');
}
