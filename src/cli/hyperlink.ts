import { hostname } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Terminal } from './terminal.ts';

/** A file's path as it is shown, as a hyperlink (OSC 8) where the terminal can follow one. */
export function linkTo(file: string, shown: string, { hasLinks }: Pick<Terminal, 'hasLinks'>): string {
  if (hasLinks !== true) return shown;
  const url = pathToFileURL(file);
  // So that a terminal which shows another machine does not open a file of its own.
  return `\u001b]8;;file://${hostname()}${url.pathname}\u001b\\${shown}\u001b]8;;\u001b\\`;
}
