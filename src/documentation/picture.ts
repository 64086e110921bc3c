import { stripVTControlCharacters } from 'node:util';
import { runConformance, startReference } from '../embedding/api.ts';
import { renderConsole, renderOutcome } from '../report/console/render-console.ts';
import { displayWidth } from '../report/text-width.ts';
import type { Results } from '../result/results.ts';

/** Columns of the picture. */
export const pictureColumns = 92;

/** What `run` prints of a service with every kind of verdict, in colour, its times and addresses always the same. */
export async function picturedRun(): Promise<string> {
  const reference = await startReference({
    language: 'en',
    defects: ['b-bic-null-once', 'b-unauthorized-says-nothing'],
  });
  try {
    const { conditions, ...profile } = reference.profile;
    const { unavailable: _left, ...others } = conditions ?? {};
    const results = await runConformance({
      ...profile,
      name: 'Staging',
      conditions: { ...others, unauthorized: { unknownPartner: '900900900' } },
      variants: { b: { bankCode: 'acme' } },
    });
    const shown = steady(results, reference.url);
    const options = { width: pictureColumns, color: true };
    return `${renderConsole(shown, options)}\n${renderOutcome(shown, options, 'reports/report.html')}`;
  } finally {
    await reference.close();
  }
}

/** The same record with an address and times that do not change from run to run. */
function steady(results: Results, url: string): Results {
  const text = JSON.stringify(results).replaceAll(url, 'https://staging.example.test/api');
  const record = JSON.parse(text, (key, value: unknown) => (key === 'durationMs' ? 12 : value)) as Results;
  const suite = { ...record.suite, version: '' };
  return { ...record, suite, startedAt: '2027-01-15T09:30:00.000Z', durationMs: 640 };
}

/** Size of a character cell and of the margin, in units of the picture. */
const cell = { width: 8.4, height: 19 } as const;
const margin = 18;

/** Colours that can be read on the dark ground; by the code that an escape sequence carries (ECMA-48, SGR). */
const colours = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' } as const satisfies Record<
  number,
  string
>;

interface Style {
  readonly colour: string | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const plain: Style = { colour: null, isBold: false, isDim: false };

/** Draws what a terminal shows as an SVG picture: text with the escapes for colours, bold and dim. */
export function drawTerminal(text: string, columns: number, label: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => clipped(line, columns));
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="#e6edf3">`,
    ...lines.flatMap((line, index) => drawLine(line, index)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawLine(line: string, index: number): readonly string[] {
  const y = margin + (index + 0.75) * cell.height;
  const pieces = piecesOf(line);
  return pieces.flatMap(({ text, style }, at) => {
    const before = pieces.slice(0, at).reduce((sum, piece) => sum + displayWidth(piece.text), 0);
    const indent = text.length - text.trimStart().length;
    if (text.trim() === '') return [];
    const x = (margin + (before + indent) * cell.width).toFixed(1);
    const length = (displayWidth(text.trim()) * cell.width).toFixed(1);
    return [
      `<text x="${x}" y="${y}" textLength="${length}"${attributes(style)}>${escaped(unbroken(text.trim()))}</text>`,
    ];
  });
}

function attributes({ colour, isBold, isDim }: Style): string {
  return [
    colour === null ? '' : ` fill="${colour}"`,
    isBold ? ' font-weight="bold"' : '',
    isDim ? ' fill-opacity="0.65"' : '',
  ].join('');
}

interface Piece {
  readonly text: string;
  readonly style: Style;
}

function piecesOf(line: string): readonly Piece[] {
  const parts = line.split('\u001b[');
  return parts.reduce<readonly Piece[]>((pieces, part, index) => {
    const [, codes = '', rest = part] = index === 0 ? [] : (/^([\d;]*)m(.*)$/.exec(part) ?? []);
    const style = codes.split(';').reduce(apply, pieces.at(-1)?.style ?? plain);
    return [...pieces, { text: rest, style }];
  }, []);
}

function apply(style: Style, code: string): Style {
  if (code === '0') return plain;
  if (code === '1') return { ...style, isBold: true };
  if (code === '2') return { ...style, isDim: true };
  if (code === '22') return { ...style, isBold: false, isDim: false };
  if (code === '39') return { ...style, colour: null };
  const found = Object.entries(colours).find(([known]) => known === code);
  return found === undefined ? style : { ...style, colour: found[1] };
}

/** A line to be copied is longer than the terminal is wide. */
function clipped(line: string, columns: number): string {
  const shown = stripVTControlCharacters(line);
  const inEscapes = line.length - shown.length;
  return displayWidth(shown) > columns ? `${line.slice(0, columns + inEscapes - 1)}…` : line;
}

// Several spaces would appear as one.
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
