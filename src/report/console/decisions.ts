import type { Results, ReviewResult } from '../../result/results.ts';
import type { Pen } from './pen.ts';
import { clip } from '../visible.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

const textLimit = 200;

function decisionOf(review: ReviewResult, pen: Pen, words: Wording): readonly string[] {
  const { decision, name, date, note, state, requirements } = review;
  const isUsed = state === 'used';
  const said = [
    words.decisions[decision],
    `${name}, ${date}`,
    ...(note === '' ? [] : [note]),
    ...(isUsed ? [] : [words.reviewStates[state]]),
  ];
  return [
    ...pen.paragraph({
      prefix: isUsed ? `  ${glyphs[decision]} ` : '  ! ',
      prefixTone: isUsed ? decision : 'plain',
      text: requirements.length === 0 ? review.case : requirements.join(', '),
      tone: 'strong',
    }),
    ...pen.paragraph({ prefix: '    ', text: clip(said.join('; '), textLimit * 2) }),
    ...pen.paragraph({ prefix: '    ', text: `“${clip(review.text, textLimit)}”`, tone: 'quiet' }),
  ];
}

/** What persons decided about texts that no program can judge, and decisions that settle nothing. */
export function decisionLines({ reviews }: Results, pen: Pen, words: Wording): readonly string[] {
  if (reviews.length === 0) return [];
  return [
    ...pen.heading(`${words.labels.decidedBy}: ${reviews.length}`),
    ...reviews.flatMap((review) => decisionOf(review, pen, words)),
  ];
}
