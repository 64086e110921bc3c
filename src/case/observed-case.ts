import type { Carrier, ConditionName, Parameter, Variant } from '../spec/specification.ts';
import { message, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import type { Draft } from './judged-case.ts';
import { observed } from './test-case.ts';
import type { Literal, Named, Twist } from './test-case.ts';

/** A question and its one request, a difference from the baseline, which is named by the suffix where it has no words. */
type Row = readonly [suffix: string, question: Message, difference: Partial<Named>];

type Request = Partial<Named> & Pick<Named, 'words'>;

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

/** What may be a burden to the target. */
const thoroughRows: readonly Row[] = [
  large('body.very-large', message('ask-large-body', { size: 1, unit: 'MiB' }), 1024 * 1024),
];

/** Another method on the operation's path, without credentials: a list is no answer to that. */
const methodRows = ({ parameters }: Variant): readonly Row[] =>
  ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => [
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
    large('body.large', message('ask-large-body', { size: 64, unit: 'KiB' }), 64 * 1024),
  ],
  query: [
    twist('raw-ciphertext', message('ask-raw-ciphertext'), { kind: 'raw-ciphertext' }),
    rawBody('body.object', message('ask-body-besides'), '{}'),
    large('body.large', message('ask-large-body-besides', { size: 64, unit: 'KiB' }), 64 * 1024),
  ],
};

const bankCodeRows = ({ path }: Variant): readonly Row[] =>
  path.includes('<bank_code>')
    ? [twist('path.bank-code', message('ask-bank-code'), { kind: 'path', change: 'other-bank-code' })]
    : [];

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

const namesOf = ({ parameters }: Variant, wanted: Parameter['role']): readonly string[] =>
  parameters.filter(({ role }) => role === wanted).map(({ name }) => name);

/** Other values of the parameters of that role, padded ones and repeated ones. */
const valueRows = ({ carrier, parameters }: Variant, wanted: 'partner' | 'flag'): readonly Row[] =>
  parameters
    .filter(({ role }) => role === wanted)
    .flatMap(({ name: parameter, type }) => [
      ...otherValues(parameter, values[carrier === 'json-body' ? 'json' : type]),
      twist(`value.${parameter}.padded`, message('ask-padded', { parameter }), { kind: 'padded', parameter }),
      ...(['right', 'wrong'] as const).map((first) =>
        twist(`repeated.${parameter}.${first}-first`, message(`ask-repeated-${first}-first`, { parameter }), {
          kind: 'repeated',
          parameter,
          first,
        }),
      ),
    ]);

/** Two conditions at once. */
function precedenceRows(variant: Variant): readonly Row[] {
  const without = namesOf(variant, 'flag');
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

/** A partner that is nearly right, and passwords that are refused for their form, as a rule. */
const formRows: readonly Row[] = [
  [
    'partner.longer',
    message('ask-partner-longer'),
    { words: message('request-longer-partner'), condition: 'unauthorized', partner: 'longer' },
  ],
  ['password.empty', message('ask-password-empty'), { password: 'empty' }],
  ['password.blank', message('ask-password-blank'), { password: 'blank' }],
  ...(['base64', 'base64url', 'hex'] as const).map((encoding): Row => [
    `password.${encoding}`,
    message('ask-password-written', { encoding }),
    { password: encoding },
  ]),
  ['password.undecryptable', message('ask-password-undecryptable'), { password: 'undecryptable' }],
];

/** A plain password beside a flag that denies encryption, and values of another type in the place of the password. */
const otherPasswords = (variant: Variant): readonly Row[] => [
  ...namesOf(variant, 'flag').map((flag): Row => [
    'password.plain-unflagged',
    message('ask-plain-unflagged', { flag }),
    { password: 'plain', twist: { kind: 'value', parameter: flag, value: 'false' } },
  ]),
  ...(variant.carrier === 'json-body' ? namesOf(variant, 'password') : []).flatMap((name) =>
    otherValues(name, values.password),
  ),
];

/** Further wrong passwords that are nearly right, correctly encrypted. */
const nearMissRows = (
  ['case-swapped', 'last-missing', 'first-eight', 'encrypted-empty', 'other-partner', 'surrounded'] as const
).map((password): Row => [
  `password.${password}`,
  message(`ask-${password}`),
  { words: message(`request-${password}`), condition: 'unauthorized', password },
]);

const blockedRow: Row = [
  'precedence.partner-blocked-unauthorized',
  message('ask-blocked-unauthorized'),
  {
    words: message('request-blocked-wrong-password'),
    condition: 'partner-blocked',
    password: 'last-replaced',
  },
];

/** A target may read the same ciphertext as a wrong password where the flag has another value. */
const flagRows = (variant: Variant): readonly Row[] => [
  ...valueRows(variant, 'flag'),
  ...namesOf(variant, 'flag').flatMap((name) =>
    otherValues(
      name,
      ['false', '0', 'other'].map((value) => [value, value, `"${value}"`]),
    ),
  ),
];

/** Every observed case of a variant; `comparable` are the conditions that can be brought about beside others. */
export function observedCases(
  variant: Variant,
  comparable: readonly ConditionName[],
  thorough: boolean,
): readonly Draft[] {
  const draft = (suffix: string, title: Message, requests: readonly Request[]): Draft => {
    const stimuli = requests.map((difference) => observed(variant, { condition: 'success', ...difference }));
    return {
      suffix: `observed.${suffix}`,
      condition: stimuli[0]?.condition ?? 'success',
      title,
      stimuli,
      aims: [],
    };
  };
  const asked = ([suffix, question, difference]: Row): Draft =>
    draft(suffix, question, [{ words: verbatim(suffix), ...difference }]);
  return [
    ...[
      ...(thorough ? thoroughRows : []),
      ...methodRows(variant),
      ...common,
      ...byCarrier[variant.carrier],
      ...bankCodeRows(variant),
      ...valueRows(variant, 'partner'),
      ...precedenceRows(variant),
    ].map(asked),
    draft('replay', message('ask-replay'), [
      { words: message('request-ciphertext') },
      { words: message('request-replay'), twist: { kind: 'replay' } },
    ]),
    ...[
      ...formRows,
      ...otherPasswords(variant),
      ...nearMissRows,
      ...(comparable.includes('partner-blocked') ? [blockedRow] : []),
      // Last, because a target may take each of them for a failed login.
      ...flagRows(variant),
    ].map(asked),
  ];
}
