import type { Carrier, ConditionName, Variant } from '../spec/specification.ts';
import { message, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { observed } from './test-case.ts';
import type { Difference, Literal, Stimulus, Twist, WrongPassword } from './test-case.ts';

/** A question on which the specification is silent, and the requests that answer it. */
export interface Observed {
  /** Id below the variant, behind `observed.`. */
  readonly suffix: string;
  readonly condition: ConditionName;
  readonly question: Message;
  readonly stimuli: readonly Stimulus[];
}

type Row = readonly [suffix: string, question: Message, difference: Omit<Difference, 'condition'>];

const twist = (suffix: string, question: Message, change: Twist): Row => [
  suffix,
  question,
  { twist: change },
];

const kibibytes = (count: number): number => count * 1024;

/** Another method on the operation's path, without credentials: a list is no answer to that. */
const methodRows = ({ parameters }: Variant): readonly Row[] =>
  ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method): Row => [
    `method.${method.toLowerCase()}`,
    message('ask-method', { method }),
    { twist: { kind: 'method', method }, without: parameters.map(({ name }) => name) },
  ]);

const common: readonly Row[] = [
  twist('path.slash', message('ask-slash'), { kind: 'path', change: 'toggle-slash' }),
  twist('place.other', message('ask-other-place'), { kind: 'place', place: 'other' }),
  twist('place.both', message('ask-both-places'), { kind: 'place', place: 'both' }),
  twist('unknown-parameter', message('ask-unknown-parameter'), { kind: 'unknown-parameter' }),
];

const rawBody = (suffix: string, question: Message, body: string): Row =>
  twist(suffix, question, { kind: 'raw-body', body, contentType: 'application/json' });

const byCarrier: Readonly<Record<Carrier, readonly Row[]>> = {
  'json-body': [
    rawBody('body.malformed', message('ask-body-malformed'), '{"partnerName":'),
    rawBody('body.empty', message('ask-body-empty'), ''),
    rawBody('body.array', message('ask-body-array'), '[]'),
    rawBody('body.not-utf8-escape', message('ask-body-half-character'), '{"partnerName":"\\ud800"}'),
    twist('content-type.none', message('ask-no-content-type'), { kind: 'content-type', contentType: null }),
    twist('content-type.text', message('ask-content-type', { type: 'text/plain' }), {
      kind: 'content-type',
      contentType: 'text/plain',
    }),
    twist('body.large', message('ask-large-body', { size: 64, unit: 'KiB' }), {
      kind: 'large-body',
      bytes: kibibytes(64),
    }),
  ],
  query: [
    twist('raw-ciphertext', message('ask-raw-ciphertext'), { kind: 'raw-ciphertext' }),
    rawBody('body.object', message('ask-body-besides'), '{}'),
    twist('body.large', message('ask-large-body-besides', { size: 64, unit: 'KiB' }), {
      kind: 'large-body',
      bytes: kibibytes(64),
    }),
  ],
};

/** What may be a burden to the target. */
const thoroughRows: readonly Row[] = [
  twist('body.very-large', message('ask-large-body', { size: 1, unit: 'MiB' }), {
    kind: 'large-body',
    bytes: kibibytes(1024),
  }),
];

/** Passwords that are refused for their form, as a rule. */
const passwords: readonly Row[] = [
  ['password.empty', message('ask-password-empty'), { password: 'empty' }],
  ['password.blank', message('ask-password-blank'), { password: 'blank' }],
  ['password.base64', message('ask-password-written', { encoding: 'base64' }), { password: 'base64' }],
  [
    'password.base64url',
    message('ask-password-written', { encoding: 'base64url' }),
    { password: 'base64url' },
  ],
  ['password.hex', message('ask-password-written', { encoding: 'hex' }), { password: 'hex' }],
  ['password.undecryptable', message('ask-password-undecryptable'), { password: 'undecryptable' }],
];

/** Further wrong passwords that are nearly right, correctly encrypted. */
const nearMisses = [
  'case-swapped',
  'last-missing',
  'first-eight',
  'encrypted-empty',
  'other-partner',
  'surrounded',
] as const satisfies readonly WrongPassword[];

/** Values of another type in the place of the password, and a plain one beside a flag that denies encryption. */
function otherPasswords(variant: Variant): readonly Row[] {
  const flag = variant.parameters.find(({ role }) => role === 'flag')?.name;
  const unflagged: readonly Row[] =
    flag === undefined
      ? []
      : [
          [
            'password.plain-unflagged',
            message('ask-plain-unflagged', { flag }),
            { password: 'plain', twist: { kind: 'value', parameter: flag, value: 'false' } },
          ],
        ];
  if (variant.carrier !== 'json-body') return unflagged;
  const values: readonly (readonly [string, Literal, Message])[] = [
    ['null', null, verbatim('null')],
    ['boolean', true, verbatim('true')],
    ['number', 0, verbatim('0')],
    ['array', [], message('value-empty-array')],
    ['object', {}, message('value-empty-object')],
  ];
  const typed = variant.parameters
    .filter(({ role }) => role === 'password')
    .flatMap(({ name: parameter }) =>
      values.map(([word, value, words]) =>
        twist(`value.${parameter}.${word}`, message('ask-value', { parameter, value: words }), {
          kind: 'value',
          parameter,
          value,
        }),
      ),
    );
  return [...unflagged, ...typed];
}

