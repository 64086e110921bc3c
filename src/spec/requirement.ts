import { encryptedParameters } from './look-up.ts';
import { meaningInWords } from './wording.ts';
import type { Carrier, Condition, ConditionName, Specification, Variant } from './specification.ts';

/** One thing that the specification states and that one answer can violate. */
export interface Requirement {
  /** `<variant>.<condition>.<aspect>`, the parameter in between where there is one. */
  readonly id: string;
  readonly variant: string;
  /** Heading under which reports group it. */
  readonly group: ConditionName | 'request' | 'error' | 'status' | 'authorization';
  readonly section: string;
  readonly statement: string;
}

type Row = readonly [suffix: string, group: Requirement['group'], section: string, statement: string];

const carriers = {
  'json-body': [
    'request.body',
    'The credentials are read from a JSON object in the body, in whichever way JSON lets it be written: member order, white space, \\u escapes.',
  ],
  query: [
    'request.query',
    'The credentials are read from the query string, without a body, in whichever way a URI lets it be written: order, percent-encoding, hex digits in either case.',
  ],
} as const satisfies Record<Carrier, readonly [string, string]>;

/** The whole catalogue, calculated from the variants, in the order of the specification. */
export function deriveRequirements(spec: Specification): readonly Requirement[] {
  return spec.variants.flatMap((variant) =>
    rowsOf(variant, spec).map(([suffix, group, section, statement]) => ({
      id: `${variant.id}.${suffix}`,
      variant: variant.id,
      group,
      section,
      statement,
    })),
  );
}

function rowsOf(variant: Variant, spec: Specification): readonly Row[] {
  const [carrierSuffix, carrierStatement] = carriers[variant.carrier];
  return [
    ...variant.conditions.flatMap((condition) => conditionRows(variant, condition, spec)),
    [carrierSuffix, 'request', `${variant.section}, 2`, carrierStatement],
    [
      'error.body',
      'error',
      '2, 7',
      `Every error response is a JSON object with a string, non-empty \`${spec.body.text}\`.`,
    ],
    ...variant.unusedStatuses.map((status): Row => [
      `status.no-${status}`,
      'status',
      '7',
      `The variant never answers ${status}: section 7 lists it as not used.`,
    ]),
    [
      'authorization.enforced',
      'authorization',
      `${variant.section}, 5`,
      'No request without a valid partner name and a valid, encrypted password obtains the list.',
    ],
  ];
}

function conditionRows(variant: Variant, condition: Condition, spec: Specification): readonly Row[] {
  switch (condition.name) {
    case 'success':
      return successRows(variant, condition, spec);
    case 'missing':
      return missingRows(variant, condition, spec);
    case 'unencrypted':
      return encryptedParameters(variant).flatMap(({ name }) => [
        statusRow(`unencrypted.${name}`, condition, `\`${name}\` sent as plain text`),
        namesRow(`unencrypted.${name}`, condition, name, spec),
        meaningRow(`unencrypted.${name}`, condition, spec),
      ]);
    case 'unauthorized':
      return refusalRows(condition, 'a wrong password, correctly encrypted, or an unknown partner', spec);
    case 'partner-blocked':
      return refusalRows(condition, 'a partner whose access to the system is blocked', spec);
    case 'ip-blocked':
      return refusalRows(condition, 'a request from a blocked IP address', spec);
    case 'reward-unavailable':
      return refusalRows(condition, 'a partner to whom this kind of reward is not available', spec);
    case 'unavailable':
      return refusalRows(condition, 'any request while the service is unavailable', spec);
  }
}

function successRows(variant: Variant, condition: Condition, spec: Specification): readonly Row[] {
  const { section } = condition;
  return [
    [
      'success.status',
      'success',
      section,
      `A ${variant.method} to the variant's path with all credentials, the password encrypted, is answered ${condition.status}.`,
    ],
    [
      'success.body',
      'success',
      section,
      `The body is a JSON object whose one and only member is \`${spec.body.list}\`, an array.`,
    ],
    [
      'success.record',
      'success',
      `2, ${section}`,
      'Every record of the list is an object with a string `name` and a string `bic`.',
    ],
  ];
}

function missingRows(variant: Variant, condition: Condition, spec: Specification): readonly Row[] {
  return [
    ...variant.parameters.flatMap(({ name }) => [
      statusRow(`missing.${name}`, condition, `a request without \`${name}\``),
      namesRow(`missing.${name}`, condition, name, spec),
      meaningRow(`missing.${name}`, condition, spec),
    ]),
    statusRow('missing.several', condition, 'a request that lacks two or all three parameters'),
    [
      'missing.several.names',
      'missing',
      `${condition.section}, 7`,
      `Where several parameters are missing, \`${spec.body.text}\` names at least one of them.`,
    ],
  ];
}

function refusalRows(condition: Condition, stimulus: string, spec: Specification): readonly Row[] {
  return [statusRow(condition.name, condition, stimulus), meaningRow(condition.name, condition, spec)];
}

function statusRow(prefix: string, condition: Condition, stimulus: string): Row {
  const { name, section, status } = condition;
  return [`${prefix}.status`, name, section, `The answer to ${stimulus} has status ${status}.`];
}

function namesRow(prefix: string, condition: Condition, parameter: string, spec: Specification): Row {
  const { name, section } = condition;
  return [`${prefix}.names`, name, `${section}, 7`, `\`${spec.body.text}\` names \`${parameter}\`.`];
}

function meaningRow(prefix: string, condition: Condition, spec: Specification): Row {
  const { name, section, meaning } = condition;
  if (meaning === null) throw new RangeError(`condition ${name} has no meaning`);
  return [`${prefix}.meaning`, name, section, `\`${spec.body.text}\` ${meaningInWords[meaning]}.`];
}
