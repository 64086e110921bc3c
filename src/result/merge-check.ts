import { UserError } from '../errors.ts';
import type { Results, ShardRecord } from './results.ts';

/** Results with the name that messages call them by. */
export interface NamedResults {
  readonly name: string;
  readonly results: Results;
}

/** The results of one shard. */
export interface ShardResults extends NamedResults {
  readonly shard: ShardRecord;
}

/** The shards by their index, all there and each once, of one and the same run. Throws a UserError of its own kind for everything else. */
export function requireBelonging(given: readonly NamedResults[]): readonly [ShardResults, ...ShardResults[]] {
  const [first, ...others] = given.map(asShard);
  if (first === undefined) throw wrong('shard-missing', 'found no shards, expected some to join', again);
  for (const other of others) requireSameRun(first, other);
  requireAll([first, ...others]);
  const [lowest = first, ...rest] = [first, ...others].toSorted(
    (left, right) => left.shard.index - right.shard.index,
  );
  requireWhole([lowest, ...rest]);
  return [lowest, ...rest];
}

const mostListed = 10;

const again = 'name the folders that `run --shard I/N` has written, one for each I';

const wrong = (code: string, message: string, hint: string): UserError =>
  new UserError('usage', code, message, `${hint}; nothing was written`);

function asShard({ name, results }: NamedResults): ShardResults {
  const { shard } = results;
  if (shard !== undefined) return { name, results, shard };
  throw wrong('not-a-shard', `${name}: found the results of a whole run, expected those of a shard`, again);
}

/** What shards of one run have in common: what it is, how it is shown, and what to do where it differs. */
const common: readonly {
  readonly code: string;
  readonly what: string;
  readonly of: (shard: ShardResults) => unknown;
  readonly isShown: boolean;
  readonly hint: string;
}[] = [
  {
    code: 'shards-other-suite',
    what: 'version of the suite',
    of: ({ results }) => `${results.suite.name} ${results.suite.version}`,
    isShown: true,
    hint: 'run all shards with one version',
  },
  {
    code: 'shards-other-specification',
    what: 'digest of the specification',
    of: ({ results }) => results.spec.sha256,
    isShown: true,
    hint: 'run all shards with one version',
  },
  {
    code: 'shards-other-base-url',
    what: 'base URL',
    of: ({ results }) => results.target.baseUrl,
    isShown: true,
    hint: 'run all shards against one target',
  },
  {
    code: 'shards-other-profile',
    what: 'digest of the profile',
    of: ({ results }) => results.profile.sha256,
    isShown: true,
    hint: 'run all shards with one profile and the same options',
  },
  {
    code: 'shards-other-number',
    what: 'number of shards',
    of: ({ shard }) => shard.of,
    isShown: true,
    hint: 'run all shards with the same N of `--shard I/N`',
  },
  {
    code: 'shards-other-selection',
    what: 'selection of cases',
    of: ({ shard }) => [shard.cases, shard.exclusive, shard.leftOut],
    isShown: false,
    hint: 'run all shards with the same --case, --requirement and --thorough',
  },
  {
    code: 'shards-other-repetition',
    what: 'repetition (--repeat/--seed)',
    of: ({ results }) => `${results.repeat}/${results.seed ?? 'none'}`,
    isShown: true,
    hint: 'run all shards with the same --repeat and --seed',
  },
  {
    code: 'shards-other-reviews',
    what: 'reviews',
    of: ({ results }) => results.reviews.map(({ state: _state, requirements: _own, ...review }) => review),
    isShown: false,
    hint: 'run all shards with the same reviews file; `report --reviews` settles texts after the merge as well',
  },
];

function requireSameRun(first: ShardResults, other: ShardResults): void {
  for (const { code, what, of, isShown, hint } of common) {
    const [expected, found] = [of(first), of(other)];
    if (JSON.stringify(expected) === JSON.stringify(found)) continue;
    const said = isShown
      ? `found ${String(found)}, expected ${String(expected)} as in ${first.name}`
      : `found another one than in ${first.name}, expected the same`;
    throw wrong(code, `${other.name}: ${what}: ${said}`, hint);
  }
}

function requireAll(shards: readonly ShardResults[]): void {
  const of = shards[0]?.shard.of ?? 0;
  for (const [place, { name, shard }] of shards.entries()) {
    if (shard.index < 1 || shard.index > of) {
      throw wrong('shard-out-of-range', `${name}: found shard ${shard.index} of ${of}`, again);
    }
    const twin = shards.slice(0, place).find((one) => one.shard.index === shard.index);
    if (twin === undefined) continue;
    const message = `${name}: found shard ${shard.index} of ${of} once more, expected it once; it stands in ${twin.name}`;
    throw wrong('shard-twice', message, 'name one of the two');
  }
  const found = new Set(shards.map(({ shard }) => shard.index));
  if (found.size === of) return;
  const missing: number[] = [];
  for (let index = 1; index <= of && missing.length <= mostListed; index += 1) {
    if (!found.has(index)) missing.push(index);
  }
  const listed = missing.slice(0, mostListed).join(', ') + (missing.length > mostListed ? ', …' : '');
  const message = `found ${found.size} of ${of} shards, expected all; missing: ${listed}`;
  throw wrong('shard-missing', message, `run what is missing with --shard I/${of}`);
}

/** Every case of the run stands in one shard and in no other. */
function requireWhole(shards: readonly [ShardResults, ...ShardResults[]]): void {
  const { cases } = shards[0].shard;
  const known = new Set(cases);
  const owners = new Map<string, string>();
  for (const { name, results } of shards) {
    for (const { id } of results.cases) {
      const other = owners.get(id);
      const where = other === undefined ? 'which is none of the run' : `which stands in ${other} as well`;
      if (other !== undefined || !known.has(id)) {
        throw wrong('shard-case-twice', `${name}: found the case ${id}, ${where}`, 'run the shards again');
      }
      owners.set(id, name);
    }
  }
  const missing = cases.find((id) => !owners.has(id));
  if (missing === undefined) return;
  throw wrong(
    'shard-case-missing',
    `found the case ${missing} in no shard, expected it in one`,
    'run the shards again',
  );
}
