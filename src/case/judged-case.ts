import { carrierAspect, requirementId } from '../spec/requirement.ts';
import { encryptedParameters } from '../spec/specification.ts';
import type { Carrier, Condition, ConditionName, Variant } from '../spec/specification.ts';
import type { Aim } from '../verdict/check.ts';
import { message, say } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { baseline, judged, lacking, plainest } from './test-case.ts';
import type { Named, Spelling, TestCase } from './test-case.ts';

/** A judged case before the profile decides how it is run. */
export interface Draft extends Pick<TestCase, 'condition' | 'title' | 'stimuli' | 'aims'> {
  /** Id below the variant. */
  readonly suffix: string;
  /** By default nothing can go wrong with a real partner's account. */
  readonly phase?: Extract<TestCase['phase'], 'form' | 'login'>;
}

/** Every judged case of a variant; `provisioned` are the conditions that the target can bring about. */
export function draftCases(variant: Variant, provisioned: readonly ConditionName[]): readonly Draft[] {
  const ofConditions = variant.conditions.flatMap((condition) => casesOfCondition(variant, condition));
  return [...ofConditions, ...spelledCases(variant), comparedTexts(variant, provisioned, ofConditions)];
}

function casesOfCondition(variant: Variant, { name }: Condition): readonly Draft[] {
  switch (name) {
    case 'success':
      return [
        {
          suffix: name,
          condition: name,
          title: message('title-success'),
          stimuli: [judged(variant, baseline)],
          aims: (['status', 'body', 'record'] as const).map((aspect) => ({
            kind: `success-${aspect}` as const,
            requirement: requirementId(variant.id, name, null, aspect),
            request: labelOf(baseline),
          })),
        },
      ];
    case 'missing':
      return missingCases(variant);
    case 'unencrypted':
      return encryptedParameters(variant).map((parameter) => ({
        ...refusal(variant, name, parameter.name, plainest(variant, name)),
        suffix: `${name}.${parameter.name}`,
        title: message('title-unencrypted', { parameter: parameter.name }),
        phase: 'form',
      }));
    case 'unauthorized':
      return [
        {
          ...refusal(variant, name, null, plainest(variant, name)),
          suffix: `${name}.unknown-partner`,
          title: message('title-unknown-partner'),
        },
        {
          ...refusal(variant, name, null, wrongPassword(variant)),
          suffix: `${name}.wrong-password`,
          title: message('title-wrong-password'),
          phase: 'login',
        },
      ];
    case 'partner-blocked':
    case 'ip-blocked':
    case 'reward-unavailable':
    case 'unavailable':
      return [
        {
          ...refusal(variant, name, null, plainest(variant, name)),
          suffix: name,
          title: message(`title-${name}`),
        },
      ];
  }
}

/** The wrong password that every run sends: of another kind in each way to carry it. */
const wrongPassword = ({ carrier }: Variant): Named => ({
  words: message('request-wrong-password'),
  condition: 'unauthorized',
  password: carrier === 'json-body' ? 'last-replaced' : 'appended',
});

const labelOf = ({ words }: Named): string => say(words, 'en');

/** One request that is refused: its status, its text's meaning and, where it is about a parameter, that the text names it. */
function refusal(
  variant: Variant,
  condition: ConditionName,
  parameter: string | null,
  difference: Named,
): Pick<Draft, 'condition' | 'stimuli' | 'aims'> {
  const meaning: Aim = {
    kind: 'meaning',
    requirement: requirementId(variant.id, condition, parameter, 'meaning'),
    request: labelOf(difference),
  };
  return {
    condition,
    stimuli: [judged(variant, difference)],
    aims: [...answerAims(variant, condition, parameter, difference), meaning],
  };
}

/** What a program decides alone; a text that comes a second time has no person look at it a second time. */
function answerAims(
  { id }: Variant,
  condition: ConditionName,
  parameter: string | null,
  difference: Named,
): readonly Aim[] {
  const request = labelOf(difference);
  const status: Aim = {
    kind: 'status',
    requirement: requirementId(id, condition, parameter, 'status'),
    request,
  };
  if (parameter === null) return [status];
  const requirement = requirementId(id, condition, parameter, 'names');
  return [status, { kind: 'names', requirement, request, parameters: [parameter] }];
}

