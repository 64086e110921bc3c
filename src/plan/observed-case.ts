import type { Carrier, ConditionName, Parameter, Variant } from '../operation/specification.ts';
import { message, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Draft } from './judged-case.ts';
import { judgedPassword, observedForms, observedKinds } from './password-form.ts';
import { observed } from './test-case.ts';
import type { Guess, Difference, WrongPartner } from './test-case.ts';
import type { Literal } from './write-parts.ts';
import type { Mutation } from './mutation.ts';

/**
 * A question and its requests, as differences from the baseline. Default id and words follow from the suffix.
 */
type Row = readonly [suffix: string, question: Message, ...requests: readonly Partial<Difference>[]];

const mutation = (suffix: string, question: Message, change: Mutation, form?: string): Row => [
  suffix,
  question,
  { mutation: change, ...(form === undefined ? {} : { form }) },
];

const login = (suffix: string, question: Message, words: Message, difference: Partial<Difference>): Row => [
  suffix,
  question,
  { words, condition: 'unauthorized', ...difference },
];

/** Makes a row for a kind of password that must not obtain the list. */
const guess = (
  kind: string,
  question: Message,
  difference: Partial<Difference>,
  accepted: Guess['accepted'] = 'fail',
): Row => [`password.${kind}`, question, { ...difference, guess: { kind, accepted } }];

const rawBody = (suffix: string, question: Message, body: string): Row =>
  mutation(suffix, question, { kind: 'raw-body', body, contentType: 'application/json' });

const large = (suffix: string, question: Message, bytes: number): Row =>
  mutation(suffix, question, { kind: 'large-body', bytes });

/** Another value of a parameter: its word in the id, the value, and its description. */
type Other = readonly [word: string, value: Literal, words?: Message | string];

const otherValues = (parameter: string, values: readonly Other[]): readonly Row[] =>
  values.map(([word, value, words = verbatim(word)]): Row => [
    `value.${parameter}.${word}`,
    message('ask-value', { parameter, value: words }),
    {
      words: message('request-value', { parameter, value: words }),
      mutation: { kind: 'value', parameter, value },
      form: `value.${parameter}`,
    },
  ]);

const empty: Other = ['empty', '', message('value-empty')];
const number: Other = ['number', 1, message('value-number')];
const emptyObject: Other = ['object', {}, message('value-empty-object')];

/** By role of the parameter and by carrier. */
const values = {
  partner: {
    'json-body': [['null', null], empty, number, emptyObject],
    query: [empty],
  },
  flag: {
    'json-body': [['null', null], empty, ['false', 'false', '"false"']],
    query: [empty, ['false', 'false', '"false"']],
  },
  password: [
    ['null', null],
    ['boolean', true, verbatim('true')],
    ['number', 0, verbatim('0')],
    ['array', [], message('value-empty-array')],
    emptyObject,
  ],
} as const satisfies Readonly<Record<string, unknown>>;

/** Values of the flag that an unknown partner is sent with: a crash on one shows, and costs no login. */
const flagsOfNobody = {
  'json-body': [['null', null], empty, ['boolean', true, verbatim('true')], ['false', 'false', '"false"']],
  query: [empty, ['false', 'false', '"false"']],
} as const satisfies { readonly [Own in Carrier]: readonly Other[] };

/** Rows for other values of a parameter, padded ones and repeated ones. */
const valueRows = (
  { name: parameter, type }: Parameter,
  others: readonly Other[],
  orders: readonly ('right' | 'wrong')[],
): readonly Row[] => [
  ...otherValues(parameter, others),
  ...(type === 'int' ? otherValues(parameter, [['non-integer', '1.5', message('value-no-integer')]]) : []),
  mutation(`value.${parameter}.padded`, message('ask-padded', { parameter }), { kind: 'padded', parameter }),
  ...orders.map((first) =>
    mutation(
      `repeated.${parameter}.${first}-first`,
      message(`ask-repeated-${first}-first`, { parameter }),
      { kind: 'repeated', parameter, first },
      `repeated.${parameter}`,
    ),
  ),
];

/** Names that are nearly the partner's. A lenient number parser may read some of them as the partner's. */
const nearPartners = {
  'json-body': ['longer', 'preceded', 'lettered', 'leading-zero', 'decimal', 'wildcard', 'shortened'],
  query: ['longer', 'preceded', 'lettered', 'wrapped', 'shortened'],
} as const satisfies { readonly [Own in Carrier]: readonly WrongPartner[] };

