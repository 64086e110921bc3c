import { conditionOf, encryptedParameters } from '../spec/look-up.ts';
import type { Carrier, Condition, ConditionName, Variant } from '../spec/specification.ts';
import type { VariantTarget } from '../target/target.ts';
import type { Aim } from '../verdict/aim.ts';
import { comparableConditions } from './provision.ts';
import { baseline, judged, plainest } from './stimulus.ts';
import type { Difference } from './stimulus.ts';
import type { Spelling, Stimulus, TestCase } from './test-case.ts';

/** A judged case before the profile decides how it is run. */
export interface Draft {
  /** Id below the variant. */
  readonly suffix: string;
  readonly condition: ConditionName;
  readonly title: string;
  readonly stimuli: readonly Stimulus[];
  readonly aims: readonly Aim[];
  /** Left out: nothing can go wrong with a real partner's account. */
  readonly phase?: Extract<TestCase['phase'], 'form' | 'login'>;
}

const spellings = {
  'json-body': {
    requirement: 'request.body',
    cases: [
      ['member-order', 'reversed', 'members in reverse order'],
      ['white-space', 'spaced', 'white space around every token'],
      ['escapes', 'escaped', 'every character as a \\u escape'],
    ],
  },
  query: {
    requirement: 'request.query',
    cases: [
      ['order', 'reversed', 'parameters in reverse order'],
      ['percent-encoding', 'encoded', 'every character percent-encoded'],
      ['lower-case-hex', 'encoded-lower-case', 'every character percent-encoded, hex digits in lower case'],
      ['rich-ciphertext', 'rich-ciphertext', 'a ciphertext with +, / and =, percent-encoded'],
    ],
  },
} as const satisfies Record<
  Carrier,
  {
    readonly requirement: string;
    readonly cases: readonly (readonly [suffix: string, spelling: Spelling, words: string])[];
  }
>;

/** Every judged case of a variant, from its record alone; the profile only adds what can be compared side by side. */
export function draftCases(variant: Variant, target: VariantTarget): readonly Draft[] {
  return [
    ...variant.conditions.flatMap((condition) => casesOfCondition(variant, condition)),
    ...spelledCases(variant),
    ...comparedTexts(variant, target),
  ];
}

function casesOfCondition(variant: Variant, condition: Condition): readonly Draft[] {
  switch (condition.name) {
    case 'success':
      return [successCase(variant)];
    case 'missing':
      return missingCases(variant);
    case 'unencrypted':
      return encryptedParameters(variant).map(({ name }) => unencryptedCase(variant, name));
    case 'unauthorized':
      return unauthorizedCases(variant);
    case 'partner-blocked':
      return [refusalCase(variant, condition.name, 'a blocked partner is refused and sent to the manager')];
    case 'ip-blocked':
      return [
        refusalCase(variant, condition.name, 'a blocked IP address is refused and sent to the manager'),
      ];
    case 'reward-unavailable':
      return [
        refusalCase(
          variant,
          condition.name,
          'a partner without this kind of reward is refused and sent to the manager',
        ),
      ];
    case 'unavailable':
      return [
        refusalCase(variant, condition.name, 'an unavailable service says so and asks to repeat later'),
      ];
  }
}

function successCase(variant: Variant): Draft {
  const request = baseline.label;
  return {
    suffix: 'success',
    condition: 'success',
    title: 'valid credentials obtain the list of banks',
    stimuli: [judged(variant, baseline)],
    aims: [
      { kind: 'success-status', requirement: `${variant.id}.success.status`, request },
      { kind: 'success-body', requirement: `${variant.id}.success.body`, request },
      { kind: 'success-record', requirement: `${variant.id}.success.record`, request },
    ],
  };
}

function spelledCases(variant: Variant): readonly Draft[] {
  const { requirement, cases } = spellings[variant.carrier];
  return cases.map(([suffix, spelling, words]) => ({
    suffix: `${requirement}.${suffix}`,
    condition: 'success',
    title: `the same request is understood with ${words}`,
    stimuli: [judged(variant, { label: words, condition: 'success', spelling })],
    aims: [{ kind: 'same-success', requirement: `${variant.id}.${requirement}`, request: words }],
  }));
}

const lacking = (names: readonly string[]): Difference => ({
  label: `without ${names.join(', ')}`,
  condition: 'missing',
  without: names,
});

function missingCases(variant: Variant): readonly Draft[] {
  const names = variant.parameters.map((parameter) => parameter.name);
  return [
    ...names.map((name) => oneMissing(variant, name)),
    ...subsets(names)
      .filter((subset) => subset.length > 1)
      .map((subset) => severalMissing(variant, subset)),
    comparedMissing(variant, names),
  ];
}