function missingCases(variant: Variant): readonly Draft[] {
  const names = variant.parameters.map((parameter) => parameter.name);
  const condition = 'missing';
  return [
    ...names.map((name) => ({
      ...refusal(variant, condition, name, lacking([name])),
      suffix: `${condition}.${name}`,
      title: message('title-missing', { parameter: name }),
    })),
    ...subsets(names)
      .filter((subset) => subset.length > 1)
      .map((subset) => severalMissing(variant, subset)),
    {
      suffix: `${condition}.compared`,
      condition,
      title: message('title-missing-compared'),
      stimuli: names.map((name) => judged(variant, lacking([name]))),
      // Each answer is judged for itself as well: a service may refuse a second request otherwise than the first.
      aims: names.flatMap((name): readonly Aim[] => [
        ...answerAims(variant, condition, name, lacking([name])),
        {
          kind: 'own-names',
          requirement: requirementId(variant.id, condition, name, 'names'),
          request: labelOf(lacking([name])),
          parameter: name,
        },
      ]),
    },
  ];
}

function severalMissing(variant: Variant, names: readonly string[]): Draft {
  const condition = 'missing';
  const request = labelOf(lacking(names));
  const idOf = (aspect: 'status' | 'names'): string =>
    requirementId(variant.id, condition, 'several', aspect);
  return {
    suffix: `${condition}.${names.join('+')}`,
    condition,
    title: message('title-several-missing', { names }),
    stimuli: [judged(variant, lacking(names))],
    aims: [
      { kind: 'status', requirement: idOf('status'), request },
      { kind: 'names', requirement: idOf('names'), request, parameters: names },
    ],
  };
}

function subsets(names: readonly string[]): readonly (readonly string[])[] {
  return names.reduce<readonly (readonly string[])[]>(
    (found, name) => [...found, ...found.map((subset) => [...subset, name])],
    [[]],
  );
}

/** Together with the usual order, each parameter is first once, last once, and before and after each other one. */
const orders = [
  ['rotated', message('spelled-rotated')],
  ['rotated-back', message('spelled-rotated-back')],
] as const satisfies readonly (readonly [Spelling, Message])[];

/** Ways to write the same request: id of the case, its words, and the spelling of each request with its name. */
const spellings: Record<
  Carrier,
  readonly (readonly [suffix: string, words: Message, sent: readonly (readonly [Spelling, Message])[]])[]
> = {
  'json-body': [
    ['member-order', message('spelled-member-order'), orders],
    ['white-space', message('spelled-white-space'), [['spaced', message('spelled-white-space')]]],
    ['escapes', message('spelled-escapes'), [['escaped', message('spelled-escapes')]]],
  ],
  query: [
    ['order', message('spelled-order'), orders],
    ['percent-encoding', message('spelled-percent'), [['encoded', message('spelled-percent')]]],
    [
      'lower-case-hex',
      message('spelled-lower-case'),
      [['encoded-lower-case', message('spelled-lower-case')]],
    ],
    ['rich-ciphertext', message('spelled-rich'), [['rich-ciphertext', message('spelled-rich')]]],
  ],
};

function spelledCases(variant: Variant): readonly Draft[] {
  const aspect = carrierAspect[variant.carrier];
  return spellings[variant.carrier].map(([suffix, words, sent]) => ({
    suffix: `request.${aspect}.${suffix}`,
    condition: 'success',
    title: message('title-spelled', { spelling: words }),
    stimuli: sent.map(([spelling, name]) => judged(variant, { spelling, words: name, condition: 'success' })),
    aims: sent.map(([, name]) => ({
      kind: 'same-success',
      requirement: requirementId(variant.id, 'request', null, aspect),
      request: say(name, 'en'),
    })),
  }));
}

/** The same text for conditions of different meaning states none of them: compares each text that has a meaning with all others. */
function comparedTexts(
  variant: Variant,
  provisioned: readonly ConditionName[],
  drafts: readonly Draft[],
): Draft {
  const stated = drafts.flatMap(({ stimuli, aims }) =>
    aims
      .filter(({ kind }) => kind === 'meaning')
      .flatMap(({ requirement, request }) => {
        const stimulus = stimuli.find(({ label }) => label === request);
        return stimulus && provisioned.includes(stimulus.condition) ? [{ requirement, stimulus }] : [];
      }),
  );
  return {
    suffix: 'texts.compared',
    condition: 'missing',
    title: message('title-texts-compared'),
    stimuli: stated.map(({ stimulus }) => stimulus),
    aims: stated.map(({ requirement, stimulus: { label } }) => ({
      kind: 'own-meaning',
      requirement,
      request: label,
    })),
    phase: 'login',
  };
}
