import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { packageFolder } from '../../base/package.ts';
import type { Said, Task } from './judge-records.ts';
import { changeOf, keyOf, lineOf, mutantOf, readChanges, readText, squeeze } from './change.ts';
import type { Change } from './change.ts';
import { mutantsOf } from './mutants.ts';
import type { Mutant } from './mutants.ts';

/**
 * Code that decides verdicts. The vocabulary of the lexicon is data, which has texts of its own as tests.
 */
const deciding = [
  'src/judge/**/*.ts',
  'src/results/{judge,diagnosis,case-result,guesses,totals}.ts',
  'src/report/suspect.ts',
];
const others = ['**/*.test*.ts', 'src/judge/lexicon/{vocabulary,rules,refusal}.ts'];
/** Reverses a verdict. If no record notices that, the records are not being judged. */
const control = {
  file: 'src/judge/judge-answer.ts',
  code: `passes ? 'pass' : 'fail', 'status'`,
  becomes: `passes ? 'fail' : 'pass', 'status'`,
};
/** A process is replaced after this many tasks, because loaded code takes memory. */
const mostOfAProcess = 40;
/** Milliseconds for all records, at least; as long as ten times what the unchanged code takes. */
let longest = 60_000;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '**' },
    list: { type: 'boolean', default: false },
    clauses: { type: 'boolean', default: false },
  },
});

const sizeOf = (file: string): number => statSync(join(packageFolder, file)).size;
/** The small ones first, which take least time. */
const records = globSync('fixtures/records/*.json.gz', { cwd: packageFolder })
  .toSorted()
  .toSorted((one, other) => sizeOf(one) - sizeOf(other));
/** By the file that is changed: what has noticed changes of it, the last one first. */
const noticing = new Map<string, readonly string[]>();
let expected: Said = {};
/** Changes that are noticed because judging does not come to an end. */
let endless = 0;

/** A process that judges. It is replaced when it ends. */
function createJudge() {
  let [child, tasks]: [ChildProcess | null, number] = [null, 0];
  const end = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  const start = (): ChildProcess => {
    tasks = 0;
    return fork(join(import.meta.dirname, 'judge-records.ts'), { execArgv, cwd: packageFolder });
  };
  /** The output for the records; null if the process ends early or hangs. */
  const ask = async (mutant: Mutant | null, asked: readonly string[]): Promise<Said | null> => {
    if (tasks === mostOfAProcess) end();
    const judge = (child ??= start());
    tasks += 1;
    const said = await new Promise<Said | null>((resolve) => {
      const timer = setTimeout(resolve, longest, null);
      judge.removeAllListeners().once('message', (found: Said) => {
        clearTimeout(timer);
        resolve(found);
      });
      judge.once('exit', () => resolve(null));
      judge.send({ mutant, records: asked, expected } satisfies Task);
    });
    if (said === null) end();
    return said;
  };
  return { ask, end };
}

const execArgv = ['--disable-warning=ExperimentalWarning'];
const judges = Array.from({ length: availableParallelism() }, createJudge);
type Judge = (typeof judges)[number];

/**
 * True if some record notices the change. That record is judged first from then on. `only`: name of the one
 * record that must notice it.
 */
async function isNoticed(judge: Judge, mutant: Mutant | null, only?: string): Promise<boolean> {
  const first = noticing.get(mutant?.file ?? '') ?? [];
  const asked = [...new Set([...first, ...records])].filter(
    (file) => only === undefined || basename(file) === `${only}.json.gz`,
  );
  const said = await judge.ask(mutant, asked);
  if (said === null) endless += 1;
  const differing = asked.find((file) => said?.[file] !== expected[file]);
  if (differing === undefined) return false;
  noticing.set(mutant?.file ?? '', [differing, ...first.filter((file) => file !== differing)]);
  return true;
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const show = ({ file, code, becomes, why = '' }: Change, mutant: Mutant | null): string =>
  `${file}:${lineOf(mutant)} ${why}\n  - ${squeeze(code)}\n  + ${squeeze(becomes)}`;

const files = globSync(deciding, { cwd: packageFolder, exclude: others }).toSorted();
const all = files
  .flatMap((file) => mutantsOf(file, readText(file)))
  .map((mutant) => ({ mutant, change: changeOf(mutant) }));
const equivalent = new Set(readChanges('equivalent').map(keyOf));
const keys = new Set(all.map(({ change }) => keyOf(change)));
const stale = [...equivalent].filter((key) => !keys.has(key));
/** Its place in the draw hangs on the change alone, and stays where others come or go. */
const placeOf = ({ change }: (typeof all)[number]): string =>
  createHash('sha256')
    .update(`${values.seed}\n${keyOf(change)}`)
    .digest('hex');
const drawn = all
  .filter(({ change }) => !equivalent.has(keyOf(change)))
  .map((one) => ({ ...one, place: placeOf(one) }))
  .toSorted((one, other) => (one.place < other.place ? -1 : 1));
const named = values.clauses ? readChanges('clauses') : [];
const isInFile = ({ change }: { readonly change: Change }): boolean => matchesGlob(change.file, values.file);
const chosen = [
  ...named.map((change) => ({ mutant: mutantOf(change), change })).filter(isInFile),
  ...drawn.filter(isInFile).slice(0, Number(values.records)),
];

if (values.list) {
  chosen.forEach(({ mutant, change }) => say(show(change, mutant)));
} else {
  const start = performance.now();
  const shares = await Promise.all(
    judges.map((judge, index) =>
      judge.ask(
        null,
        records.filter((_, place) => place % judges.length === index),
      ),
    ),
  );
  expected = Object.assign({}, ...shares);
  longest = Math.max(longest, 10 * judges.length * (performance.now() - start));
  let [noticed, isUseless] = [0, Object.keys(expected).length !== records.length];
  const waiting = [...chosen];
  const work = async (judge: Judge): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isUseless; next = waiting.shift()) {
      const { mutant, change } = next;
      if (mutant !== null && (await isNoticed(judge, mutant, change.record))) noticed += 1;
      else say(`not noticed: ${show(change, mutant)}`);
    }
    // In the same process, after everything else: what a change left behind would show in the unchanged judge.
    if (!(await isNoticed(judge, mutantOf(control))) || (await isNoticed(judge, null))) isUseless = true;
    judge.end();
  };
  await Promise.all(judges.map(work));
  stale.forEach((key) => say(`no such mutant any more: ${key.replaceAll('\n', '\n  ')}`));
  say(
    `${records.length} records notice ${noticed} of ${chosen.length} changes, ${endless} by not ending (${all.length} in all)`,
  );
  if (isUseless) say('void: the records do not notice the control mutant, or not it alone');
  process.exitCode = isUseless ? 2 : noticed < chosen.length || stale.length > 0 ? 1 : 0;
}
