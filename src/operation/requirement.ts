import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { needsProvisioning } from './specification.ts';
import type { Carrier, Condition, ConditionName, Meaning, Specification, Variant } from './specification.ts';

/** Heading of requirements in reports: a condition, or what applies to every answer. */
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

/** One statement of the specification that a single answer can violate. */
export interface Requirement {
  /** `<variant>.<group>.<subject>.<aspect>`, without the subject if there is none. */
  readonly id: string;
  readonly variant: string;
  readonly group: Group;
  /** The parameter concerned, or `several`; null if the group says everything. */
  readonly subject: string | null;
  readonly aspect: Aspect;
  readonly section: string;
  readonly statement: Message;
}

/** Builds the id of a requirement. No other code does. */
export const requirementId = (
  variant: string,
  group: Group,
  subject: string | null,
  aspect: Aspect,
): string => [variant, group, ...(subject === null ? [] : [subject]), aspect].join('.');

/** Groups whose requirements are checked on every answer of every case. */
export const isStanding = (group: string): boolean => ['error', 'status', 'authorization'].includes(group);

/** Aspect of the requirement about how credentials may be written, by carrier. */
export const carrierAspect = { 'json-body': 'body', query: 'query' } as const satisfies Record<
  Carrier,
  Aspect
>;

type Row = readonly [
  group: Group,
  subject: string | null,
  aspect: Aspect,
  section: string,
  statement: Message,
];

/** Derives all requirements from the variants, in the order of the specification. */
export function deriveRequirements(spec: Specification): readonly Requirement[] {
  return spec.variants.flatMap((variant) =>
    rowsOf(variant, spec).map(([group, subject, aspect, section, statement]) => {
      const id = requirementId(variant.id, group, subject, aspect);
      return { id, variant: variant.id, group, subject, aspect, section, statement };
    }),
  );
}

function rowsOf(variant: Variant, spec: Specification): readonly Row[] {
  const aspect = carrierAspect[variant.carrier];
  const { text } = spec.body;
  return [
    ...variant.conditions.flatMap((condition) => conditionRows(variant, condition, spec)),
    ['request', null, aspect, `${variant.section}, 2`, message(`credentials-in-${aspect}`)],
    ['error', null, 'body', '2, 7', message('every-error-body', { text })],
    ...variant.unusedStatuses.map((status): Row => [
      'status',
      null,
      `no-${status}`,
      '7',
      message('status-not-used', { status, section: '7' }),
    ]),
    ['authorization', null, 'enforced', `${variant.section}, 5`, message('authorization-enforced')],
  ];
}

function conditionRows(
  { method, parameters }: Variant,
  { name, section, status, meaning }: Condition,
  { body: { list, text } }: Specification,
): readonly Row[] {
  const statusRow = (subject: string | null, stimulus: Message): Row => [
    name,
    subject,
    'status',
    section,
    message('answer-has-status', { stimulus, status }),
  ];
  const meaningRows = (subject: string | null): readonly Row[] =>
    meaning === null
      ? []
      : [[name, subject, 'meaning', section, message('text-does', { text, meaning: meaningWords(meaning) })]];
  const textRows = (parameter: string, stimulus: Message): readonly Row[] => [
    statusRow(parameter, stimulus),
    [name, parameter, 'names', `${section}, 7`, message('text-names', { text, parameter })],
    ...meaningRows(parameter),
  ];
  if (name === 'unauthorized' || needsProvisioning(name)) {
    return [statusRow(null, message(`answer-to-${name}`)), ...meaningRows(null)];
  }
  switch (name) {
    case 'success':
      return [
        [name, null, 'status', section, message('valid-answered', { method, status })],
        [name, null, 'body', section, message('success-body-is', { list })],
        [name, null, 'record', `2, ${section}`, message('every-record-is')],
      ];
    case 'missing':
      return [
        ...parameters.flatMap(({ name: parameter }) =>
          textRows(parameter, message('request-without', { parameter })),
        ),
        statusRow('several', message('request-lacking-several')),
        [name, 'several', 'names', `${section}, 7`, message('names-one-missing', { text })],
      ];
    case 'unencrypted':
      return parameters
        .filter(({ encrypted }) => encrypted)
        .flatMap(({ name: parameter }) => textRows(parameter, message('sent-plain', { parameter })));
  }
}

/** Says what a text of this meaning does. The words end a sentence. */
const meaningWords = (meaning: Meaning): Message => message(`means-${meaning}`);
