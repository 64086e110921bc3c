import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageFolder } from '../../base/package.ts';
import type { Mutant } from './mutants.ts';

/**
 * A change, identified by the lines of code that it replaces, so that it stays valid when other lines change.
 */
export interface Change {
  readonly file: string;
  readonly code: string;
  readonly becomes: string;
  /** The rule that the change removes, or why no record can notice it. */
  readonly why?: string;
  /** The record that shows the rule: it alone notices that the rule is removed. */
  readonly record?: string;
}

export const readText = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');
export const readChanges = (name: string): readonly Change[] =>
  parse(readText(`fixtures/mutants/${name}.yaml`)) as readonly Change[];
export const squeeze = (code: string): string => code.trim().replaceAll(/\s+/g, ' ');
export const keyOf = (one: Change): string => [one.file, squeeze(one.code), squeeze(one.becomes)].join('\n');

export function changeOf({ file, start, end, text }: Mutant): Change {
  const source = readText(file);
  const [from, until] = [source.lastIndexOf('\n', start - 1) + 1, source.indexOf('\n', end)];
  const becomes = source.slice(from, start) + text + source.slice(end, until);
  return { file, code: source.slice(from, until), becomes };
}

/** The mutant of a change; null if its code occurs nowhere, or more than once. */
export function mutantOf({ file, code, becomes }: Change): Mutant | null {
  const [source, wanted] = [readText(file), code.trim()];
  const start = source.indexOf(wanted);
  if (start < 0 || source.includes(wanted, start + 1)) return null;
  return { file, start, end: start + wanted.length, text: becomes.trim() };
}

export const lineOf = (mutant: Mutant | null): number =>
  mutant === null ? 0 : readText(mutant.file).slice(0, mutant.start).split('\n').length;
