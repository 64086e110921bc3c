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

/** Attributes of a piece of text. */
type Style = Readonly<Record<string, string>>;

const coloured =
  (fill: string) =>
  (style: Style): Style => ({ ...style, fill });

/** What each code of an escape sequence makes of a style (ECMA-48, SGR); the colours can be read on the dark ground. */
const effects: Readonly<Record<string, (style: Style) => Style>> = {
  0: () => ({}),
  1: (style) => ({ ...style, 'font-weight': 'bold' }),
  2: (style) => ({ ...style, 'fill-opacity': '0.65' }),
  31: coloured('#ff7b72'),
  32: coloured('#7ee787'),
  33: coloured('#e3b341'),
  36: coloured('#79c0ff'),
  22: ({ 'font-weight': _weight, 'fill-opacity': _opacity, ...style }) => style,
  39: ({ fill: _fill, ...style }) => style,
};

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
  let style: Style = {};
  let before = 0;
  return line.split('\u001b[').flatMap((part, at) => {
    const [, codes = '', text = part] = at === 0 ? [] : (/^([\d;]*)m(.*)$/.exec(part) ?? []);
    for (const code of codes.split(';')) style = effects[code]?.(style) ?? style;
    const start = before + text.length - text.trimStart().length;
    before += displayWidth(text);
    if (text.trim() === '') return [];
    const attributes = Object.entries(style).map(([name, value]) => ` ${name}="${value}"`);
    const x = (margin + start * cell.width).toFixed(1);
    const length = (displayWidth(text.trim()) * cell.width).toFixed(1);
    // Several spaces would appear as one.
    const shown = escaped(text.trim().replaceAll(' ', '\u00a0'));
    return [`<text x="${x}" y="${y}" textLength="${length}"${attributes.join('')}>${shown}</text>`];
  });
}

/** A line to be copied is longer than the terminal is wide. */
function clipped(line: string, columns: number): string {
  const shown = stripVTControlCharacters(line);
  const inEscapes = line.length - shown.length;
  return displayWidth(shown) > columns ? `${line.slice(0, columns + inEscapes - 1)}…` : line;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
