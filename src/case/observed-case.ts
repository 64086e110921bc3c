import type { Carrier, ConditionName, Variant } from '../spec/specification.ts';
import type { VariantTarget } from '../target/target.ts';
import { isExclusive, isProvisioned } from './provision.ts';
import { observed } from './stimulus.ts';
import type { Difference } from './stimulus.ts';
import type { Literal, PasswordForm, Stimulus, Twist } from './test-case.ts';

/** An observation: a question on which the specification is silent, and the requests that answer it. */
export interface Observed {
  readonly suffix: string;
  readonly condition: ConditionName;
  readonly question: string;
  readonly stimuli: readonly Stimulus[];
}

type Row = readonly [suffix: string, question: string, difference: Omit<Difference, 'label' | 'condition'>];

const twist = (suffix: string, question: string, change: Twist): Row => [suffix, question, { twist: change }];

const asked = { kind: 'large-body', bytes: 64 * 1024 } as const satisfies Twist;

const veryLarge = { kind: 'large-body', bytes: 1024 * 1024 } as const satisfies Twist;

const common: readonly Row[] = [
  ...['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'].map((method) =>
    twist(`method.${method.toLowerCase()}`, `What does ${method} answer?`, { kind: 'method', method }),
  ),
  twist('path.slash', 'What if the trailing slash is added or left out?', {
    kind: 'path',
    change: 'toggle-slash',
  }),
  twist('place.other', "What if the credentials travel in the other variant's place?", {
    kind: 'place',
    place: 'other',
  }),
  twist('place.both', 'What if the credentials travel in both places?', { kind: 'place', place: 'both' }),
  twist('unknown-parameter', 'What if an unknown parameter is added?', { kind: 'unknown-parameter' }),
];

const byCarrier = {
  'json-body': [
    ...(
      [
        ['malformed', 'malformed', '{"partnerName":'],
        ['empty', 'empty', ''],
        ['array', 'an array', '[]'],
        ['not-utf8-escape', 'JSON with an escape of half a character', '{"partnerName":"\\ud800"}'],
      ] as const
    ).map(([suffix, words, body]) =>
      twist(`body.${suffix}`, `What if the body is ${words}?`, {
        kind: 'raw-body',
        body,
        contentType: 'application/json',
      }),
    ),
    twist('content-type.none', 'What if there is no content type?', {
      kind: 'content-type',
      contentType: null,
    }),
    twist('content-type.text', 'What if the content type is text/plain?', {
      kind: 'content-type',
      contentType: 'text/plain',
    }),
    twist('body.large', 'What if the body has 64 KiB?', asked),
  ],
  query: [
    twist('raw-ciphertext', 'What if +, / and = of the ciphertext are not percent-encoded?', {
      kind: 'raw-ciphertext',
    }),
    twist('body.object', 'What if there is a body besides the query?', {
      kind: 'raw-body',
      body: '{}',
      contentType: 'application/json',
    }),
    twist('body.large', 'What if there is a body of 64 KiB besides the query?', asked),
  ],
} as const satisfies Record<Carrier, readonly Row[]>;

const bankCodeRow = twist('path.bank-code', 'What does another bank code answer?', {
  kind: 'path',
  change: 'other-bank-code',
});

const passwords = [
  ['empty', 'What if the password is empty?', 'empty'],
  ['base64', 'What if the password is only written in base64?', 'base64'],
  ['hex', 'What if the password is only written in hex?', 'hex'],
  ['undecryptable', 'What if the password is a ciphertext that cannot be decrypted?', 'undecryptable'],
] as const satisfies readonly (readonly [string, string, PasswordForm])[];

/** Every observed case of a variant, from its record; what the profile does not provision is left out. */
export function observedCases(
  variant: Variant,
  target: VariantTarget,
  thorough: boolean,
): readonly Observed[] {
  return [
    ...(thorough
      ? [draft(variant, 'body.very-large', 'What if the body has 1 MiB?', { twist: veryLarge })]
      : []),
    ...rowsOf(variant).map(([suffix, question, difference]) => draft(variant, suffix, question, difference)),
    replayed(variant),
    ...passwords.map(([suffix, question, password]) =>
      draft(variant, `password.${suffix}`, question, { password }),
    ),
    ...blockedWithWrongPassword(variant, target),
    // Last, because a target may take each of them for a failed login.
    ...flagRows(variant).map(([suffix, question, difference]) =>
      draft(variant, suffix, question, difference),
    ),
  ];
}

