import { mayBeMisread } from './misread.ts';
import { variantById } from '../spec/look-up.ts';
import type { ConditionName, Specification, Variant } from '../spec/specification.ts';
import type { Target, VariantTarget } from '../target/target.ts';
import type { Standing } from '../verdict/aim.ts';
import { draftCases } from './judged-case.ts';
import type { Draft } from './judged-case.ts';
import { observedCases } from './observed-case.ts';
import type { Observed } from './observed-case.ts';
import { isExclusive, isProvisioned } from './provision.ts';
import type { Phase, Stimulus, TestCase } from './test-case.ts';

const phaseRank = {
  plain: 0,
  exclusive: 1,
  form: 2,
  login: 3,
  observed: 4,
  guess: 5,
} as const satisfies Record<Phase, number>;

/** Every case for the variants that the target claims, in the order in which they are started; `thorough` adds what may be a burden to the target. */
export function deriveCases(spec: Specification, target: Target, thorough = false): readonly TestCase[] {
  const cases = Object.entries(target.variants).flatMap(([id, settings]) => {
    const variant = variantById(spec, id);
    const own = standingOf(variant);
    return [
      ...draftCases(variant, settings).map((draft) => judgedCase(variant, settings, draft, own)),
      ...observedCases(variant, settings, thorough).map((draft) => observedCase(variant, draft, own)),
    ];
  });
  return cases.toSorted((left, right) => phaseRank[left.phase] - phaseRank[right.phase]);
}

function standingOf(variant: Variant): readonly Standing[] {
  return [
    { kind: 'error-body', requirement: `${variant.id}.error.body` },
    ...variant.unusedStatuses.map((status): Standing => ({
      kind: 'unused-status',
      requirement: `${variant.id}.status.no-${status}`,
      status,
    })),
    { kind: 'authorization-enforced', requirement: `${variant.id}.authorization.enforced` },
  ];
}

/** A list obtained by another way to write the request is a list like any other. */
function successStanding({ id }: Variant): readonly Standing[] {
  return [
    { kind: 'success-body', requirement: `${id}.success.body` },
    { kind: 'success-record', requirement: `${id}.success.record` },
  ];
}

function judgedCase(
  variant: Variant,
  settings: VariantTarget,
  draft: Draft,
  standing: readonly Standing[],
): TestCase {
  const { suffix, condition, title, stimuli, aims } = draft;
  const conditions: readonly ConditionName[] = stimuli.map((stimulus) => stimulus.condition);
  const exclusive = conditions.some((name) => isExclusive(settings, name));
  return {
    id: `${variant.id}.${suffix}`,
    variant: variant.id,
    condition,
    title,
    kind: 'judged',
    stimuli,
    aims,
    standing: stimuli.some(({ spelling }) => spelling !== undefined)
      ? [...standing, ...successStanding(variant)]
      : standing,
    provisioned: conditions.every((name) => isProvisioned(settings, name)),
    exclusive,
    phase: exclusive ? 'exclusive' : (draft.phase ?? 'plain'),
  };
}

function observedCase(variant: Variant, draft: Observed, standing: readonly Standing[]): TestCase {
  return {
    id: `${variant.id}.observed.${draft.suffix}`,
    variant: variant.id,
    condition: draft.condition,
    title: draft.question,
    kind: 'observed',
    stimuli: draft.stimuli,
    aims: [],
    standing,
    provisioned: true,
    exclusive: false,
    phase: draft.stimuli.some((stimulus) => isGuess(stimulus, variant)) ? 'guess' : 'observed',
  };
}

/** Whether a real partner's account may be taken for attacked: any password but the right one, or one that may be read as another. */
function isGuess(stimulus: Stimulus, variant: Variant): boolean {
  const { password, partner } = stimulus;
  if (partner === 'unknown') return false;
  return mayBeMisread(stimulus, variant) || (password !== undefined && password !== 'encrypted');
}
