import { z } from 'zod';
import { meaningWords } from '../spec/requirement.ts';
import type {
  BodyContract,
  Condition,
  ConditionName,
  Parameter,
  Specification,
  Variant,
} from '../spec/specification.ts';
import { say } from '../wording/message.ts';

/** A JSON Schema (draft 2020-12), as in a document. */
type Schema = Readonly<Record<string, unknown>>;

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const placeholder = /<([a-z_]+)>/g;

/** The specification as an OpenAPI 3.1 document. What the specification does not say stays open. */
export function openApiOf(spec: Specification, version: string): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: spec.title,
      version,
      description:
        'Made from the model that the conformance suite judges by. Content types of answers, further members ' +
        'and everything else that the specification does not show are open.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'The service; the suite writes it as {base_url}.',
        variables: {
          base_url: { default: 'https://payouts.invalid', description: 'Address of the service' },
        },
      },
    ],
    tags: [{ name: 'banks', description: 'Banks that can receive B2C transfers through SBP' }],
    paths: Object.fromEntries(spec.variants.map((variant) => [templateOf(variant), itemOf(variant, spec)])),
    components: { schemas: bodySchemas(spec.body) },
  };
}

/** The path as OpenAPI writes it: `<bank_code>` becomes `{bankCode}`. */
export function templateOf({ path }: Variant): string {
  return path.replaceAll(placeholder, (_all, name: string) => `{${camel(name)}}`);
}

const camel = (name: string): string =>
  name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());

function itemOf(variant: Variant, spec: Specification): Schema {
  const parameters = [...variant.path.matchAll(placeholder)].map(([, name = '']) => ({
    name: camel(name),
    in: 'path',
    required: true,
    description: 'Fixed path segment that names the acquiring bank variant.',
    schema: { type: 'string' },
    example: 'acme',
  }));
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    [variant.method.toLowerCase()]: operationOf(variant, spec),
  };
}

/** The shapes of all bodies by name, made from the names that answers are judged by. */
function bodySchemas(body: BodyContract): Readonly<Record<string, Schema>> {
  return {
    BankRecord: {
      description: 'One bank. Format and length of `bic` and further members are not shown (section 2).',
      ...plain(z.looseObject(Object.fromEntries(body.record.map((name) => [name, z.string()])))),
    },
    BankList: {
      description: `The one and only member is \`${body.list}\` (section 4); the order of its records is not shown.`,
      ...plain(z.strictObject({ [body.list]: z.array(z.unknown()) })),
      properties: { [body.list]: { type: 'array', items: reference('BankRecord') } },
    },
    Error: {
      description: 'Body of every error response (sections 2 and 7).',
      ...plain(z.looseObject({ [body.text]: z.string().min(1) })),
    },
  };
}

function plain(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** Example texts; the specification fixes their meaning only. `{parameter}` is replaced by the name. */
const exampleTexts = {
  missing: 'Required parameter {parameter} is missing. Repeat the request with correct data.',
  unencrypted: 'Parameter {parameter} is expected in encrypted form.',
  unauthorized: 'User did not pass authorization, access to the resource is restricted.',
  'partner-blocked': 'Access to the system is blocked for the partner. Contact your manager.',
  'ip-blocked': 'Access from your IP address is blocked. Contact your manager.',
  'reward-unavailable': 'This kind of reward is not available to the partner. Contact your manager.',
  unavailable: 'The service is temporarily unavailable. Repeat the operation later.',
} as const satisfies Record<Exclude<ConditionName, 'success'>, string>;

/** One bank of a successful answer; the name and the BIC are made up. */
const exampleBank = { name: 'Example Bank', bic: '044525000' } as const;

/** A value for each role of a parameter; a ciphertext is shortened. */
const exampleValues = {
  partner: { string: '1042', int: 1042 },
  password: { string: 'VGhpcyBpcyBhIGNpcGhlcnRleHQ=', int: 0 },
  flag: { string: 'true', int: 1 },
} as const;

const types = { string: 'string', int: 'integer' } as const satisfies Record<Parameter['type'], string>;

const meanings = {
  partner: 'Unique partner name.',
  password: 'Unique API password of the partner.',
  flag: 'Indicates that data encryption is used.',
} as const satisfies Record<Parameter['role'], string>;

const described = ({ role, type, encrypted }: Parameter) => ({
  description: encrypted
    ? `${meanings[role]} Sent in encrypted form; the scheme is not shown.`
    : meanings[role],
  type: types[type],
  example: exampleValues[role][type],
});

/** The POST of one variant: how the credentials travel, and every status that the specification shows. */
function operationOf(variant: Variant, spec: Specification): Schema {
  // Conditions that share a status differ in the text.
  const byStatus = [...Map.groupBy(variant.conditions, ({ status }) => status)];
  const responses = byStatus
    .toSorted(([one], [other]) => one - other)
    .map(([status, conditions]) => [String(status), responseOf(conditions, variant, spec)]);
  return {
    operationId: `banks${variant.id.toUpperCase()}`,
    tags: ['banks'],
    summary: `List of banks, variant ${variant.id.toUpperCase()}`,
    description: `Section ${variant.section} of the specification.`,
    security: [],
    ...credentialsOf(variant),
    responses: Object.fromEntries(responses),
  };
}

function credentialsOf({ carrier, parameters }: Variant): Schema {
  const rows = parameters.map((parameter) => ({ name: parameter.name, ...described(parameter) }));
  switch (carrier) {
    case 'json-body': {
      const schema = {
        type: 'object',
        required: rows.map(({ name }) => name),
        properties: Object.fromEntries(
          rows.map(({ name, type, description }) => [name, { type, description }]),
        ),
      };
      const example = Object.fromEntries(rows.map((row) => [row.name, row.example]));
      return { requestBody: { required: true, content: { 'application/json': { schema, example } } } };
    }
    case 'query':
      return {
        parameters: rows.map(({ name, description, type, example }) => ({
          name,
          in: 'query',
          required: true,
          description,
          schema: { type },
          example,
        })),
      };
  }
}

function responseOf(conditions: readonly Condition[], variant: Variant, spec: Specification): Schema {
  const isSuccess = conditions.some(({ meaning }) => meaning === null);
  const schema = reference(isSuccess ? 'BankList' : 'Error');
  const examples = conditions.map((one) => [one.name, exampleAnswer(one, variant, spec)]);
  return {
    description: conditions.map(sentenceOf).join(' '),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

const sentenceOf = ({ name, meaning }: Condition): string =>
  meaning === null
    ? 'The list of banks.'
    : `Condition \`${name}\`: the text ${say(meaningWords(meaning), 'en')}.`;

function exampleAnswer({ name }: Condition, { parameters }: Variant, { body }: Specification): Schema {
  if (name === 'success') return { value: { [body.list]: [exampleBank] } };
  const parameter = parameters.find(({ encrypted }) => encrypted) ?? parameters[0];
  return {
    value: { [body.text]: exampleTexts[name].replace('{parameter}', `\`${parameter?.name ?? ''}\``) },
  };
}
