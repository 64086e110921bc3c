import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { createRedactor } from '../http/redactor.ts';
import type { Redactor } from '../http/redactor.ts';
import type { Target } from '../target/target.ts';
import { readFixedText } from './fixed-text.ts';
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
}

/** Looks for secrets in everything that a run has put out; where a file holds one, all its files are deleted, for what is written in one form may stand in another in the next. Gives one line for each find, without the secret. */
export async function stopLeaks(
  { files, terminal, drafts = [] }: Outputs,
  target: Target,
  redactor: Redactor,
  cwd: string,
): Promise<readonly string[]> {
  const holds = (text: string): Promise<boolean> => holdsSecret(text, target, redactor);
  const found = [...(await deleteLeaking(files, cwd, holds))];
  if (await holds(terminal)) {
    found.push('a secret of the profile stands in what was printed above: delete it from logs');
  }
  for (const draft of drafts) {
    if (!(await holds(draft))) continue;
    found.push('the summary of the step would have held a secret of the profile and was not written');
  }
  return found;
}

async function deleteLeaking(
  files: readonly string[],
  cwd: string,
  holds: (text: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const leaking: string[] = [];
  const others: string[] = [];
  for (const file of new Set(files)) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) ((await holds(text)) ? leaking : others).push(file);
  }
  if (leaking.length === 0) return [];
  for (const file of [...leaking, ...others]) await rm(file, { force: true });
  const shown = (file: string): string => relative(cwd, file);
  return [
    ...leaking.map((file) => `${shown(file)} held a secret of the profile and was deleted`),
    ...(others.length === 0
      ? []
      : [`what else the run had written was deleted with it: ${others.map(shown).join(', ')}`]),
  ];
}

/** Whether a secret stands in an output. A find that the suite's own fixed text explains is none: a password may begin like a word of every report. */
export async function holdsSecret(text: string, target: Target, redactor: Redactor): Promise<boolean> {
  if (!redactor.find(text)) return false;
  const secrets = secretsOf(target);
  const strict = redactorOf(secrets, [await readFixedText(), ...publicValues(target)]);
  // What else is found came up during the run, a ciphertext for example: no fixed text explains that.
  return strict.find(text) || redactor.find(redactorOf(secrets, []).mask(text));
}

function redactorOf(secrets: readonly string[], publicWords: readonly string[]): Redactor {
  const redactor = createRedactor(publicWords);
  for (const secret of secrets) redactor.add(secret, '<secret>');
  return redactor;
}

function secretsOf({ secrets, variants }: Target): readonly string[] {
  const passwords = Object.values(variants).flatMap(({ credentials, conditions }) => [
    credentials.partnerPassword,
    ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerPassword ?? []),
  ]);
  return [...new Set([...secrets, ...passwords])].filter((secret) => secret !== '');
}

/** The target by a name that may be shown: a profile may take its name from a secret. */
export function withShownName(target: Target): Target {
  return { ...target, name: createTargetRedactor(target).mask(target.name) };
}

/** Values of the profile that are shown as they are, whoever chose one of them for a secret. */
function publicValues({ name, baseUrl, variants }: Target): readonly string[] {
  const ofVariants = Object.values(variants).flatMap(({ bankCode, credentials }) => [
    bankCode ?? '',
    credentials.partnerName,
    credentials.useAuthByCert,
  ]);
  return [name, baseUrl, ...ofVariants];
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
