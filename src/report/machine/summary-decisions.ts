import type { Results, ReviewResult } from '../../result/results.ts';
import { clip } from '../visible.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';
import { code, prose } from './markdown-text.ts';

const textLimit = 400;

/** What a person decided, with who and when. */
export function decisionText({ decision, name, date, note }: ReviewResult, words: Wording): string {
  const said = [name, date, clip(note, textLimit)].filter(Boolean).map(code).join(', ');
  return `${prose(words.decisions[decision])}: ${said}`;
}

function decisionPart(review: ReviewResult, words: Wording): string {
  const { decision, state, requirements, text } = review;
  const isUsed = state === 'used';
  return [
    `### ${isUsed ? glyphs[decision] : '!'} ${(isUsed ? requirements : [review.case]).map(code).join(', ')}`,
    '',
    `- **${words.labels.text}**: ${code(clip(text, textLimit))}`,
    `- **${words.labels.decision}**: ${decisionText(review, words)}`,
    ...(isUsed ? [] : [`- **${words.labels.state}**: ${prose(words.reviewStates[state])}`]),
  ].join('\n');
}

/** What persons decided about texts that no program can judge, and decisions that settle nothing. */
export function decisionParts({ reviews }: Results, words: Wording): readonly string[] {
  if (reviews.length === 0) return [];
  return [
    `## ${words.labels.decidedBy}: ${reviews.length}`,
    ...reviews.map((review) => decisionPart(review, words)),
  ];
}
