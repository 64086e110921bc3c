import { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { choice, filled, flag, mapping, optional, whole } from '../base/schema-field.ts';
import { readBytes } from '../base/file.ts';
import { explain, listed, problemsOf } from '../base/problem.ts';
import { inWords, writePath } from '../base/path.ts';
import { matchPattern } from '../base/pattern.ts';
import { parseYaml } from '../profile/profile.ts';
import { message, say } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';
import { sha256 } from './certificate.ts';
import type { Certificate } from './certificate.ts';

const day = 86_400_000;

const version = 'the version of the suite, such as 0.3.0';
const several = <Item extends z.ZodType>(item: Item, error: string) =>
  z.array(item, { error }).min(1, { error });

const schema = mapping({
  suite: optional(
    z.string({ error: version }).regex(/^\d+\.\d+\.\d+$/, { error: version }),
    'Minimum version of the suite that made it.',
  ),
  rules: optional(several(whole(1), 'a list of numbers of rules'), 'Rules of judgement that are accepted.'),
  class: optional(choice(['core', 'full']), 'Class that each certified variant must reach.'),
  variants: optional(
    several(filled('the id of a variant'), 'a list of variants'),
    'Variants that must be certified.',
  ),
  bankCodes: optional(
    several(filled('a bank code'), 'a list of bank codes'),
    'Bank codes that are accepted, where a variant has one.',
  ),
  partners: optional(
    several(filled('the name of a partner, in quotes'), 'a list of names of partners, in quotes'),
    'Partners that are accepted.',
  ),
  hosts: optional(
    several(filled('a host'), 'a list of hosts'),
    'Accepted hosts of the target, with the port unless it is the usual one.',
  ),
  greatestAge: optional(whole(1), 'Maximum age of the run, in days.'),
  waivers: optional(flag(), 'Whether waived failures outside the class are accepted; default: true.'),
  reviews: optional(flag(), 'Whether it may rest on decisions of persons; default: true.'),
  patterns: optional(flag(), 'Whether patterns of the profile may decide what texts mean; default: true.'),
  emptyPatterns: optional(flag(), 'Whether such a pattern may match the empty text; default: true.'),
  unverifiedTls: optional(flag(), 'Whether the profile may say `tls.verify: false`; default: true.'),
  ownerless: optional(
    flag(),
    'Whether a waiver or decision may name an owner without a letter; default: true.',
  ),
});

export type Policy = Readonly<z.infer<typeof schema>>;

/** A policy as it was read, so that a result says which one was asked. */
export interface ReadPolicy {
  /** The file as it was named, or `default`. */
  readonly file: string;
  readonly sha256: string;
  readonly policy: Policy;
}

/** The policy `default`: what no authority can want. */
const defaultPolicy = 'emptyPatterns: false\nunverifiedTls: false\nownerless: false\n';

/** The JSON Schema (2020-12) of a policy. */
export const policyJsonSchema = () => ({
  $id: 'urn:sbp-banks-conformance:policy:1',
  title: 'Policy of an authority',
  description:
    'What `verify --policy` asks of a certificate besides being valid; what is left out is not asked.',
  ...z.toJSONSchema(schema, { io: 'input' }),
});

/**
 * Reads a policy (YAML), or the one that is called `default`. Rejects with a UserError if the file cannot be
 * read or is not a policy.
 */
export async function readPolicy(path: string, named: string, option: string): Promise<ReadPolicy> {
  if (named === 'default') return parsePolicy(Buffer.from(defaultPolicy), named, option);
  const file = await readBytes(path);
  if (file.kind === 'unreadable')
    throw wrong(`${option}: ${named}: found ${file.found}, expected a policy in YAML, or \`default\``);
  return parsePolicy(file.content, named, option);
}

const wrong = (problem: string): UserError =>
  new UserError('usage', 'policy-invalid', problem, 'correct the policy; docs/authorities.md describes it');

function parsePolicy(content: Uint8Array, file: string, option: string): ReadPolicy {
  const shown = `${option}: ${file}`;
  const yaml = parseYaml(new TextDecoder().decode(content));
  if (yaml.kind === 'broken') throw wrong(`${shown}: ${yaml.found}`);
  const { data: policy, error } = schema.safeParse(yaml.value ?? {});
  if (policy !== undefined) return { file, sha256: sha256(content), policy };
  const problems = problemsOf(error.issues, yaml.value, inWords).map((problem) => {
    const place = writePath(problem.path);
    return `${place === '' ? '' : `${place}: `}${explain(problem)}`;
  });
  throw wrong(listed(shown, problems));
}

/** One line of a policy: what it asks for, what the certificate has, and whether that is enough. */
export interface PolicyLine {
  readonly member: string;
  readonly expected: string;
  readonly found: string;
  readonly isMet: boolean;
}

/** As a policy line, before it is put into words. */
interface Answer extends Pick<PolicyLine, 'isMet'> {
  readonly expected: Said;
  readonly found: Said;
}
type Said = string | Message;
type Asked = { readonly [Member in keyof Policy]-?: NonNullable<Policy[Member]> };

const none = message('policy-none');

/** Everything that was found has to be among what is accepted, and something has to be found. */
const amongst = (found: readonly (string | number)[], accepted: readonly (string | number)[]): Answer => ({
  expected: accepted.length === 1 ? accepted.join() : message('policy-one-of', { accepted }),
  found: found.join(', ') || none,
  isMet: found.length > 0 && found.every((one) => accepted.includes(one)),
});

/** What a policy forbids by `false`; with `true` it asks for nothing. */
const unless = (isAllowed: boolean, found: readonly string[]): Answer => ({
  expected: isAllowed ? message('policy-any') : none,
  found: [...new Set(found)].join(', ') || none,
  isMet: isAllowed || found.length === 0,
});

const variantsIn = ({ variants }: Certificate) => Object.entries(variants);

/** How each member is answered. */
const answers: {
  readonly [Member in keyof Asked]: (asked: Asked[Member], certificate: Certificate, now: Date) => Answer;
} = {
  suite: (least, { suite }) => ({
    expected: message('policy-or-later', { version: least }),
    found: suite.version,
    isMet: !isOlder(suite.version, least),
  }),
  rules: (accepted, { rules }) => amongst([rules], accepted),
  class: (least, certificate) => ({
    expected: least === 'core' ? message('policy-core-or-full') : least,
    found: message('policy-all', {
      all: variantsIn(certificate).map(([id, found]) =>
        message('policy-class-for', { name: found.class ?? none, id }),
      ),
    }),
    isMet: variantsIn(certificate).every(
      ([, found]) => found.class === 'full' || (found.class === 'core' && least === 'core'),
    ),
  }),
  variants: (wanted, certificate) => {
    const certified = variantsIn(certificate).flatMap(([id, found]) => (found.class === null ? [] : [id]));
    return {
      expected: wanted.join(', '),
      found: certified.join(', ') || none,
      isMet: wanted.every((id) => certified.includes(id)),
    };
  },
  bankCodes: (accepted, certificate) =>
    amongst(
      variantsIn(certificate).flatMap(([, { bankCode }]) => bankCode ?? []),
      accepted,
    ),
  partners: (accepted, certificate) =>
    amongst(
      [...new Set(variantsIn(certificate).map(([, { partnerName }]) => partnerName ?? 'none'))],
      accepted,
    ),
  hosts: (accepted, { target }) => amongst([new URL(target.baseUrl).host], accepted),
  greatestAge: (most, { run }, now) => {
    const age = (now.getTime() - Date.parse(run.endedAt)) / day;
    return {
      expected: message('policy-days-at-most', { count: most }),
      found: message('policy-days', { count: Math.ceil(age) }),
      isMet: age <= most,
    };
  },
  waivers: (isAllowed, { outside }) =>
    unless(
      isAllowed,
      outside.filter(({ waived }) => waived).map(({ requirement }) => requirement),
    ),
  reviews: (isAllowed, certificate) =>
    unless(
      isAllowed,
      certificate.reviews.map(({ name }) => name),
    ),
  patterns: (isAllowed, certificate) =>
    unless(
      isAllowed,
      patternsIn(certificate).map(([key]) => key),
    ),
  emptyPatterns: (isAllowed, certificate) =>
    unless(
      isAllowed,
      patternsIn(certificate).flatMap(([key, pattern]) => (matchesEmpty(pattern) ? [key] : [])),
    ),
  unverifiedTls: (isAllowed, { missed = [] }) =>
    unless(isAllowed, missed.some(({ code }) => code === 'missed-tls') ? ['tls.verify'] : []),
  ownerless: (isAllowed, { outside, reviews }) =>
    unless(isAllowed, [
      ...outside.flatMap(({ requirement, owner }) => (isNobody(owner) ? [requirement] : [])),
      ...reviews.flatMap(({ case: id, name }) => (isNobody(name) ? [id] : [])),
    ]),
};

const isNobody = (owner: string | undefined): boolean => owner !== undefined && !/\p{L}/u.test(owner);

const patternsIn = ({ texts }: Certificate): readonly (readonly [string, string])[] =>
  Object.values(texts).flatMap((own) =>
    Object.entries(own).map(([condition, pattern]) => [`texts.${condition}`, pattern] as const),
  );

/** True for a pattern that cannot be searched as well: it decides nothing. */
function matchesEmpty(pattern: string): boolean {
  try {
    return matchPattern(pattern.replaceAll('{parameter}', 'x'), '') !== false;
  } catch {
    return true;
  }
}

/** Every line of a policy, in the order of the members, with how a certificate meets it. */
export const linesOf = (
  policy: Policy,
  certificate: Certificate,
  now: Date,
  language: Language,
): readonly PolicyLine[] =>
  memberNames.flatMap((member) => {
    const line = answerOf(member, policy, certificate, now);
    if (line === null) return [];
    const inWords = (said: Said): string => (typeof said === 'string' ? said : say(said, language));
    return [{ ...line, member, expected: inWords(line.expected), found: inWords(line.found) }];
  });

const memberNames = Object.keys(answers) as readonly (keyof Policy)[];

function answerOf<Member extends keyof Policy>(
  member: Member,
  policy: Policy,
  certificate: Certificate,
  now: Date,
): Answer | null {
  const asked = policy[member];
  return asked === undefined ? null : answers[member](asked as Asked[Member], certificate, now);
}

/** A line that is not met as a refusal. */
export const refusalOf = ({ member, found, expected }: PolicyLine): Message =>
  message('at-place', {
    place: message('topic-policy'),
    message: message('verify-line', { member, found, expected }),
  });

/** Compares major, minor and patch numbers (Semantic Versioning, 11). */
function isOlder(version: string, least: string): boolean {
  const [numbers, leastNumbers] = [version, least].map((one) => one.split(/[.+-]/, 3).map(Number));
  const at = [0, 1, 2].find((place) => numbers?.[place] !== leastNumbers?.[place]);
  return at !== undefined && (numbers?.[at] ?? 0) < (leastNumbers?.[at] ?? 0);
}
