// A report as a document: what is said, in what order, apart from the medium that it is drawn in.

import { some } from '../base/visible.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Verdict } from '../judge/check.ts';

/**
 * A piece of a line: words, in which text between backticks is code; ids and data, as code; the words of a target,
 * which are never anything but themselves; words that lead to an id of the document.
 */
export type Piece =
  | string
  | { readonly code: readonly string[] }
  | { readonly quote: string }
  | { readonly link: string; readonly to: string };
export type Line = readonly Piece[];

/** Sign and colour: of a verdict, or of what only observes. */
export type Look = Verdict | 'observed';

/** A cell of a table: words, with the sign of a verdict or without, and the id of what it leads to. */
export interface Cell {
  readonly text: string;
  readonly look?: Look;
  readonly to?: string;
}

/** A part of an answer that a verdict rests on. */
export type Place = 'status' | 'text' | 'members' | 'records' | 'list';

/** One request with its answer, beside the plain request of its variant. */
export interface Shown {
  readonly exchange: Exchange;
  /** Null: it is the plain request itself, or there is none. */
  readonly plain: Exchange | null;
  readonly marks: Readonly<Partial<Record<Place, Look>>>;
  /** What repeats it; null: nothing does, or it has been said. */
  readonly command: string | null;
  /** Without the headers of the answer, and of the body the beginning. */
  readonly isBrief: boolean;
}

interface Common {
  /** The one kind of medium that has room for it: a page, or text on a terminal and in a summary. */
  readonly only?: 'page' | 'text';
}

export type Block = Common &
  (
    | {
        readonly kind: 'heading';
        readonly level: 1 | 2 | 3;
        readonly text: string;
        readonly count?: string;
        readonly id?: string;
        readonly look?: Look;
      }
    | { readonly kind: 'text'; readonly line: Line; readonly tone?: 'warning' | 'quiet' }
    | { readonly kind: 'list'; readonly items: readonly Line[]; readonly look?: Look }
    | { readonly kind: 'fields'; readonly rows: readonly (readonly [name: string, line: Line])[] }
    | {
        readonly kind: 'table';
        readonly heads: readonly string[];
        readonly rows: readonly (readonly Cell[])[];
      }
    /** `isCommand`: to be typed into a shell. */
    | { readonly kind: 'code'; readonly lines: readonly string[]; readonly isCommand?: true }
    | { readonly kind: 'exchange'; readonly shown: Shown }
    /** `isSide`: pages have several of them beside one another. */
    | {
        readonly kind: 'card';
        readonly look: Look;
        readonly title: Line;
        readonly tag?: string;
        readonly id?: string;
        readonly isSide?: true;
        readonly blocks: readonly Block[];
      }
    /** Closed until a reader opens it; a terminal shows it only if it is asked for everything. */
    | {
        readonly kind: 'fold';
        readonly label: Line;
        readonly count?: string;
        readonly id?: string;
        readonly look?: Look;
        /** It is found by search and by the filter. */
        readonly isFiltered?: true;
        readonly blocks: readonly Block[];
      }
  );

export type Document = readonly Block[];

export const code = (...texts: readonly string[]): Piece => ({ code: texts });
export const quote = (text: string): Piece => ({ quote: text });
export const link = (words: string, to: string): Piece => ({ link: words, to });
export const text = (...line: Line): Block => ({ kind: 'text', line });
export const quiet = (...line: Line): Block => ({ kind: 'text', line, tone: 'quiet' });
export const warning = (...line: Line): Block => ({ kind: 'text', line, tone: 'warning' });
export const command = (line: string): Block => ({ kind: 'code', lines: [line], isCommand: true });

type Heading = Extract<Block, { kind: 'heading' }>;

export const heading = (said: string, more: Partial<Omit<Heading, 'kind' | 'text'>> = {}): Block => ({
  kind: 'heading',
  level: 2,
  text: said,
  ...more,
});

/** The blocks under a heading; none if there are no blocks. */
export const section = (title: Block, blocks: Document): Document =>
  blocks.length === 0 ? [] : [title, ...blocks];

/** Without the items that are empty, and none if all are. */
export function list(items: readonly (Line | string)[], look?: Look): Document {
  const lines = items.map((one): Line => (typeof one === 'string' ? [one] : one));
  return lines.length === 0 ? [] : [{ kind: 'list', items: lines, ...(look === undefined ? {} : { look }) }];
}

/** Without the rows that are empty. */
export function fields(rows: readonly (readonly [name: string, line: Line | string | null])[]): Document {
  const filled = rows.flatMap(([name, line]): readonly (readonly [string, Line])[] =>
    line === null || line.length === 0 ? [] : [[name, typeof line === 'string' ? [line] : line]],
  );
  return filled.length === 0 ? [] : [{ kind: 'fields', rows: filled }];
}

/** The words of a line alone; of ids, those that one line has room for. */
export const plain = (line: Line): string =>
  line
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return some(piece.code, 8);
      return 'link' in piece ? piece.link : piece.quote;
    })
    .join('');

/** What a medium has room for. */
export const fitting = (document: Document, medium: 'page' | 'text'): Document =>
  document.filter(({ only = medium }) => only === medium);
