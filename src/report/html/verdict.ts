import type { RequirementResult } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { html } from './markup.ts';
import type { Html } from './markup.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

/** A verdict as sign and word; `null` is that of a case that only observes. */
export function verdictMark(verdict: Verdict | null, words: Wording, waived = false): Html {
  if (verdict === null)
    return html`<span class="v v-observed"
      ><span class="glyph" aria-hidden="true">·</span>${words.labels.observed}</span
    >`;
  return html`<span class="v v-${verdict}"
    >${markInside(verdict, words)}${waived ? html`, ${words.labels.waived}` : null}</span
  >`;
}

function markInside(verdict: Verdict, words: Wording): Html {
  return html`<span class="glyph" aria-hidden="true">${glyphs[verdict]}</span>${words.verdicts[verdict]}`;
}

/** A verdict that leads to its requirement. */
export function verdictLink({ id, verdict, waived }: RequirementResult, words: Wording): Html {
  return html`<a class="v v-${verdict}" href="#${id}"
    >${markInside(verdict, words)}${waived ? html`<span class="long">, ${words.labels.waived}</span>` : null}</a
  >`;
}
