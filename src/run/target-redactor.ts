import { allClaims, deriveCases } from '../plan/plan.ts';
import { createRedactor } from '../client/masking.ts';
import type { Redactor } from '../client/masking.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { meanings, specification } from '../operation/specification.ts';
import { readSuite } from '../base/package.ts';
import { stringsIn, writePath } from '../base/path.ts';
import type { Traits } from '../profile/field.ts';
import { traitsAt } from '../profile/setting.ts';
import type { Target } from '../profile/target.ts';
import { recorded as english } from '../messages/en.ts';
import { recorded as russian } from '../messages/ru.ts';

/** Texts of the specification, the suite and HTTP that occur in every run. */
const fixedTexts = [
  'User did not pass authorization; access to the resource is restricted',
  'Names the missing required parameter and asks to repeat the request with correct data',
  'Names the parameter and states that it is expected in encrypted form',
  'Tells the partner to contact the assigned manager: access to the system is blocked, from the IP address',
  'Service temporarily unavailable; repeat the operation later',
  'true false null name bic string array object number boolean unknownParameter unknown filler',
  'sbp-banks-conformance conformance condition expected actual statement wrong-password unknown-partner',
  'conforming nonconforming incomplete pass fail review inconclusive not-provisioned setup-failed vacuous',
  'target-unavailable rate-limited control-failed too-long not-selected suite-error judged observed valid invalid',
  'application/json text/plain Content-Type Content-Length Accept User-Agent Authorization Bearer Basic',
  'accept-language sec-fetch-mode cors user-agent accept-encoding content-length X-Request-Id X-Forwarded-For',
  'br, gzip, deflate',
  'http https localhost 127.0.0.1 passwords secret secrets ciphertext пароль пароля',
] as const;

/** Masks every secret of the profile, except words of the specification and the suite, and shown settings. */
export function createTargetRedactor(target: Target): Redactor {
  const redactor = createSuiteRedactor(shownValues(target));
  const named = new Map(target.secrets.map(({ value, setting }) => [value, setting]));
  for (const { value, setting } of passwordsOf(target)) {
    redactor.add(value, '<password>', named.get(value) ?? setting);
  }
  for (const { value, setting } of target.secrets) redactor.add(value, '<secret>', setting);
  return redactor;
}

/** A redactor without secrets that never masks words of the specification and the suite. */
export const createSuiteRedactor = (shown: readonly string[] = []): Redactor =>
  createRedactor([...ownTexts(), ...shown]);

function ownTexts(): readonly string[] {
  const { variants, body, title } = specification;
  const { name, version } = readSuite();
  const requirements = deriveRequirements(specification);
  const cases = deriveCases(specification, allClaims(specification));
  return [
    ...variants.flatMap(({ parameters, path }) => [path, ...parameters.map(({ name }) => name)]),
    title,
    body.list,
    body.text,
    ...requirements.flatMap(({ id, group }) => [id, group]),
    ...cases.map(({ id }) => id),
    ...meanings,
    ...fixedTexts,
    `${name}/${version}`,
    ...Object.keys(english),
    ...Object.values(english),
    ...Object.values(russian),
  ];
}

/** The texts of a target's settings that say so of themselves. */
const textsOf = ({ baseUrl, variants, tls: { serverName = '' } }: Target, say: (says: Traits) => boolean) =>
  stringsIn({ baseUrl, variants, tls: { serverName } }).filter(({ path }) => say(traitsAt(path)));

// A base URL in a profile has no user information, but one from the environment may.
const shownValues = (target: Target): readonly string[] =>
  textsOf(target, ({ unmasked }) => unmasked === true).map(({ text }) =>
    text.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'),
  );

const passwordsOf = (target: Target): Target['secrets'] =>
  textsOf(target, ({ secret }) => secret === 'password').map(({ path, text }) => ({
    // Without the variant, because the settings of all variants are merged.
    setting: writePath(path.slice(2)),
    value: text,
  }));