/** Passwords in plain text with a flag that denies encryption, by the word for the flag's value. */
const denials = [
  ['', 'false'],
  ['.zero', '0'],
  ['.capital', 'False'],
  ['.no', 'no'],
] as const;

/** All questions about a variant, in the order of sending. Those that may count as failed logins come last. */
function rowsOf(variant: Variant, { comparable, routes }: Brought): readonly Row[] {
  const { carrier, parameters } = variant;
  const isInBody = carrier === 'json-body';
  const { partner = [], password = [], flag = [] } = Object.groupBy(parameters, ({ role }) => role);
  const everything = parameters.map(({ name }) => name);
  const without = flag.map(({ name }) => name);
  return [
    // Another method on the operation's path without credentials must not obtain a list.
    ...['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method): Row => [
      `method.${method.toLowerCase()}`,
      message('ask-method', { method }),
      {
        words: message('request-method', { method }),
        mutation: { kind: 'method', method },
        without: everything,
      },
    ]),
    mutation('path.slash', message('ask-slash'), { kind: 'path', change: 'toggle-slash' }),
    [
      'path.slash.anonymous',
      message('ask-slash-anonymous'),
      {
        words: message('request-slash-anonymous'),
        mutation: { kind: 'path', change: 'toggle-slash' },
        without: everything,
      },
    ],
    mutation('no-accept', message('ask-no-accept'), { kind: 'no-accept' }),
    [
      'no-accept.error',
      message('ask-no-accept-error'),
      { mutation: { kind: 'no-accept' }, without: everything },
    ],
    ...(isInBody
      ? [
          rawBody('body.malformed', message('ask-body-malformed'), '{"partnerName":'),
          rawBody('body.empty', message('ask-body-empty'), ''),
          rawBody('body.not-utf8-escape', message('ask-body-half-character'), '{"partnerName":"\\ud800"}'),
          rawBody('body.array', message('ask-body-array'), '[]'),
          rawBody('body.null', message('ask-body-null'), 'null'),
          mutation('content-type.text', message('ask-text-content-type'), {
            kind: 'content-type',
            contentType: 'text/plain',
          }),
          mutation('content-type.none', message('ask-no-content-type'), {
            kind: 'content-type',
            contentType: null,
          }),
          large('body.large', message('ask-large-body', { size: 64, unit: 'KiB' }), 64 * 1024),
        ]
      : [
          mutation('raw-ciphertext', message('ask-raw-ciphertext'), { kind: 'raw-ciphertext' }),
          rawBody('body.object', message('ask-body-besides'), '{}'),
          large('body.large', message('ask-large-body-besides', { size: 64, unit: 'KiB' }), 64 * 1024),
        ]),
    ...partner.flatMap((parameter) => valueRows(parameter, values.partner[carrier], ['right', 'wrong'])),

    // Requests to which two conditions apply.
    ['precedence.missing-unencrypted', message('ask-missing-unencrypted'), { without, password: 'plain' }],
    ['precedence.missing-unauthorized', message('ask-missing-unauthorized'), { without, partner: 'unknown' }],
    [
      'precedence.unencrypted-unauthorized',
      message('ask-unencrypted-unauthorized'),
      { password: 'plain', partner: 'unknown' },
    ],
    // A crash on an odd password shows, and costs no login.
    [
      'precedence.undecryptable-unauthorized',
      message('ask-undecryptable-unauthorized'),
      { password: 'undecryptable', partner: 'unknown' },
    ],
    ...password.map(({ name: parameter }): Row =>
      isInBody
        ? [
            'precedence.password-number-unauthorized',
            message('ask-flag-unauthorized', { parameter, value: verbatim('0') }),
            { partner: 'unknown', mutation: { kind: 'value', parameter, value: 0 } },
          ]
        : [
            'precedence.password-repeated-unauthorized',
            message('ask-repeated-unauthorized', { parameter }),
            { partner: 'unknown', mutation: { kind: 'repeated', parameter, first: 'right' } },
          ],
    ),
    ...(isInBody
      ? partner.map(({ name: parameter }): Row => [
          'precedence.partner-number-unauthorized',
          message('ask-number-unauthorized', { parameter }),
          { partner: 'unknown', mutation: { kind: 'as-number', parameter } },
        ])
      : []),
    ...flag.flatMap(({ name }) =>
      flagsOfNobody[carrier].map(([word, value, words = verbatim(word)]: Other): Row => [
        `precedence.flag-${word}-unauthorized`,
        message('ask-flag-unauthorized', { parameter: name, value: words }),
        { partner: 'unknown', mutation: flagged(name, value) },
      ]),
    ),

    // Partner names that are nearly right, and passwords that services usually refuse because of their form.
    ...nearPartners[carrier].map((form) =>
      login(`partner.${form}`, message(`ask-partner-${form}`), message(`request-partner-${form}`), {
        partner: form,
      }),
    ),
    [
      'partner.unknown-empty-password',
      message('ask-partner-unknown-empty-password'),
      {
        words: message('request-partner-unknown-empty-password'),
        partner: 'unknown',
        password: 'encrypted-empty',
      },
    ],
    login('partner.replay', message('ask-partner-replay'), message('request-partner-replay'), {
      partner: 'unknown',
      mutation: { kind: 'replay' },
    }),
    login('partner.cookie', message('ask-partner-cookie'), message('request-partner-cookie'), {
      partner: 'unknown',
      mutation: { kind: 'cookie' },
    }),
    ...observedForms.map(({ id, question, words, alike = `observed.password.${id}` }) =>
      guess(id, question, { words, password: id, form: alike }),
    ),
    // A plain password with a flag that denies encryption, and values of another type as the password.
    ...flag.flatMap(({ name }) => [
      ...denials.map(([suffix, value]) =>
        guess(`plain-unflagged${suffix}`, message('ask-plain-unflagged', { flag: name, value }), {
          words: message('request-plain-unflagged', { flag: name, value }),
          password: 'plain',
          mutation: flagged(name, value),
          form: 'plain-unflagged',
        }),
      ),
      ...(isInBody ? [false] : []).map((value) =>
        guess('plain-unflagged.boolean', message('ask-plain-unflagged-boolean', { flag: name }), {
          words: message('request-plain-unflagged-boolean', { flag: name }),
          password: 'plain',
          mutation: flagged(name, value),
          form: 'plain-unflagged',
        }),
      ),
    ]),
    ...(isInBody ? password : []).flatMap(({ name }) => otherValues(name, values.password)),

    // More wrong passwords that are nearly right, correctly encrypted.
    ...observedKinds.map(({ id, accepted }) => {
      const words = message(`request-${id}`);
      const difference = { words, condition: 'unauthorized', password: id } as const;
      return guess(id, message(`ask-${id}`), difference, accepted);
    }),
    ...flag.map(({ name }) =>
      guess('wrong-unflagged', message('ask-wrong-unflagged', { flag: name }), {
        words: message('request-wrong-unflagged', { flag: name }),
        condition: 'unauthorized',
        password: judgedPassword,
        mutation: flagged(name, 'false'),
      }),
    ),
    ...(comparable.includes('partner-blocked') ? [blockedRow] : []),
    ...(comparable.includes('ip-blocked') && routes['ip-blocked'] === 'address' ? [forwardedRow] : []),
    // With another flag value, a target may read the same ciphertext as a wrong password.
    ...flag.flatMap((parameter) => valueRows(parameter, values.flag[carrier], ['wrong'])),
  ];
}

const flagged = (parameter: string, value: Literal): Mutation => ({ kind: 'value', parameter, value });

const blockedRow: Row = [
  'precedence.partner-blocked-unauthorized',
  message('ask-blocked-unauthorized'),
  {
    words: message('request-blocked-wrong-password'),
    condition: 'partner-blocked',
    password: 'last-replaced',
  },
];

const forwardedRow: Row = [
  'ip-blocked.forwarded',
  message('ask-forwarded'),
  { words: message('request-forwarded'), condition: 'ip-blocked', mutation: { kind: 'forwarded' } },
];

interface Brought {
  /** Conditions that can be combined with others. */
  readonly comparable: readonly ConditionName[];
  readonly routes: Readonly<Partial<Record<ConditionName, 'address' | 'gateway'>>>;
}

export const observedCases = (variant: Variant, brought: Brought): readonly Draft[] =>
  rowsOf(variant, brought).map(([suffix, title, ...requests]) => {
    const id = `observed.${suffix}`;
    const testRequests = requests.map((difference) =>
      observed(variant, { id, words: verbatim(suffix), condition: 'success', ...difference }),
    );
    const condition = testRequests[0]?.condition ?? 'success';
    return { suffix: id, condition, title, testRequests, assertions: [] };
  });
