import { message } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { encryptedParameters } from './specification.ts';
import type { Carrier, Condition, ConditionName, Meaning, Specification, Variant } from './specification.ts';

/** Heading under which reports group requirements: a condition, or what holds for every answer. */
export type Group = ConditionName | 'request' | 'error' | 'status' | 'authorization';

/** What a requirement asks of an answer. */
export type Aspect =
  | 'status'
  | 'body'
  | 'record'
  | 'names'
  | 'meaning'
  | 'query'
  | 'enforced'
  | `no-${number}`;

/** One thing that the specification states and that one answer can violate. */
export interface Requirement {
  /** `<variant>.<group>.<subject>.<aspect>`, without the subject where there is none. */
  readonly id: string;
  readonly variant: string;
  readonly group: Group;
  /** The parameter that it is about, or `several`; null where the group says all. */
  readonly subject: string | null;
  readonly aspect: Aspect;
  readonly section: string;
  /** What is required, in words. */
  readonly statement: Message;
}

/** The id of a requirement: the one place where it is put together. */
export const requirementId = (
  variant: string,
  group: Group,
  subject: string | null,
  aspect: Aspect,
): string => [variant, group, ...(subject === null ? [] : [subject]), aspect].join('.');

/** Groups whose requirements are checked with every answer of every case. */
export const isStanding = (group: string): boolean => ['error', 'status', 'authorization'].includes(group);

/** The requirement about how the credentials of a variant may be written. */
export const carrierAspect = { 'json-body': 'body', query: 'query' } as const satisfies Record<
  Carrier,
  Aspect
>;

type Row = Pick<Requirement, 'group' | 'subject' | 'aspect' | 'section' | 'statement'>;

/** The whole catalogue, calculated from the variants, in the order of the specification. */
export function deriveRequirements(spec: Specification): readonly Requirement[] {
  return spec.variants.flatMap((variant) =>
    rowsOf(variant, spec).map((row) => ({
      id: requirementId(variant.id, row.group, row.subject, row.aspect),
      variant: variant.id,
      ...row,
    })),
  );
}

function rowsOf(variant: Variant, spec: Specification): readonly Row[] {
  const aspect = carrierAspect[variant.carrier];
  return [
    ...variant.conditions.flatMap((condition) => conditionRows(variant, condition, spec)),
    row('request', null, aspect, `${variant.section}, 2`, message(`credentials-in-${aspect}`)),
    row('error', null, 'body', '2, 7', message('every-error-body', { text: spec.body.text })),
    ...variant.unusedStatuses.map((status) =>
      row('status', null, `no-${status}`, '7', message('status-not-used', { status, section: '7' })),
    ),
    row('authorization', null, 'enforced', `${variant.section}, 5`, message('authorization-enforced')),
  ];
}

const row = (
  group: Group,
  subject: string | null,
  aspect: Aspect,
  section: string,
  statement: Message,
): Row => ({ group, subject, aspect, section, statement });

function conditionRows(variant: Variant, condition: Condition, spec: Specification): readonly Row[] {
  const { name, section } = condition;
  const { list, text } = spec.body;
  switch (name) {
    case 'success':
      return [
        row(
          name,
          null,
          'status',
          section,
          message('valid-answered', { method: variant.method, status: condition.status }),
        ),
        row(name, null, 'body', section, message('success-body-is', { list })),
        row(name, null, 'record', `2, ${section}`, message('every-record-is')),
      ];
    case 'missing':
      return [
        ...variant.parameters.flatMap((parameter) =>
          textRows(
            condition,
            parameter.name,
            message('request-without', { parameter: parameter.name }),
            text,
          ),
        ),
        statusRow(condition, 'several', message('request-lacking-several')),
        row(name, 'several', 'names', `${section}, 7`, message('names-one-missing', { text })),
      ];
    case 'unencrypted':
      return encryptedParameters(variant).flatMap((parameter) =>
        textRows(condition, parameter.name, message('sent-plain', { parameter: parameter.name }), text),
      );
    case 'unauthorized':
    case 'partner-blocked':
    case 'ip-blocked':
    case 'reward-unavailable':
    case 'unavailable':
      return [statusRow(condition, null, message(`answer-to-${name}`)), meaningRow(condition, null, text)];
  }
}

function textRows(condition: Condition, parameter: string, stimulus: Message, text: string): readonly Row[] {
  return [
    statusRow(condition, parameter, stimulus),
    row(
      condition.name,
      parameter,
      'names',
      `${condition.section}, 7`,
      message('text-names', { text, parameter }),
    ),
    meaningRow(condition, parameter, text),
  ];
}

const statusRow = ({ name, section, status }: Condition, subject: string | null, stimulus: Message): Row =>
  row(name, subject, 'status', section, message('answer-has-status', { stimulus, status }));

function meaningRow({ name, section, meaning }: Condition, subject: string | null, text: string): Row {
  if (meaning === null) throw new RangeError(`condition ${name} has no meaning`);
  return row(
    name,
    subject,
    'meaning',
    section,
    message('text-does', { text, meaning: meaningWords(meaning) }),
  );
}

/** What a text of that meaning does, as the end of a sentence. */
export const meaningWords = (meaning: Meaning): Message => message(`means-${meaning}`);
