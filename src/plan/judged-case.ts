import { carrierAspect, requirementId } from '../operation/requirement.ts';
import { encryptedParameters, needsProvisioning } from '../operation/specification.ts';
import type { Carrier, ConditionName, Variant } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { assertionKinds, baseline, judged, kindsOfSuccess, lacking, plainest } from './test-case.ts';
import type { Assertion, AssertionKind, Difference, TestCase } from './test-case.ts';
import type { Spelling } from './write-parts.ts';
import { judgedKind, judgedPassword } from './password-form.ts';

/** A case before the profile decides how it is run. */
export interface Draft extends Pick<TestCase, 'condition' | 'title' | 'testRequests' | 'assertions'> {
  /** The part of the id after the variant. */
  readonly suffix: string;
}

/** All judged cases of a variant. `provisioned` are the conditions that the target can create. */
export function draftCases(variant: Variant, provisioned: readonly ConditionName[]): readonly Draft[] {
  const ofConditions = variant.conditions.flatMap(({ name }) => casesOf(variant, name));
  return [...ofConditions, ...spelledCases(variant), comparedTexts(variant, provisioned, ofConditions)];
}

function casesOf(variant: Variant, condition: ConditionName): readonly Draft[] {
  const assertionOn = (
    kind: Exclude<AssertionKind, 'same-success'>,
    subject: string | null,
    request: Difference,
    parameters: readonly string[] = [],
  ): Assertion => ({
    kind,
    requirement: requirementId(variant.id, condition, subject, assertionKinds[kind]),
    request: request.id,
    parameters,
  });
  const draft = (
    suffix: string,
    title: Message,
    sent: readonly Difference[],
    assertions: readonly Assertion[],
  ): Draft => ({
    suffix: `${condition}${suffix}`,
    condition,
    title,
    testRequests: sent.map((request) => judged(variant, request)),
    assertions,
  });
  /** Checks that need no person. A repeated text is not put under review again. */
  const decided = (
    subject: string | null,
    request: Difference,
    parameters: readonly string[],
  ): readonly Assertion[] => [
    assertionOn('status', subject, request),
    ...(parameters.length === 0 ? [] : [assertionOn('names', subject, request, parameters)]),
  ];
  /**
   * Checks on one refused request: its status, the meaning of its text, and whether the text names the
   * parameter.
   */
  const refusal = (
    suffix: string,
    title: Message,
    request: Difference = plainest(variant, condition),
    parameter: string | null = null,
  ): Draft => {
    const names = parameter === null ? [] : [parameter];
    const assertions = [...decided(parameter, request, names), assertionOn('meaning', parameter, request)];
    return draft(suffix, title, [request], assertions);
  };
  if (needsProvisioning(condition)) return [refusal('', message(`title-${condition}`))];
  switch (condition) {
    case 'success': {
      const assertions = kindsOfSuccess.map((kind) => assertionOn(kind, null, baseline));
      return [draft('', message('title-success'), [baseline], assertions)];
    }
    case 'missing': {
      const names = variant.parameters.map(({ name }) => name);
      return [
        ...names.map((name) =>
          refusal(`.${name}`, message('title-missing', { parameter: name }), lacking([name]), name),
        ),
        ...subsets(names)
          .filter(({ length }) => length > 1)
          .map((several) => {
            const title = message('title-several-missing', { names: several });
            const request = lacking(several);
            return draft(`.${several.join('+')}`, title, [request], decided('several', request, several));
          }),
        draft(
          '.compared',
          message('title-missing-compared'),
          names.map((name) => lacking([name])),
          // Also judge each answer by itself: a service may refuse the second request differently.
          names.flatMap((name) => [
            ...decided(name, lacking([name]), [name]),
            assertionOn('own-names', name, lacking([name]), [name]),
          ]),
        ),
      ];
    }
    case 'unencrypted':
      return encryptedParameters(variant).map(({ name }) =>
        refusal(`.${name}`, message('title-unencrypted', { parameter: name }), undefined, name),
      );
    case 'unauthorized':
      return [
        refusal('.unknown-partner', message('title-unknown-partner')),
        refusal('.wrong-password', message('title-wrong-password'), wrongPassword),
      ];
  }
}

const wrongPassword: Difference = {
  id: 'unauthorized.wrong-password',
  words: message('request-wrong-password'),
  condition: 'unauthorized',
  password: judgedPassword,
  guess: { kind: judgedPassword, accepted: judgedKind.accepted },
};

const subsets = (names: readonly string[]): readonly (readonly string[])[] =>
  names.reduce<readonly (readonly string[])[]>(
    (found, name) => [...found, ...found.map((subset) => [...subset, name])],
    [[]],
  );

/**
 * Another way to write the same request: id of the case, its form (see `Difference`), its words, and spellings,
 * which have names if there are several.
 */
type Way = readonly [suffix: string, form: string, words: Message, ...(readonly [Spelling, Message?])[]];

/**
 * Together with the usual order, each parameter is first once, last once, and once before and after each other
 * one.
 */
const turned = [
  ['rotated', message('spelled-rotated')],
  ['rotated-back', message('spelled-rotated-back')],
] as const;

const spellings: Readonly<Record<Carrier, readonly Way[]>> = {
  'json-body': [
    ['member-order', 'order', message('spelled-member-order'), ...turned],
    ['white-space', 'white-space', message('spelled-white-space'), ['spaced']],
    ['escapes', 'escapes', message('spelled-escapes'), ['escaped']],
  ],
  query: [
    ['order', 'order', message('spelled-order'), ...turned],
    ['percent-encoding', 'percent', message('spelled-percent'), ['encoded']],
    ['lower-case-hex', 'percent', message('spelled-lower-case'), ['encoded-lower-case']],
    ['rich-ciphertext', 'rich-ciphertext', message('spelled-rich'), ['rich-ciphertext']],
  ],
};

function spelledCases(variant: Variant): readonly Draft[] {
  const aspect = carrierAspect[variant.carrier];
  const requirement = requirementId(variant.id, 'request', null, aspect);
  return spellings[variant.carrier].map(([suffix, form, words, ...ways]) => {
    const id = `request.${aspect}.${suffix}`;
    const sent = ways.map(([spelling, own = words], index) => ({
      id: ways.length === 1 ? id : `${id}#${index + 1}`,
      words: own,
      condition: 'success' as const,
      spelling,
      form,
    }));
    return {
      suffix: id,
      condition: 'success',
      title: message('title-spelled', { spelling: words }),
      testRequests: sent.map((request) => judged(variant, request)),
      assertions: sent.map((request) => ({
        kind: 'same-success',
        requirement,
        request: request.id,
        parameters: [],
      })),
    };
  });
}

/** Compares each text that has a meaning with all others: texts with different meanings must differ. */
function comparedTexts(
  variant: Variant,
  provisioned: readonly ConditionName[],
  drafts: readonly Draft[],
): Draft {
  const stated = drafts.flatMap(({ condition, testRequests: [testRequest], assertions }) => {
    const assertion = assertions.find(({ kind }) => kind === 'meaning');
    return assertion && testRequest && provisioned.includes(condition) ? [{ assertion, testRequest }] : [];
  });
  return {
    suffix: 'texts.compared',
    condition: 'missing',
    title: message('title-texts-compared'),
    testRequests: stated.map(({ testRequest }) => testRequest),
    assertions: stated.map(({ assertion }) => ({ ...assertion, kind: 'own-meaning' })),
  };
}
