import type { ReviewDraft } from './review.ts';

// They command a terminal or turn the order of what is read.
const unseen = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** A reviews file (YAML) with these entries and blanks to fill in. */
export function writeReviews(drafts: readonly ReviewDraft[]): string {
  return [
    '# Texts that no program can decide. A person reads each of them and fills in:',
    '# decision: pass (the text says what the requirements ask for) or fail; name: who decided; date: YYYY-MM-DD.',
    '# A decision holds for every case of its entry; move a case to an entry of its own to decide it otherwise.',
    '# An entry without a decision is an error: delete those that are left for later.',
    '',
    ...drafts.map(writeReview),
  ].join('\n');
}

/** One entry of a reviews file, ready to paste. */
export function writeReview({ cases, text, decision, name, date, requirements }: ReviewDraft): string {
  const [first = '', ...others] = cases;
  return [
    ...requirements.map((requirement) => `# ${requirement}`),
    others.length === 0 ? `- case: ${quoted(first)}` : '- cases:',
    ...(others.length === 0 ? [] : cases.map((id) => `    - ${quoted(id)}`)),
    `  text: ${quoted(text)}`,
    `  decision: ${quoted(decision)}`,
    `  name: ${quoted(name)}`,
    `  date: ${quoted(date)}`,
    '',
  ].join('\n');
}

/** In double quotes, as JSON and YAML 1.2 both read it. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll(unseen, escaped);

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
