import type { Advisory, Observation } from '../result/results.ts';
import { code, heading, literal, page, prose, table } from './markdown.ts';
import type { Block } from './markdown.ts';

/** What is known of one question, whichever variant it is asked of. */
interface Row {
  readonly suffix: string;
  readonly words: string;
  readonly variants: readonly string[];
}

/** The page that lists every question on which the specification is silent. `asked` has requests of its own, `seen` is read from answers that are there anyway. */
export function observationPage(
  asked: readonly Observation[],
  seen: readonly Observation[],
  onlyThorough: readonly string[],
): string {
  const [questions, answers] = [asked, seen].map((each) => rowsOf(each, (one) => one.question));
  return page('Observations', [
    prose(
      'What the target does where the specification is silent. An observation never has a verdict; the reports list the answers, and `compare` says which of them changed. In reports an id begins with the variant: `a.observed.banks.number`.',
    ),
    heading('Read from the answers of all cases'),
    tableOf(answers ?? [], false),
    heading('Asked by requests of their own'),
    prose(
      `${questions?.length ?? 0} questions, after all that is judged. An error response is held against \`error.body\` here as well, and a list against \`authorization.enforced\`. ${code(...onlyThorough)} only with \`--thorough\`.`,
    ),
    tableOf(questions ?? [], true),
  ]);
}

/** The page that lists every hardening hint. */
export function advisoryPage(advisories: readonly Advisory[]): string {
  return page('Advisories', [
    prose(
      'Hints for hardening that the exchanges of a run give rise to. An advisory never has a verdict. In reports an id begins with the variant: `b.cacheable`.',
    ),
    tableOf(
      rowsOf(advisories, (one) => one.message),
      true,
    ),
  ]);
}

function rowsOf<Note extends Observation | Advisory>(
  notes: readonly Note[],
  wordsOf: (note: Note) => string,
): readonly Row[] {
  const suffixOf = ({ id, variant }: Note): string => id.slice(variant.length + 1);
  return [...new Set(notes.map(suffixOf))].flatMap((suffix) => {
    const own = notes.filter((note) => suffixOf(note) === suffix);
    const [first] = own;
    const variants = own.map(({ variant }) => variant);
    return first === undefined ? [] : [{ suffix, words: wordsOf(first), variants }];
  });
}

const tableOf = (rows: readonly Row[], hasVariants: boolean): Block =>
  table(
    ['id', 'what is said', ...(hasVariants ? ['variants'] : [])],
    rows.map(({ suffix, words, variants }) => [
      code(suffix),
      literal(words),
      variants.join(', ').toUpperCase(),
    ]),
  );
