import { clip, visible } from '../report/visible.ts';
import { pageWords } from '../result/causes.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { say } from '../wording/message.ts';

/** Characters of the target's text that are shown. */
const shownText = 200;

/** What stands in an answer where JSON should be, in words; null where there is JSON, or no answer. */
export function pageInWords(evidence: Evidence): string | null {
  const words = pageWords(evidence);
  return words === null ? null : visible(say(words, 'en'));
}

/** What the target says about an error, as one line; empty where it says nothing. */
export function saidBy({ facts }: Evidence): readonly string[] {
  const text = facts?.kind === 'json' ? (facts.text?.text ?? '') : '';
  return text === '' ? [] : [`it says: ${clip(visible(text), shownText)}`];
}
