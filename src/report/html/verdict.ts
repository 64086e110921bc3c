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

/** What is added to the verdict of a requirement: that it is waived, and what persons decided; empty for none. */
export function addition({ waived, decided }: RequirementResult, words: Wording): string {
  const parts = [waived ? words.labels.waived : null, decided === null ? null : words.decisions[decided]];
  return parts.filter((part) => part !== null).join(', ');
}
