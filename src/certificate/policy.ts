import { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { choice, filled, flag, mapping, optional, whole } from '../base/schema-field.ts';
import { readText } from '../base/file.ts';
import { explain, inWords, listed, problemsOf, writePath } from '../base/path.ts';
import { parseYaml } from '../profile/profile.ts';
import type { Certificate } from './certificate.ts';

const day = 86_400_000;

const version = 'the version of the suite, such as 0.3.0';
const several = <Item extends z.ZodType>(item: Item, error: string) =>
  z.array(item, { error }).min(1, { error });

const schema = mapping({
  suite: optional(
    z.string({ error: version }).regex(/^\d+\.\d+\.\d+$/, { error: version }),
    'Least version of the suite that made it.',
  ),
  rules: optional(several(whole(1), 'a list of numbers of rules'), 'Rules of judgement that are accepted.'),
  class: optional(choice(['core', 'full']), 'Class that each certified variant has to reach.'),
  variants: optional(
    several(filled('the id of a variant'), 'a list of variants'),
    'Variants that have to be certified.',
  ),
  hosts: optional(
    several(filled('a host'), 'a list of hosts'),
    'Hosts of the target that are accepted, with the port where it is not the usual one.',
  ),
  greatestAge: optional(whole(1), 'Most days since the run.'),
  waivers: optional(flag(), 'Whether waived failures outside the class are accepted; default: true.'),
  reviews: optional(flag(), 'Whether it may rest on decisions of persons; default: true.'),
  patterns: optional(flag(), 'Whether patterns of the profile may decide what texts mean; default: true.'),
});

export type Policy = Readonly<z.infer<typeof schema>>;

/** The JSON Schema (2020-12) of a policy. */
export const policyJsonSchema = () => ({
  $id: 'urn:sbp-banks-conformance:policy:1',
  title: 'Policy of an authority',
  description:
    'What `verify --policy` asks of a certificate besides being valid; what is left out is not asked.',
  ...z.toJSONSchema(schema, { io: 'input' }),
});

/** Reads a policy (YAML). Rejects with a UserError if the file cannot be read or is not a policy. */
export async function readPolicy(path: string, shown: string): Promise<Policy> {
  const wrong = (problem: string): UserError =>
    new UserError('usage', 'policy-invalid', problem, 'correct the policy; docs/authorities.md describes it');
  const file = await readText(path);
  if (file.kind === 'unreadable') throw wrong(`${shown}: found ${file.found}, expected a policy in YAML`);
  const yaml = parseYaml(file.content);
  if (yaml.kind === 'broken') throw wrong(`${shown}: ${yaml.found}`);
  const { data, error } = schema.safeParse(yaml.value ?? {});
  if (data !== undefined) return data;
  const problems = problemsOf(error.issues, yaml.value, inWords).map((problem) => {
    const place = writePath(problem.path);
    return `${place === '' ? '' : `${place}: `}${explain(problem)}`;
  });
  throw wrong(listed(shown, problems));
}

/** Requirements of a policy that a certificate does not meet, one line each. */
export function* unmetOf(policy: Policy, certificate: Certificate, now: Date): Generator<string> {
  const { suite, rules, variants, target, run, outside, reviews, texts } = certificate;
  const { host } = new URL(target.baseUrl);
  const line = (member: keyof Policy, actual: string | number, expected: string): string =>
    `policy: ${member}: found ${actual}, expected ${expected}`;
  const oneOf = (given: readonly (string | number)[]): string => `one of ${given.join(', ')}`;
  if (isOlder(suite.version, policy.suite)) yield line('suite', suite.version, `${policy.suite} or later`);
  if (policy.rules?.includes(rules) === false) yield line('rules', rules, oneOf(policy.rules));
  for (const [id, { class: reached }] of Object.entries(variants))
    if (policy.class === 'full' && reached !== 'full') yield line('class', `core for variant ${id}`, 'full');
  const lacking = policy.variants?.filter((id) => !Object.hasOwn(variants, id)) ?? [];
  if (lacking.length > 0) yield line('variants', `no certificate of ${lacking.join(', ')}`, 'all of them');
  if (policy.hosts?.includes(host) === false) yield line('hosts', host, oneOf(policy.hosts));
  const age = (now.getTime() - Date.parse(run.endedAt)) / day;
  if (policy.greatestAge !== undefined && age > policy.greatestAge)
    yield line('greatestAge', `a run ${Math.ceil(age)} days ago`, `${policy.greatestAge} at most`);
  const rests = {
    waivers: ['waived: ', outside.filter((one) => one.waived).map(({ requirement }) => requirement)],
    reviews: ['decisions of ', reviews.map(({ name }) => name)],
    patterns: ['patterns for ', Object.values(texts).flatMap((own) => Object.keys(own))],
  } as const;
  for (const member of ['waivers', 'reviews', 'patterns'] as const) {
    const [what, names] = rests[member];
    if (policy[member] === false && names.length > 0)
      yield line(member, `${what}${[...new Set(names)].join(', ')}`, 'none');
  }
}

/** Compares major, minor and patch numbers (Semantic Versioning, 11). */
function isOlder(version: string, least: string | undefined): boolean {
  if (least === undefined) return false;
  const [numbers, leastNumbers] = [version, least].map((one) => one.split(/[.+-]/, 3).map(Number));
  const at = [0, 1, 2].find((place) => numbers?.[place] !== leastNumbers?.[place]);
  return at !== undefined && (numbers?.[at] ?? 0) < (leastNumbers?.[at] ?? 0);
}
