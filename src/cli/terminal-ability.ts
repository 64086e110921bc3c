/** What a stream tells of the terminal behind it, if there is one. */
export interface StreamTraits {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What may be written to a terminal so that it is of use to whoever reads it. */
export interface Ability {
  /** Columns: 80 where nobody looks on. */
  readonly width: number;
  readonly color: boolean;
  readonly isErrorColored: boolean;
  /** Somebody looks at standard error: lines of it may be drawn anew. */
  readonly isLive: boolean;
  /** Hyperlinks (OSC 8) can be followed. */
  readonly hasLinks: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** What this environment and these streams can do: a CI server's log and a dumb terminal get plain lines; NO_COLOR goes before FORCE_COLOR, and either before what is found. */
export function abilityOf(env: Variables, out: StreamTraits, err: StreamTraits): Ability {
  const isAttended = (stream: StreamTraits): boolean =>
    stream.isTTY === true && !isCi(env) && env['TERM'] !== 'dumb';
  const wish = colorWish(env);
  // What goes into a pipe is written for 80 columns, however wide the terminal is that shows the progress.
  const columns = out.isTTY === true ? out.columns || 80 : Math.min(80, err.columns || 80);
  return {
    width: Math.max(40, Math.min(columns, 120)),
    color: wish ?? isAttended(out),
    isErrorColored: wish ?? isAttended(err),
    isLive: isAttended(err),
    hasLinks: forced(env['FORCE_HYPERLINK']) ?? (isAttended(out) && knowsLinks(env)),
  };
}

const isCi = ({ CI }: Variables): boolean => CI !== undefined && !['', '0', 'false'].includes(CI);

/** https://no-color.org and the FORCE_COLOR of Node; null where nothing is wished. */
function colorWish({ NO_COLOR, FORCE_COLOR }: Variables): boolean | null {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === '' ? true : forced(FORCE_COLOR);
}

function forced(value: string | undefined): boolean | null {
  if (value === undefined || value === '') return null;
  return !['0', 'false'].includes(value);
}

const programs: readonly (string | undefined)[] = [
  'iTerm.app',
  'WezTerm',
  'vscode',
  'ghostty',
  'zed',
  'Hyper',
];
const terms: readonly (string | undefined)[] = ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot'];

/** Terminals tell by variables of their own; one that is not known shows no link, because some of them print the address in its stead. */
function knowsLinks(env: Variables): boolean {
  if (programs.includes(env['TERM_PROGRAM']) || terms.includes(env['TERM'])) return true;
  if (env['WT_SESSION'] !== undefined || env['KONSOLE_VERSION'] !== undefined) return true;
  // VTE 0.50.0 crashed on them.
  return Number(env['VTE_VERSION'] ?? 0) > 5000;
}
