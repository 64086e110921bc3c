import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { Redactor } from '../http/masking.ts';
import type { Secret } from '../http/secret-spelling.ts';
import type { Target } from '../target/target.ts';
import { shownFile } from '../target/place.ts';
import type { Terminal } from './terminal.ts';

/** Exit code of a run whose secret had reached an output. */
export const leakExitCode = 4;

/** What a run has put out. */
export interface Outputs {
  /** Paths of the reports. */
  readonly files: readonly string[];
  /** What was written to the terminal. */
  readonly terminal: string;
  /** What is still to be put out, if it holds none. */
  readonly drafts?: readonly string[];
  /** What all of it was rendered from. */
  readonly data?: unknown;
}

/** Searches everything that a run has put out for secrets and deletes the files that hold one. Gives one line for each find, which names the setting, without the secret. */
export async function stopLeaks(
  { files, terminal, drafts = [], data }: Outputs,
  redactor: Redactor,
  cwd: string,
): Promise<readonly string[]> {
  const find = (text: string): string =>
    [...new Set(secretsIn(text, redactor, data).map(({ setting }) => setting))].join(', ');
  const found: string[] = [];
  for (const file of new Set(files)) {
    const settings = find(await readFile(file, 'utf8').catch(() => ''));
    if (settings === '') continue;
    await rm(file, { force: true });
    found.push(
      `${shownFile(relative(cwd, file))} held a secret of the profile (${settings}) and was deleted`,
    );
  }
  const printed = find(terminal);
  if (printed !== '') {
    found.push(`a secret of the profile (${printed}) stands in what was printed above: delete it from logs`);
  }
  for (const settings of drafts.map(find)) {
    if (settings === '') continue;
    found.push(
      `the summary of the step would have held a secret of the profile (${settings}) and was not written`,
    );
  }
  return found;
}

/** A secret that is no more than a word may stand in the fixed text of any output: it has leaked only if it stands in the data as well. */
function secretsIn(text: string, redactor: Redactor, data: unknown): readonly Secret[] {
  const found = redactor.find(text);
  if (data === undefined || found.every((secret) => !isWord(secret))) return found;
  const held = findInData(data, redactor);
  return found.filter((secret) => held.includes(secret) || !isWord(secret));
}

const isWord = ({ text }: Secret): boolean => /^[\p{L}\p{N}]+(?:[-_./: ][\p{L}\p{N}]+)*$/u.test(text);

/** The secrets of eight characters or more that stand in Results or other data; names of members do not count. */
export const findInData = (data: unknown, redactor: Redactor): readonly Secret[] =>
  redactor.find(textsOf(data));

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf).join('\n') : '';
}

/** The target by a name that may be shown: a profile may take its name from a secret. */
export function withShownName(target: Target): Target {
  return { ...target, name: createTargetRedactor(target).mask(target.name) };
}

/** A terminal that remembers what was written to it. */
export interface RecordingTerminal {
  readonly terminal: Terminal;
  readonly written: () => string;
}

/** Passes everything on to the terminal and remembers it, output and errors apart from one another. */
export function recordTerminal(terminal: Terminal): RecordingTerminal {
  const out: string[] = [];
  const err: string[] = [];
  return {
    terminal: {
      ...terminal,
      write(text) {
        out.push(text);
        terminal.write(text);
      },
      writeError(text) {
        err.push(text);
        terminal.writeError(text);
      },
    },
    written: () => `${out.join('')}\n${err.join('')}`,
  };
}