function rowsOf(variant: Variant): readonly Row[] {
  return [
    ...common,
    ...byCarrier[variant.carrier],
    ...(variant.path.includes('<bank_code>') ? [bankCodeRow] : []),
    ...valueRows(variant, 'partner'),
    ...precedenceRows(variant),
  ];
}

function draft(
  variant: Variant,
  suffix: string,
  question: string,
  difference: Omit<Difference, 'label' | 'condition'>,
): Observed {
  const stimulus = observed(variant, { label: suffix, condition: 'success', ...difference });
  return { suffix, condition: 'success', question, stimuli: [stimulus] };
}

const literals = {
  string: [
    ['null', null],
    ['empty', ''],
    ['blank', ' '],
    ['number', 1],
    ['boolean', true],
    ['array', ['1']],
  ],
  int: [
    ['empty', ''],
    ['blank', ' '],
    ['non-integer', '1.5'],
    ['word', 'partner'],
  ],
} as const satisfies Record<string, readonly (readonly [string, Literal])[]>;

type LiteralName = (typeof literals)[keyof typeof literals][number][0];

const literalWords = {
  null: 'null',
  empty: 'empty',
  blank: 'blank',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  'non-integer': 'no integer',
  word: 'a word',
} as const satisfies Record<LiteralName, string>;

function valueRows(variant: Variant, wanted: 'partner' | 'flag'): readonly Row[] {
  const inJson = variant.carrier === 'json-body';
  return variant.parameters.flatMap(({ name, role, type }): readonly Row[] => {
    if (role !== wanted) return [];
    const values: readonly (readonly [LiteralName, Literal])[] = inJson
      ? literals.string
      : role === 'partner' && type === 'int'
        ? literals.int
        : literals.int.slice(0, 2);
    return [
      ...values.map(([word, value]) =>
        twist(`value.${name}.${word}`, `What if ${name} is ${literalWords[word]}?`, {
          kind: 'value',
          parameter: name,
          value,
        }),
      ),
      twist(`value.${name}.padded`, `What if ${name} has blanks around it?`, {
        kind: 'padded',
        parameter: name,
      }),
      ...(['right', 'wrong'] as const).map((first) =>
        twist(`repeated.${name}.${first}-first`, `What if ${name} stands twice, the ${first} one first?`, {
          kind: 'repeated',
          parameter: name,
          first,
        }),
      ),
    ];
  });
}

/** What becomes of a flag with another value is the target's to say: it may read the same ciphertext as a wrong password then. */
function flagRows(variant: Variant): readonly Row[] {
  const flags = variant.parameters.filter(({ role }) => role === 'flag');
  return [
    ...valueRows(variant, 'flag'),
    ...flags.flatMap(({ name: parameter }) =>
      ['false', '0', 'other'].map((value) =>
        twist(`value.${parameter}.${value}`, `What if ${parameter} is "${value}"?`, {
          kind: 'value',
          parameter,
          value,
        }),
      ),
    ),
  ];
}

function precedenceRows(variant: Variant): readonly Row[] {
  const flag = variant.parameters
    .filter((parameter) => parameter.role === 'flag')
    .map((parameter) => parameter.name);
  return [
    [
      'precedence.missing-unencrypted',
      'Which wins: a missing parameter or an unencrypted one?',
      { without: flag, password: 'plain' },
    ],
    [
      'precedence.missing-unauthorized',
      'Which wins: a missing parameter or an unknown partner?',
      { without: flag, partner: 'unknown' },
    ],
    [
      'precedence.unencrypted-unauthorized',
      'Which wins: an unencrypted parameter or an unknown partner?',
      { password: 'plain', partner: 'unknown' },
    ],
  ];
}

function replayed(variant: Variant): Observed {
  const first = observed(variant, { label: 'a ciphertext', condition: 'success' });
  const second = observed(variant, {
    label: 'the same ciphertext again',
    condition: 'success',
    twist: { kind: 'replay' },
  });
  return {
    suffix: 'replay',
    condition: 'success',
    question: 'Is the same ciphertext accepted twice?',
    stimuli: [first, second],
  };
}

function blockedWithWrongPassword(variant: Variant, target: VariantTarget): readonly Observed[] {
  const condition = 'partner-blocked';
  const isDocumented = variant.conditions.some(({ name }) => name === condition);
  if (!isDocumented || !isProvisioned(target, condition) || isExclusive(target, condition)) return [];
  const label = 'a blocked partner with a wrong password';
  return [
    {
      suffix: 'precedence.partner-blocked-unauthorized',
      condition,
      question: 'Which wins: a blocked partner or a wrong password?',
      stimuli: [observed(variant, { label, condition, password: 'wrong' })],
    },
  ];
}
