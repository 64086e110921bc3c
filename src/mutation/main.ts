import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { packageFolder } from '../suite.ts';
import type { Task } from './judge-records.ts';
import { mutantsOf } from './mutants.ts';
import type { Mutant } from './mutants.ts';

/**
 * What decides. The vocabulary of the lexicon is data, held by texts of its own; `read-json.ts` parses, and is held
 * against `JSON.parse`.
 */
const deciding = ['src/verdict/**/*.ts', 'src/result/{judge,causes,case-result,outcome}.ts'];
const others = ['**/*.test*.ts', 'src/verdict/lexicon/{vocabulary,rules}.ts', 'src/verdict/read-json.ts'];
/** Reverses a verdict: if no record notices it, the records are not what is judged. */
const controlMutant = {
  file: 'src/verdict/judge-answer.ts',
  code: `passes ? 'pass' : 'fail'`,
  becomes: `'pass'`,
};

/** A named change, found by the code that it changes. */
interface Change {
  readonly file: string;
  readonly code: string;
  readonly becomes: string;
  /** Why no record can notice it; of a clause, its name. */
  readonly why: string;
}

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '**' },
    list: { type: 'boolean', default: false },
    clauses: { type: 'boolean', default: false },
  },
});

const readText = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');
const readChanges = (file: string): readonly Change[] => parse(readText(file)) as readonly Change[];
const squeeze = (code: string): string => code.trim().replaceAll(/\s+/g, ' ');

/** A change as whole lines of code, which stays the same when other lines come or go. */
function changeOf({ file, start, end, text }: Mutant) {
  const source = readText(file);
  const [from, until] = [source.lastIndexOf('\n', start - 1) + 1, source.indexOf('\n', end)];
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    code: squeeze(source.slice(from, until)),
    becomes: squeeze(source.slice(from, start) + text + source.slice(end, until)),
  };
}

const keyOf = ({ file, code, becomes }: Omit<Change, 'why'>): string =>
  [file, squeeze(code), squeeze(becomes)].join('\n');

/** The one place of a named change; null if its code stands nowhere, or more than once. */
function placeOf({ file, code, becomes }: Omit<Change, 'why'>): Mutant | null {
  const [source, wanted] = [readText(file), code.trimEnd()];
  const start = source.indexOf(wanted);
  if (start < 0 || source.includes(wanted, start + 1)) return null;
  return { file, start, end: start + wanted.length, text: becomes.trimEnd() };
}

let records = globSync('fixtures/records/*.json.gz', { cwd: packageFolder }).toSorted();
let expected: Task['expected'] = {};

/** Judges the records in a process of its own: the digest of each, and whether all were judged. */
function judgeWith(mutant: Mutant | null) {
  const input = JSON.stringify({ mutant, records, expected } satisfies Task);
  const args = [
    '--disable-warning=ExperimentalWarning',
    join(packageFolder, 'src/mutation/judge-records.ts'),
  ];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(packageFolder, 'build/mutation') };
  const ran = spawnSync(process.execPath, args, {
    input,
    env,
    cwd: packageFolder,
    timeout: 60_000,
    encoding: 'utf8',
  });
  const lines = ran.stdout
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
  const digests = (lines as { readonly file: string; readonly digest: string }[]).map(
    (one) => [one.file, one.digest] as const,
  );
  return { digests: Object.fromEntries(digests), ended: ran.status === 0, errors: ran.stderr };
}

/** Whether some record shows the change; that record is judged first from then on. */
function isNoticed(mutant: Mutant | null): boolean {
  const { digests, ended } = judgeWith(mutant);
  const differing = records.find((file) => digests[file] !== expected[file]);
  if (differing === undefined) return !ended;
  records = [differing, ...records.filter((file) => file !== differing)];
  return true;
}

/** Numbers in an order that the seed fixes (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const files = globSync(deciding, { cwd: packageFolder, exclude: others }).toSorted();
const all = files
  .flatMap((file) => mutantsOf(file, readText(file)))
  .map((mutant) => ({ mutant, ...changeOf(mutant) }));
const equivalent = new Set(readChanges('fixtures/mutants/equivalent.yaml').map(keyOf));
const known = new Set(all.map(keyOf));
const stale = [...equivalent].filter((key) => !known.has(key));
const next = numbersFrom(Number(values.seed));
const sample = all
  .filter((one) => matchesGlob(one.file, values.file) && !equivalent.has(keyOf(one)))
  .map((one) => ({ one, rank: next() }))
  .toSorted((left, right) => left.rank - right.rank)
  .slice(0, Number(values.records))
  .map(({ one }) => one);
const clauses = readChanges('fixtures/mutants/clauses.yaml').map((clause) => {
  const mutant = placeOf(clause);
  return { mutant, ...(mutant === null ? { line: 0 } : changeOf(mutant)), ...clause };
});
const wanted: readonly ((typeof clauses)[number] | (typeof all)[number])[] = values.clauses
  ? clauses
  : sample;
const survivors: string[] = [];
const shown = (one: (typeof wanted)[number]): string =>
  `${one.file}:${one.line}${'why' in one ? ` ${one.why}` : ''}\n  - ${squeeze(one.code)}\n  + ${squeeze(one.becomes)}`;

if (values.list) {
  wanted.forEach((one) => say(shown(one)));
} else {
  const unchanged = judgeWith(null);
  expected = unchanged.digests;
  const control = placeOf(controlMutant);
  if (!unchanged.ended || control === null || !isNoticed(control) || isNoticed(null)) {
    say(`void: the records do not notice the control mutant\n${unchanged.errors}`);
    process.exit(2);
  }
  for (const one of wanted) {
    if (one.mutant === null || !isNoticed(one.mutant)) survivors.push(shown(one));
  }
  survivors.forEach((one) => say(`not noticed: ${one}`));
  stale.forEach((key) => say(`no such mutant any more: ${key.replaceAll('\n', '\n  ')}`));
  say(
    `${records.length} records notice ${wanted.length - survivors.length} of ${wanted.length} (${all.length} in all, ${equivalent.size} equivalent)`,
  );
  process.exitCode = survivors.length + stale.length > 0 ? 1 : 0;
}
