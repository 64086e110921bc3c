import { z } from 'zod';
import { UserError } from '../errors.ts';
import { readText } from '../target/file.ts';
import { explain, inWords, listed, problemsOf, writePath } from '../target/place.ts';
import { parseYaml } from '../target/profile.ts';
import type { Certificate } from './certificate.ts';

const day = 86_400_000;

const text = (expected: string) => z.string({ error: expected }).min(1, { error: expected });
const flag = (description: string) =>
  z.boolean({ error: 'true or false' }).exactOptional().describe(description);
const whole = (least: number) => {
  const error = `a whole number from ${least} on`;
  return z.number({ error }).int({ error }).min(least, { error });
};

const schema = z
  .strictObject(
    {
      suite: text('the version of the suite, such as 0.3.0')
        .regex(/^\d+\.\d+\.\d+$/, { error: 'the version of the suite, such as 0.3.0' })
        .exactOptional()
        .describe('Least version of the suite that made it.'),
      rules: z
        .array(whole(1), { error: 'a list of numbers of rules' })
        .min(1, { error: 'a list of numbers of rules' })
        .exactOptional()
        .describe('Rules of judgement that are accepted.'),
      class: z
        .enum(['core', 'full'], { error: 'one of core, full' })
        .exactOptional()
        .describe('Class that each certified variant has to reach.'),
      variants: z
        .array(text('the id of a variant'), { error: 'a list of variants' })
        .min(1, { error: 'a list of variants' })
        .exactOptional()
        .describe('Variants that have to be certified.'),
      hosts: z
        .array(text('a host'), { error: 'a list of hosts' })
        .min(1, { error: 'a list of hosts' })
        .exactOptional()
        .describe('Hosts of the target that are accepted, with the port where it is not the usual one.'),
      greatestAge: whole(1).exactOptional().describe('Most days since the run.'),
      waivers: flag('Whether waived failures outside the class are accepted; default: true.'),
      reviews: flag('Whether it may rest on decisions of persons; default: true.'),
      patterns: flag('Whether patterns of the profile may decide what texts mean; default: true.'),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? 'suite, rules, class, variants, hosts, greatestAge, waivers, reviews, patterns'
          : 'a mapping of what is asked of a certificate',
    },
  )
  .readonly();

/** What an authority asks of a certificate besides being valid. */
export type Policy = z.infer<typeof schema>;

/** The JSON Schema (2020-12) of a policy. */
export const policyJsonSchema = () => ({
  $id: 'urn:sbp-banks-conformance:policy:1',
  title: 'Policy of an authority',
  description:
    'What `verify --policy` asks of a certificate besides being valid; what is left out is not asked.',
  ...z.toJSONSchema(schema, { io: 'input' }),
});

/** Reads a policy (YAML). Rejects with a UserError where the file cannot be read or holds anything else. */
export async function readPolicy(path: string, shown: string): Promise<Policy> {
  const wrong = (found: string): UserError =>
    new UserError('usage', 'policy-invalid', found, 'correct the policy; docs/authorities.md describes it');
  const file = await readText(path);
  if (file.kind === 'unreadable') throw wrong(`${shown}: found ${file.found}, expected a policy in YAML`);
  const yaml = parseYaml(file.content);
  if (yaml.kind === 'broken') throw wrong(`${shown}: ${yaml.explain((key) => key)}`);
  const { data, error } = schema.safeParse(yaml.value ?? {});
  if (data !== undefined) return data;
  const problems = problemsOf(error.issues, yaml.value, inWords).map((problem) => {
    const place = writePath(problem.path);
    return `${place === '' ? '' : `${place}: `}${explain(problem)}`;
  });
  throw wrong(listed(shown, problems));
}

/** What of a policy a certificate does not meet, a line each; none: all of it is met. */
export function unmetOf(policy: Policy, certificate: Certificate, now: Date): readonly string[] {
  const { suite, rules, variants, target, run, outside, reviews, texts } = certificate;
  const { host } = new URL(target.baseUrl);
  const age = (now.getTime() - Date.parse(run.endedAt)) / day;
  const waived = outside.filter((one) => one.waived).map(({ requirement }) => requirement);
  const patterns = Object.values(texts).flatMap((own) => Object.keys(own));
  const lower = Object.entries(variants).filter(
    ([, { class: reached }]) => policy.class === 'full' && reached !== 'full',
  );
  const lacking = (policy.variants ?? []).filter((id) => !Object.hasOwn(variants, id));
  const rows: readonly (readonly [
    isUnmet: boolean,
    member: keyof Policy,
    found: string,
    expected: string,
  ])[] = [
    [isOlder(suite.version, policy.suite), 'suite', suite.version, `${policy.suite} or later`],
    [policy.rules?.includes(rules) === false, 'rules', `${rules}`, `one of ${policy.rules?.join(', ')}`],
    ...lower.map(([id]) => [true, 'class', `core for variant ${id}`, 'full'] as const),
    [lacking.length > 0, 'variants', `no certificate of ${lacking.join(', ')}`, 'all of them'],
    [policy.hosts?.includes(host) === false, 'hosts', host, `one of ${policy.hosts?.join(', ')}`],
    [
      policy.greatestAge !== undefined && age > policy.greatestAge,
      'greatestAge',
      `a run ${Math.ceil(age)} days ago`,
      `${policy.greatestAge} at most`,
    ],
    [policy.waivers === false && waived.length > 0, 'waivers', `waived: ${waived.join(', ')}`, 'none'],
    [
      policy.reviews === false && reviews.length > 0,
      'reviews',
      `decisions of ${[...new Set(reviews.map(({ name }) => name))].join(', ')}`,
      'none',
    ],
    [
      policy.patterns === false && patterns.length > 0,
      'patterns',
      `patterns for ${patterns.join(', ')}`,
      'none',
    ],
  ];
  return rows
    .filter(([isUnmet]) => isUnmet)
    .map(([, member, found, expected]) => `policy: ${member}: found ${found}, expected ${expected}`);
}

/** By the numbers of a version (Semantic Versioning, 11). */
function isOlder(version: string, least: string | undefined): boolean {
  if (least === undefined) return false;
  const [own, wanted] = [version, least].map((one) => one.split(/[.+-]/, 3).map(Number));
  const at = [0, 1, 2].find((place) => own?.[place] !== wanted?.[place]);
  return at !== undefined && (own?.[at] ?? 0) < (wanted?.[at] ?? 0);
}
