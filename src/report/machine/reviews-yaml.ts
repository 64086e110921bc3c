import type { ReviewDraft } from '../../results/review.ts';
import { jsonText } from '../../base/json-text.ts';

/** A reviews file (YAML) with these entries and blanks for the decisions. */
export function writeReviews(drafts: readonly ReviewDraft[]): string {
  return [
    '# Texts that no program can decide. A person reads each of them and fills in:',
    '# decision: pass (the text says what the requirements ask for) or fail; name: who decided; date: YYYY-MM-DD.',
    '# A decision holds for every case and text of its entry; move one to an entry of its own to decide it otherwise.',
    '# An entry without a decision is an error: delete those that are left for later.',
    '',
    ...drafts.map(writeReview),
  ].join('\n');
}

/** One entry of a reviews file, ready to paste. */
export function writeReview({ answers, requirements }: ReviewDraft): string {
  const texts = answers.map(({ cases, text }) => [
    ...(cases.length === 1 ? cases.map((id) => `case: ${quoted(id)}`) : ['cases:']),
    ...(cases.length === 1 ? [] : cases.map((id) => `  - ${quoted(id)}`)),
    `text: ${quoted(text)}`,
  ]);
  const indented = (lines: readonly string[], by: string): readonly string[] =>
    lines.map((line, index) => `${index === 0 ? `${by}- ` : `${by}  `}${line}`);
  return [
    ...requirements.map((requirement) => `# ${requirement}`),
    ...(texts.length === 1
      ? texts.flatMap((lines) => indented(lines, ''))
      : ['- answers:', ...texts.flatMap((lines) => indented(lines, '    '))]),
    ...['decision', 'name', 'date'].map((blank) => `  ${blank}: ""`),
    '',
  ].join('\n');
}

/** Double quotes, which JSON and YAML 1.2 read alike. */
const quoted = (text: string): string => jsonText(text).trimEnd();