function oneMissing(variant: Variant, name: string): Draft {
  const difference = lacking([name]);
  return {
    suffix: `missing.${name}`,
    condition: 'missing',
    title: `a request without ${name} is refused and ${name} is named`,
    stimuli: [judged(variant, difference)],
    aims: refusalAims(variant, `missing.${name}`, difference.label, [name]),
  };
}

function severalMissing(variant: Variant, names: readonly string[]): Draft {
  const difference = lacking(names);
  const request = difference.label;
  return {
    suffix: `missing.${names.join('+')}`,
    condition: 'missing',
    title: `a request without ${names.join(' and ')} is refused and at least one of them is named`,
    stimuli: [judged(variant, difference)],
    aims: [
      { kind: 'status', requirement: `${variant.id}.missing.several.status`, request },
      { kind: 'names', requirement: `${variant.id}.missing.several.names`, request, parameters: names },
    ],
  };
}

function comparedMissing(variant: Variant, names: readonly string[]): Draft {
  return {
    suffix: 'missing.compared',
    condition: 'missing',
    title: 'different missing parameters are told apart by the text',
    stimuli: names.map((name) => judged(variant, lacking([name]))),
    aims: names.map((name) => ({
      kind: 'own-names',
      requirement: `${variant.id}.missing.${name}.names`,
      request: lacking([name]).label,
    })),
  };
}

function unencryptedCase(variant: Variant, name: string): Draft {
  const difference = plainest(variant, 'unencrypted');
  return {
    suffix: `unencrypted.${name}`,
    condition: 'unencrypted',
    title: `a plain ${name} is refused and expected in encrypted form`,
    stimuli: [judged(variant, difference)],
    aims: refusalAims(variant, `unencrypted.${name}`, difference.label, [name]),
    phase: 'form',
  };
}

function unauthorizedCases(variant: Variant): readonly Draft[] {
  const wrong: Difference = { label: 'wrong password', condition: 'unauthorized', password: 'wrong' };
  const unknown = plainest(variant, 'unauthorized');
  return [
    {
      suffix: 'unauthorized.unknown-partner',
      condition: 'unauthorized',
      title: 'an unknown partner does not pass authorization',
      stimuli: [judged(variant, unknown)],
      aims: refusalAims(variant, 'unauthorized', unknown.label, []),
    },
    {
      suffix: 'unauthorized.wrong-password',
      condition: 'unauthorized',
      title: 'a wrong password, correctly encrypted, does not pass authorization',
      stimuli: [judged(variant, wrong)],
      aims: refusalAims(variant, 'unauthorized', wrong.label, []),
      phase: 'login',
    },
  ];
}

function refusalCase(variant: Variant, condition: ConditionName, title: string): Draft {
  const difference = plainest(variant, condition);
  return {
    suffix: condition,
    condition,
    title,
    stimuli: [judged(variant, difference)],
    aims: refusalAims(variant, condition, difference.label, []),
  };
}

function refusalAims(
  variant: Variant,
  prefix: string,
  request: string,
  parameters: readonly string[],
): readonly Aim[] {
  const id = (aspect: string): string => `${variant.id}.${prefix}.${aspect}`;
  return [
    { kind: 'status', requirement: id('status'), request },
    ...(parameters.length === 0
      ? []
      : [{ kind: 'names', requirement: id('names'), request, parameters } as const]),
    { kind: 'meaning', requirement: id('meaning'), request },
  ];
}

function comparedTexts(variant: Variant, target: VariantTarget): readonly Draft[] {
  const differences = comparableConditions(variant, target).map((name) => plainest(variant, name));
  if (differences.length < 2) return [];
  return [
    {
      suffix: 'texts.compared',
      condition: 'missing',
      title: 'conditions of different meaning are told apart by the text',
      stimuli: differences.map((difference) => judged(variant, difference)),
      aims: differences.map((difference) => ({
        kind: 'own-meaning',
        requirement: meaningRequirement(variant, difference),
        request: difference.label,
      })),
      phase: 'form',
    },
  ];
}

function meaningRequirement(variant: Variant, difference: Difference): string {
  const { name } = conditionOf(variant, difference.condition);
  const encrypted = encryptedParameters(variant).map((parameter) => parameter.name);
  const parameter = difference.without?.[0] ?? (difference.password === 'plain' ? encrypted[0] : undefined);
  return [variant.id, name, ...(parameter === undefined ? [] : [parameter]), 'meaning'].join('.');
}

function subsets(names: readonly string[]): readonly (readonly string[])[] {
  return names.reduce<readonly (readonly string[])[]>(
    (found, name) => [...found, ...found.map((subset) => [...subset, name])],
    [[]],
  );
}
