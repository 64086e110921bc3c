import { outcomeOf } from '../../results/totals.ts';
import type { Results } from '../../results/results.ts';
import { clip, visible } from '../../base/visible.ts';
import { wordsIn } from '../../messages/message.ts';
import { inLanguage } from '../in-language.ts';
import { adviceOn, saidWaivers } from '../view.ts';

/** Maximum length of a cause, in characters. */
const most = 1000;

/**
 * What must be seen even by a reader without the summary, one line each: waivers that excuse nothing any more,
 * and if `isOpen`, why the run has no verdict.
 */
export const warningsOf = (results: Results, isOpen: boolean): readonly string[] => [
  ...waiverWarnings(results),
  ...(isOpen ? openWarnings(results) : []),
];

/** Why a run has no verdict: the root causes, or each reason once. */
function openWarnings(results: Results): readonly string[] {
  const said = inLanguage(results, results.target.language);
  const { target } = said;
  const words = wordsIn(target.language);
  // The first ones are warnings of the run, which were said when they arose.
  const rootCauses = said.rootCauses.slice(results.warnings.length);
  if (rootCauses.length > 0) {
    return rootCauses.map(({ message, hint }) => visible(clip(`${message}: ${hint}`, most)));
  }
  const open = said.requirements.filter((one) => ['inconclusive', 'review'].includes(outcomeOf(one)));
  const reasons = [...new Set(open.map(({ reason }) => reason))].filter((reason) => reason !== null);
  return [
    ...(['inconclusive', 'review'] as const).flatMap((verdict) => {
      const ids = open.filter((one) => one.verdict === verdict).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${words(`verdict-${verdict}`)}: ${ids.join(', ')}`];
    }),
    ...reasons.map((reason) => {
      const ofReason = open.filter((found) => found.reason === reason);
      return `${words(`reason-${reason}.happened`)} ${adviceOn(reason, ofReason, results, words)}`;
    }),
  ];
}

/** Warnings about waivers that no longer excuse anything; a stale one decides the exit code. */
const waiverWarnings = (results: Results): readonly string[] =>
  saidWaivers(results, wordsIn(results.target.language))
    .filter(({ state }) => state === 'stale' || state === 'expired')
    .map(({ requirement, text }) =>
      wordsIn(results.target.language)('waiver-of', { requirement: visible(requirement), text }),
    );