const stringValues: readonly (readonly [string, Literal, Message])[] = [
  ['null', null, verbatim('null')],
  ['empty', '', message('value-empty')],
  ['blank', ' ', message('value-blank')],
  ['number', 1, message('value-number')],
  ['boolean', true, message('value-boolean')],
  ['array', ['1'], message('value-array')],
];

const queryValues: readonly (readonly [string, Literal, Message])[] = [
  ['empty', '', message('value-empty')],
  ['blank', ' ', message('value-blank')],
];

const integerValues: readonly (readonly [string, Literal, Message])[] = [
  ...queryValues,
  ['non-integer', '1.5', message('value-no-integer')],
  ['word', 'partner', message('value-word')],
];

/** Other values of the parameters of that role, padded ones and repeated ones. */
function valueRows(variant: Variant, wanted: 'partner' | 'flag'): readonly Row[] {
  return variant.parameters
    .filter(({ role }) => role === wanted)
    .flatMap(({ name: parameter, type }): readonly Row[] => {
      const values =
        variant.carrier === 'json-body' ? stringValues : type === 'int' ? integerValues : queryValues;
      return [
        ...values.map(([word, value, words]) =>
          twist(`value.${parameter}.${word}`, message('ask-value', { parameter, value: words }), {
            kind: 'value',
            parameter,
            value,
          }),
        ),
        twist(`value.${parameter}.padded`, message('ask-padded', { parameter }), {
          kind: 'padded',
          parameter,
        }),
        twist(`repeated.${parameter}.right-first`, message('ask-repeated-right-first', { parameter }), {
          kind: 'repeated',
          parameter,
          first: 'right',
        }),
        twist(`repeated.${parameter}.wrong-first`, message('ask-repeated-wrong-first', { parameter }), {
          kind: 'repeated',
          parameter,
          first: 'wrong',
        }),
      ];
    });
}

/** A target may read the same ciphertext as a wrong password where the flag has another value. */
function flagRows(variant: Variant): readonly Row[] {
  return [
    ...valueRows(variant, 'flag'),
    ...variant.parameters
      .filter(({ role }) => role === 'flag')
      .flatMap(({ name: parameter }) =>
        ['false', '0', 'other'].map((value) =>
          twist(`value.${parameter}.${value}`, message('ask-value', { parameter, value: `"${value}"` }), {
            kind: 'value',
            parameter,
            value,
          }),
        ),
      ),
  ];
}

/** Two conditions at once. */
function precedenceRows(variant: Variant): readonly Row[] {
  const without = variant.parameters.filter(({ role }) => role === 'flag').map(({ name }) => name);
  return [
    ['precedence.missing-unencrypted', message('ask-missing-unencrypted'), { without, password: 'plain' }],
    ['precedence.missing-unauthorized', message('ask-missing-unauthorized'), { without, partner: 'unknown' }],
    [
      'precedence.unencrypted-unauthorized',
      message('ask-unencrypted-unauthorized'),
      { password: 'plain', partner: 'unknown' },
    ],
  ];
}

/** Every observed case of a variant; `comparable` are the conditions that can be brought about beside others. */
export function observedCases(
  variant: Variant,
  comparable: readonly ConditionName[],
  thorough: boolean,
): readonly Observed[] {
  const asked = ([suffix, question, difference]: Row): Observed => ({
    suffix,
    condition: 'success',
    question,
    stimuli: [observed(variant, { words: verbatim(suffix), condition: 'success', ...difference })],
  });
  return [
    ...(thorough ? thoroughRows.map(asked) : []),
    ...methodRows(variant).map(asked),
    ...common.map(asked),
    ...byCarrier[variant.carrier].map(asked),
    ...(variant.path.includes('<bank_code>')
      ? [
          asked(
            twist('path.bank-code', message('ask-bank-code'), { kind: 'path', change: 'other-bank-code' }),
          ),
        ]
      : []),
    ...valueRows(variant, 'partner').map(asked),
    ...precedenceRows(variant).map(asked),
    {
      suffix: 'replay',
      condition: 'success',
      question: message('ask-replay'),
      stimuli: [
        observed(variant, { words: message('request-ciphertext'), condition: 'success' }),
        observed(variant, {
          words: message('request-replay'),
          condition: 'success',
          twist: { kind: 'replay' },
        }),
      ],
    },
    {
      suffix: 'partner.longer',
      condition: 'unauthorized',
      question: message('ask-partner-longer'),
      stimuli: [
        observed(variant, {
          words: message('request-longer-partner'),
          condition: 'unauthorized',
          partner: 'longer',
        }),
      ],
    },
    ...passwords.map(asked),
    ...otherPasswords(variant).map(asked),
    ...nearMisses.map((password) => ({
      suffix: `password.${password}`,
      condition: 'unauthorized' as const,
      question: message(`ask-${password}`),
      stimuli: [
        observed(variant, { words: message(`request-${password}`), condition: 'unauthorized', password }),
      ],
    })),
    ...(comparable.includes('partner-blocked') ? [blockedWithWrongPassword(variant)] : []),
    // Last, because a target may take each of them for a failed login.
    ...flagRows(variant).map(asked),
  ];
}

const blockedWithWrongPassword = (variant: Variant): Observed => ({
  suffix: 'precedence.partner-blocked-unauthorized',
  condition: 'partner-blocked',
  question: message('ask-blocked-unauthorized'),
  stimuli: [
    observed(variant, {
      words: message('request-blocked-wrong-password'),
      condition: 'partner-blocked',
      password: 'last-replaced',
    }),
  ],
});
