import type { ConditionName, Parameter, Variant } from '../spec/specification.ts';
import { message, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import type { Draft } from './judged-case.ts';
import { baseline, observed } from './test-case.ts';
import type { Literal, Named, Twist } from './test-case.ts';

/** A question and its requests, differences from the baseline; one without id or words is named by the suffix. */
type Row = readonly [suffix: string, question: Message, ...requests: readonly Partial<Named>[]];

/** A row for one twist. */
const twist = (suffix: string, question: Message, change: Twist): Row => [
  suffix,
  question,
  { twist: change },
];

const rawBody = (suffix: string, question: Message, body: string): Row =>
  twist(suffix, question, { kind: 'raw-body', body, contentType: 'application/json' });

const large = (suffix: string, question: Message, bytes: number): Row =>
  twist(suffix, question, { kind: 'large-body', bytes });

/** Another value of a parameter: the word for it in the id, the value, and what it is called. */
type Other = readonly [word: string, value: Literal, words?: Message | string];

const otherValues = (parameter: string, values: readonly Other[]): readonly Row[] =>
  values.map(([word, value, words = verbatim(word)]) =>
    twist(`value.${parameter}.${word}`, message('ask-value', { parameter, value: words }), {
      kind: 'value',
      parameter,
      value,
    }),
  );

const blanks: readonly Other[] = [
  ['empty', '', message('value-empty')],
  ['blank', ' ', message('value-blank')],
];

const values: Readonly<Record<'json' | 'int' | 'string' | 'password', readonly Other[]>> = {
  json: [
    ['null', null],
    ...blanks,
    ['number', 1, message('value-number')],
    ['boolean', true, message('value-boolean')],
    ['array', ['1'], message('value-array')],
  ],
  int: [
    ...blanks,
    ['non-integer', '1.5', message('value-no-integer')],
    ['word', 'partner', message('value-word')],
  ],
  string: blanks,
  password: [
    ['null', null],
    ['boolean', true, verbatim('true')],
    ['number', 0, verbatim('0')],
    ['array', [], message('value-empty-array')],
    ['object', {}, message('value-empty-object')],
  ],
};

/** Other values of a parameter, padded ones and repeated ones. */
const valueRows = (isInBody: boolean, { name: parameter, type }: Parameter): readonly Row[] => [
  ...otherValues(parameter, values[isInBody ? 'json' : type]),
  twist(`value.${parameter}.padded`, message('ask-padded', { parameter }), { kind: 'padded', parameter }),
  ...(['right', 'wrong'] as const).map((first) =>
    twist(`repeated.${parameter}.${first}-first`, message(`ask-repeated-${first}-first`, { parameter }), {
      kind: 'repeated',
      parameter,
      first,
    }),
  ),
];

/** Every question about a variant, in the order of asking; what a target may take for a failed login comes last. */
function rowsOf(variant: Variant, comparable: readonly ConditionName[], thorough: boolean): readonly Row[] {
  const { carrier, parameters, path } = variant;
  const isInBody = carrier === 'json-body';
  const { partner = [], password = [], flag = [] } = Object.groupBy(parameters, ({ role }) => role);
  const everything = parameters.map(({ name }) => name);
  const without = flag.map(({ name }) => name);
  return [
    // What may be a burden to the target.
    ...(thorough
      ? [large('body.very-large', message('ask-large-body', { size: 1, unit: 'MiB' }), 1024 * 1024)]
      : []),
    // Another method on the operation's path, without credentials: a list is no answer to that.
    ...['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method): Row => {
      const difference = { twist: { kind: 'method', method }, without: everything } as const;
      return [`method.${method.toLowerCase()}`, message('ask-method', { method }), difference];
    }),
    twist('path.slash', message('ask-slash'), { kind: 'path', change: 'toggle-slash' }),
    twist('place.other', message('ask-other-place'), { kind: 'place', place: 'other' }),
    twist('place.both', message('ask-both-places'), { kind: 'place', place: 'both' }),
    twist('unknown-parameter', message('ask-unknown-parameter'), { kind: 'unknown-parameter' }),
    ...(isInBody
      ? [
          rawBody('body.malformed', message('ask-body-malformed'), '{"partnerName":'),
          rawBody('body.empty', message('ask-body-empty'), ''),
          rawBody('body.array', message('ask-body-array'), '[]'),
          rawBody('body.not-utf8-escape', message('ask-body-half-character'), '{"partnerName":"\\ud800"}'),
          twist('content-type.none', message('ask-no-content-type'), {
            kind: 'content-type',
            contentType: null,
          }),
          twist('content-type.text', message('ask-content-type', { type: 'text/plain' }), {
            kind: 'content-type',
            contentType: 'text/plain',
          }),
          large('body.large', message('ask-large-body', { size: 64, unit: 'KiB' }), 64 * 1024),
        ]
      : [
          twist('raw-ciphertext', message('ask-raw-ciphertext'), { kind: 'raw-ciphertext' }),
          rawBody('body.object', message('ask-body-besides'), '{}'),
          large('body.large', message('ask-large-body-besides', { size: 64, unit: 'KiB' }), 64 * 1024),
        ]),
    ...(path.includes('<bank_code>')
      ? [twist('path.bank-code', message('ask-bank-code'), { kind: 'path', change: 'other-bank-code' })]
      : []),
    ...partner.flatMap((parameter) => valueRows(isInBody, parameter)),

    // Two conditions at once.
    ['precedence.missing-unencrypted', message('ask-missing-unencrypted'), { without, password: 'plain' }],
    ['precedence.missing-unauthorized', message('ask-missing-unauthorized'), { without, partner: 'unknown' }],
    [
      'precedence.unencrypted-unauthorized',
      message('ask-unencrypted-unauthorized'),
      { password: 'plain', partner: 'unknown' },
    ],
    [
      'replay',
      message('ask-replay'),
      { id: baseline.id, words: message('request-ciphertext') },
      { words: message('request-replay'), twist: { kind: 'replay' } },
    ],

    // A partner that is nearly right, and passwords that are refused for their form, as a rule.
    [
      'partner.longer',
      message('ask-partner-longer'),
      { words: message('request-longer-partner'), condition: 'unauthorized', partner: 'longer' },
    ],
    ['password.empty', message('ask-password-empty'), { password: 'empty' }],
    ['password.blank', message('ask-password-blank'), { password: 'blank' }],
    ...(['base64', 'base64url', 'hex'] as const).map((encoding): Row => {
      const question = message('ask-password-written', { encoding });
      return [`password.${encoding}`, question, { password: encoding }];
    }),
    ['password.undecryptable', message('ask-password-undecryptable'), { password: 'undecryptable' }],
    // A plain password beside a flag that denies encryption, and values of another type in the place of the password.
    ...flag.flatMap(({ name }) =>
      [['', 'false'] as const, ['.zero', '0'] as const].map(([suffix, value]): Row => {
        const denied = { kind: 'value', parameter: name, value } as const;
        const question = message('ask-plain-unflagged', { flag: name, value });
        return [`password.plain-unflagged${suffix}`, question, { password: 'plain', twist: denied }];
      }),
    ),
    ...(isInBody ? password : []).flatMap(({ name }) => otherValues(name, values.password)),

    // Further wrong passwords that are nearly right, correctly encrypted.
    ...(
      [
        'case-swapped',
        'last-missing',
        'first-eight',
        'encrypted-empty',
        'other-partner',
        'surrounded',
      ] as const
    ).map((form): Row => {
      const difference = {
        words: message(`request-${form}`),
        condition: 'unauthorized',
        password: form,
      } as const;
      return [`password.${form}`, message(`ask-${form}`), difference];
    }),
    ...(comparable.includes('partner-blocked') ? [blockedRow] : []),
    // A target may read the same ciphertext as a wrong password where the flag has another value.
    ...flag.flatMap((parameter) => [
      ...valueRows(isInBody, parameter),
      ...otherValues(
        parameter.name,
        ['false', '0', 'other'].map((value) => [value, value, `"${value}"`]),
      ),
    ]),
  ];
}

const blockedRow: Row = [
  'precedence.partner-blocked-unauthorized',
  message('ask-blocked-unauthorized'),
  {
    words: message('request-blocked-wrong-password'),
    condition: 'partner-blocked',
    password: 'last-replaced',
  },
];

/** Every observed case of a variant; `comparable` are the conditions that can be brought about beside others. */
export const observedCases = (
  variant: Variant,
  comparable: readonly ConditionName[],
  thorough: boolean,
): readonly Draft[] =>
  rowsOf(variant, comparable, thorough).map(([suffix, title, ...requests]) => {
    const id = `observed.${suffix}`;
    const stimuli = requests.map((difference) =>
      observed(variant, { id, words: verbatim(suffix), condition: 'success', ...difference }),
    );
    const condition = stimuli[0]?.condition ?? 'success';
    return { suffix: id, condition, title, stimuli, aims: [] };
  });
