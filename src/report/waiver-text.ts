import type { Results, WaiverResult } from '../result/results.ts';
import { stalenessOf } from '../result/waiver.ts';
import type { Wording } from './wording/wording.ts';

/** The waivers that fail a run: their requirement passed, or there is none of that id. */
export const staleWaivers = ({ waivers }: Pick<Results, 'waivers'>): readonly WaiverResult[] =>
  waivers.filter(({ state }) => state === 'stale');

/** What became of a waiver and what to do about it; of an id that no requirement has the nearest one is named. */
export function waiverText(waiver: WaiverResult, results: Results, words: Wording): string {
  const staleness = stalenessOf(waiver, results);
  return staleness?.kind === 'unknown'
    ? words.unknownWaiver(staleness.near)
    : words.waiverStates[waiver.state];
}
