import type { Results } from '../../result/results.ts';
import { clip } from '../visible.ts';
import { staleWaivers, waiverText } from '../waiver-text.ts';
import { wordingFor } from '../wording/wording.ts';
import { textLimit } from './evidence-lines.ts';

/** A stale waiver as a test that fails: it ends the run with 1, so no program may take the run for a green one. */
export interface WaiverTest {
  /** `waiver <id>`; of several on one requirement the later ones are counted. */
  readonly name: string;
  readonly requirement: string;
  readonly text: string;
}

/** What stands in the place of a condition where a test is about a waiver. */
export const waiverGroup = 'waivers';

/** A failing test for each stale waiver. */
export function waiverTests(results: Results): readonly WaiverTest[] {
  const words = wordingFor(results.target.language);
  const stale = staleWaivers(results);
  return stale.map((waiver, index) => {
    const { requirement, reason, owner, until } = waiver;
    const place = stale.slice(0, index + 1).filter((one) => one.requirement === requirement).length;
    const said = `${reason}; ${words.labels.owner} ${owner}; ${words.labels.until} ${until}`;
    return {
      name: `waiver ${requirement}${place > 1 ? ` (${place})` : ''}`,
      requirement,
      text: clip(`${waiverText(waiver, results, words)} (${said})`, textLimit),
    };
  });
}
