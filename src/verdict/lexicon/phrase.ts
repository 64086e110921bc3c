/** Word lists that phrases refer to as `{name}`; an entry is a phrase itself. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

const word = '[^ ,.]+ ';
const negator =
  '(?:не|ни|нет|без|вместо|кроме|not|no|nor|never|without|rather than|instead of|anyone but|except) ';
const modal =
  '(?:to|in|as|an|a|the|в|с|к|be|been|need|have|please|try|even|нужно|надо|необходимо|следует|стоит|требуется|пытайтесь|пробуйте) ';
const notDenied = `(?<! ${negator}(?:${modal}){0,3})`;

/** Words of one clause, none of them a negation. */
const gapInClause = (most: number): string => `(?:(?!${negator})${word}){0,${most}}?`;
/** Words of one sentence, over commas. */
const gapInSentence = (most: number): string => `(?:[^ .]+ ){0,${most}}?${notDenied}`;
/** Words of the text, over full stops. */
const gapInText = (most: number): string => `(?:[^ ]+ ){0,${most}}?${notDenied}`;

function alternatives(element: string): string {
  const stems = element.split('|').map((stem) => stem.replace('*', '[^ ,.]*'));
  return `(?:${stems.join('|')}) `;
}

function compileElement(element: string, vocabulary: Vocabulary): string {
  const most = Number(element.slice(2));
  if (element.startsWith('..')) return gapInClause(most);
  if (element.startsWith(',,')) return gapInSentence(most);
  if (element.startsWith(';;')) return gapInText(most);
  if (element === '^') return '(?<=^ |[,.] )';
  if (element.startsWith('!')) return `(?!${compileElement(element.slice(1), vocabulary)})`;
  if (element.startsWith('?')) return `(?:${compileElement(element.slice(1), vocabulary)})?`;
  if (!element.startsWith('{')) return alternatives(element);
  const entries = vocabulary[element.slice(1, -1)];
  if (entries === undefined) throw new Error(`phrase element ${element}: expected the name of a word list`);
  return `(?:${entries.map((entry) => compileElements(entry, vocabulary)).join('|')})`;
}

function compileElements(phrase: string, vocabulary: Vocabulary): string {
  return phrase
    .split(' ')
    .map((element) => compileElement(element, vocabulary))
    .join('');
}

/**
 * Compiles a phrase to an expression over normalised text. Elements, separated by spaces: `word`, `stem*`, `a|b*`,
 * `{list}`, `?optional`, `!not-next`, `^` (start of a clause), and gaps of at most N words: `..N` within a clause and without
 * a negation, `,,N` over commas, `;;N` over full stops. Every repetition is bounded, so matching is linear. Finds overlap:
 * a match is empty, and its first group holds the words.
 */
export function compilePhrase(phrase: string, vocabulary: Vocabulary): RegExp {
  return new RegExp(`(?<= )(?=(${compileElements(phrase, vocabulary)}))`, 'gu');
}
