import { isDecided } from '../../result/outcome.ts';
import type { RequirementResult } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { html } from './markup.ts';
import type { Html } from './markup.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

/** A verdict as sign and word; `null` is that of a case that only observes. */
export function verdictMark(verdict: Verdict | null, words: Wording): Html {
  if (verdict === null)
    return html`<span class="v v-observed"
      ><span class="glyph" aria-hidden="true">·</span>${words.labels.observed}</span
    >`;
  return html`<span class="v v-${verdict}"
    ><span class="glyph" aria-hidden="true">${glyphs[verdict]}</span>${words.verdicts[verdict]}</span
  >`;
}

/** What is added to what a requirement counts as: that it is waived, and that a person decided it; empty for none. */
export function addition(requirement: RequirementResult, { labels }: Wording): string {
  const parts = [requirement.waived ? labels.waived : null, isDecided(requirement) ? labels.byPerson : null];
  return parts.filter((part) => part !== null).join(', ');
}
