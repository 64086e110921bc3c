import { isMap, isNode, isScalar, parseDocument } from 'yaml';
import type { Document, YAMLMap } from 'yaml';
import { provisioningYaml } from '../report/view.ts';
import type { ConditionName } from '../spec/specification.ts';
import { fitsScheme } from '../target/schema.ts';
import type { Accepted } from './finding.ts';

/** What the examination knows that a profile lacks. */
export interface Gaps {
  /** Conditions that no variant can create. */
  readonly conditions: readonly ConditionName[];
  /** Encryptions that the target accepts instead of the profile's. */
  readonly accepted: readonly Accepted[];
}

/** A replacement for a part of a text. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The lines to paste into the profile; empty if nothing is missing. */
export function linesToAdd({ conditions, accepted }: Gaps): readonly string[] {
  const [encryption] = accepted;
  const settings = Object.entries(encryption?.settings ?? {}).map(([name, value]) => `  ${name}: ${value}`);
  return [...(settings.length === 0 ? [] : ['encryption:', ...settings]), ...provisioningYaml(conditions)];
}

/** The profile with an accepted encryption, and what it lacks as comments; all other characters stay. */
export function mendProfile(text: string, { conditions, accepted }: Gaps): string {
  const document = parseDocument(text);
  const parts = new Map(accepted.map(({ variant, settings }) => [partOf(document, variant), settings]));
  const edits = [
    ...[...parts].flatMap(([part, settings]) => (part === null ? [] : setIn(text, part, settings))),
    ...offer(text, document, conditions),
  ];
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((mended, edit) => mended.slice(0, edit.from) + edit.text + mended.slice(edit.to), text);
}

/** The mapping with the encryption of a variant; null if there is none with settings. */
function partOf(document: Document.Parsed, variant: string): YAMLMap | null {
  const own: unknown = document.getIn(['variants', variant, 'encryption'], true);
  const part: unknown = isMap(own) ? own : document.get('encryption', true);
  return isMap(part) && part.items.length > 0 ? part : null;
}

/** The members of a mapping with their places in the text. */
const membersOf = ({ items }: YAMLMap) =>
  items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isNode(key) || !isNode(value)) return [];
    const [from = 0] = key.range ?? [];
    const [start = 0, end = 0] = value.range ?? [];
    return [{ name: String(key.value), from, start, end }];
  });

/** Sets members, and removes those that the new scheme does not use. */
function setIn(text: string, part: YAMLMap, settings: Accepted['settings']): readonly Edit[] {
  const members = membersOf(part);
  const { scheme } = settings;
  const place = members.find(({ name }) => name === 'scheme') ?? members[0];
  if (place === undefined) return [];
  const isFlow = part.flow === true;
  const lineOf = (at: number): number => text.lastIndexOf('\n', at - 1) + 1;
  const endOf = (at: number): number => (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
  const held = new Set(members.map(({ name }) => name));
  const missing = Object.entries(settings).filter(([name]) => !held.has(name));
  const indent = ' '.repeat(place.from - lineOf(place.from));
  const lead = isFlow ? ', ' : `\n${indent}`;
  const at = isFlow ? place.end : endOf(place.end);
  const added = missing.map(([name, value]) => `${lead}${name}: ${value}`).join('');
  const changed = members.flatMap(({ name, from, start, end }): readonly Edit[] => {
    const value = settings[name];
    if (value !== undefined) return [{ from: start, to: end, text: value }];
    if (fitsScheme(scheme, name)) return [];
    const after = /^\s*,?[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    return [
      isFlow ? { from, to: end + after, text: '' } : { from: lineOf(from), to: endOf(end) + 1, text: '' },
    ];
  });
  return added === '' ? changed : [...changed, { from: at, to: at, text: added }];
}

/** Adds conditions as comments below the others, or at the end; skips those that are there as comments. */
function offer(text: string, document: Document.Parsed, names: readonly ConditionName[]): readonly Edit[] {
  const missing = names.filter((name) => !new RegExp(`^[ \\t]*#[ \\t#]*${name}:`, 'm').test(text));
  const [head = '', ...lines] = provisioningYaml(missing);
  if (lines.length === 0) return [];
  const part: unknown = document.get('conditions', true);
  const [first] = isMap(part) && part.flow !== true ? membersOf(part) : [];
  const end = isMap(part) && first !== undefined ? (part.range?.[1] ?? text.length) : text.length;
  const indent =
    first === undefined ? '' : text.slice(text.lastIndexOf('\n', first.from - 1) + 1, first.from);
  const block =
    first === undefined ? ['', `# ${head}`, ...lines.map((line) => `# ${line}`)] : lines.map(below);
  const lead = end === 0 || text[end - 1] === '\n' ? '' : '\n';
  return [{ from: end, to: end, text: `${lead}${block.map((line) => `${indent}${line}\n`).join('')}` }];
}

/** A line of `conditions` as a comment at the level of its members. */
const below = (line: string): string => `# ${line.slice(2)}`;

/** A `.env` with these names added, without values. */
export function nameIn(text: string, names: readonly string[]): string {
  const missing = new Set(
    names.filter((name) => !new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=`, 'm').test(text)),
  );
  return appended(
    text,
    [...missing].map((name) => `${name}=`),
  );
}

/** A `.gitignore` that keeps `.env` out of the repository. */
export const ignoring = (text: string): string =>
  /^\/?\.env\*?\s*$/m.test(text) ? text : appended(text, ['.env']);

function appended(text: string, lines: readonly string[]): string {
  const lead = text === '' || text.endsWith('\n') ? '' : '\n';
  return lines.length === 0 ? text : `${text}${lead}${lines.join('\n')}\n`;
}

/** The lines of a text that go, with `-`, and those that come, with `+`. */
export function difference(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...linesBeside(now, old).map((line) => `-${line}`),
    ...linesBeside(old, now).map((line) => `+${line}`),
  ];
}

/** The lines that others do not have, or have less often. */
function linesBeside(others: readonly string[], lines: readonly string[]): readonly string[] {
  const left = Map.groupBy(others, (line) => line);
  return lines.filter((line) => left.get(line)?.pop() === undefined);
}
