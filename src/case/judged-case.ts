import { encryptedParameters } from '../spec/look-up.ts';
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

/** Each parameter stands first in one of them, and last in one. */
const orders = ['reversed', 'rotated', 'rotated-back'] as const satisfies readonly Spelling[];

/** Requests of a case that sends several. */
const labels: Partial<Record<Spelling, string>> = {
  reversed: 'parameters in reverse order',
  rotated: 'the first parameter last',
  'rotated-back': 'the last parameter first',
};

const spellings = {
  'json-body': {
    requirement: 'request.body',
    cases: [
      ['member-order', 'members in other orders', orders],
      ['white-space', 'white space around every token', ['spaced']],
      ['escapes', 'every character as an escape', ['escaped']],
    ],
  },
  query: {
    requirement: 'request.query',
    cases: [
      ['order', 'parameters in other orders', orders],
      ['percent-encoding', 'every character percent-encoded', ['encoded']],
      ['lower-case-hex', 'every character percent-encoded, hex digits in lower case', ['encoded-lower-case']],
      ['rich-ciphertext', 'a ciphertext with +, / and =, percent-encoded', ['rich-ciphertext']],
    ],
  },
} as const satisfies Record<
  Carrier,
  {
    readonly requirement: string;
    readonly cases: readonly (readonly [suffix: string, words: string, spellings: readonly Spelling[]])[];
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
  return cases.map(([suffix, words, own]) => {
    const sent = own.map((spelling) => ({ spelling, label: labels[spelling] ?? words }));
    return {
      suffix: `${requirement}.${suffix}`,
      condition: 'success',
      title: `the same request is understood with ${words}`,
      stimuli: sent.map((one) => judged(variant, { ...one, condition: 'success' })),
      aims: sent.map(({ label }) => ({
        kind: 'same-success',
        requirement: `${variant.id}.${requirement}`,
        request: label,
      })),
    };
  });
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
    // Each answer is judged for itself as well: a service may refuse a second request otherwise than the first.
    aims: names.flatMap((name) => {
      const request = lacking([name]).label;
      return [
        ...answerAims(variant, `missing.${name}`, request, [name]),
        { kind: 'own-names', requirement: `${variant.id}.missing.${name}.names`, request },
      ];
    }),
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
  return [
    ...answerAims(variant, prefix, request, parameters),
    { kind: 'meaning', requirement: `${variant.id}.${prefix}.meaning`, request },
  ];
}

/** What a program decides alone; a text that comes a second time has no person look at it a second time. */
function answerAims(
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
      aims: differences.flatMap((difference) => {
        const { label: request } = difference;
        const parameters = parametersOf(variant, difference);
        const prefix = [difference.condition, ...parameters].join('.');
        return [
          ...answerAims(variant, prefix, request, parameters),
          { kind: 'own-meaning', requirement: `${variant.id}.${prefix}.meaning`, request },
        ];
      }),
      phase: 'form',
    },
  ];
}

/** The parameter that the answer has to name, if any. */
function parametersOf(variant: Variant, { without, password }: Difference): readonly string[] {
  const [encrypted] = encryptedParameters(variant);
  const name = without?.[0] ?? (password === 'plain' ? encrypted?.name : undefined);
  return name === undefined ? [] : [name];
}

function subsets(names: readonly string[]): readonly (readonly string[])[] {
  return names.reduce<readonly (readonly string[])[]>(
    (found, name) => [...found, ...found.map((subset) => [...subset, name])],
    [[]],
  );
}
