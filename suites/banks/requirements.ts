// The requirements, derived from the specification: one thing each that an answer can violate.

import { conditionWords } from './conditions.ts';
import { errorText, list, parameters, variantIds, variants } from './specification.ts';
import type { Condition, ConditionName, Meaning, Variant, VariantId } from './specification.ts';
import type { Row, Sentence } from './row.ts';

/** Heading in reports: a condition, or what applies to every answer. */
type Group = ConditionName | 'request' | 'error' | 'status' | 'authorization';

export interface Requirement {
  /** `<variant>.<group>.<subject>.<aspect>`, without the subject if there is none. */
  readonly id: string;
  readonly variant: VariantId;
  readonly group: Group;
  /** The parameter that is meant, or `several`; null if the group says everything. */
  readonly subject: string | null;
  /** `status`, `names`, `meaning`, `body`, `record`, `query`, `enforced`, `no-401`. */
  readonly aspect: string;
  readonly section: string;
  readonly statement: Sentence;
}

type Line = readonly [group: Group, subject: string | null, aspect: string, section: string, said: Sentence];

const say = (en: string, ru: string): Sentence => ({ en, ru });

const statusIs = (status: number, { en, ru }: Sentence): Sentence =>
  say(`The answer to ${en} has status ${status}.`, `Ответ на ${ru} имеет код ${status}.`);

const textNames = (parameter: string): Sentence =>
  say(`\`${errorText}\` names \`${parameter}\`.`, `\`${errorText}\` называет \`${parameter}\`.`);

const does: Readonly<Record<Meaning, Sentence>> = {
  'correct-data': say(
    'asks to repeat the request with correct data',
    'просит повторить запрос с корректными данными',
  ),
  'encrypted-form': say(
    'says that the parameter is expected in encrypted form',
    'сообщает, что параметр ожидается в зашифрованном виде',
  ),
  'not-authorized': say(
    'says that the user did not pass authorization',
    'сообщает, что авторизация не пройдена',
  ),
  'contact-manager': say(
    'sends the partner to the assigned manager',
    'направляет партнёра к закреплённому менеджеру',
  ),
  'try-later': say(
    'says that the service is temporarily unavailable or asks to repeat later',
    'сообщает, что сервис временно недоступен, или просит повторить позже',
  ),
};

const textDoes = (meaning: Meaning): Sentence =>
  say(`\`${errorText}\` ${does[meaning].en}.`, `\`${errorText}\` ${does[meaning].ru}.`);

const ofSuccess = (section: string, { status }: Condition): readonly Line[] => [
  [
    'success',
    null,
    'status',
    section,
    say(
      `A POST to the variant's path with all credentials, the password encrypted, is answered ${status}.`,
      `На POST по пути этого варианта со всеми учётными данными и зашифрованным паролем сервис отвечает ${status}.`,
    ),
  ],
  [
    'success',
    null,
    'body',
    section,
    say(
      `The body is a JSON object whose only member is \`${list}\`, an array.`,
      `Тело ответа – объект JSON с единственным полем \`${list}\`, и это массив.`,
    ),
  ],
  [
    'success',
    null,
    'record',
    `2, ${section}`,
    say(
      'Every record of the list is an object with a string `name` and a string `bic`.',
      'Каждая запись списка – объект со строкой `name` и строкой `bic`.',
    ),
  ],
];

/** The three requirements of a request in which one parameter is wrong. */
const ofParameter = (
  group: ConditionName,
  parameter: string,
  section: string,
  { status, meaning }: Condition,
  stimulus: Sentence,
): readonly Line[] => [
  [group, parameter, 'status', section, statusIs(status, stimulus)],
  [group, parameter, 'names', `${section}, 7`, textNames(parameter)],
  ...(meaning === null ? [] : [[group, parameter, 'meaning', section, textDoes(meaning)] as const]),
];

const ofMissing = (section: string, condition: Condition): readonly Line[] => [
  ...parameters.flatMap((parameter) =>
    ofParameter(
      'missing',
      parameter,
      section,
      condition,
      say(`a request without \`${parameter}\``, `запрос без \`${parameter}\``),
    ),
  ),
  [
    'missing',
    'several',
    'status',
    section,
    statusIs(
      condition.status,
      say(
        'a request that lacks two or all three parameters',
        'запрос, в котором нет двух или всех трёх параметров,',
      ),
    ),
  ],
  [
    'missing',
    'several',
    'names',
    `${section}, 7`,
    say(
      `If several parameters are missing, \`${errorText}\` names at least one of them.`,
      `Если нет нескольких параметров, \`${errorText}\` называет хотя бы один из них.`,
    ),
  ],
];

function ofCondition(name: ConditionName, section: string, condition: Condition): readonly Line[] {
  const { status, meaning } = condition;
  const { stimulus } = conditionWords[name];
  if (stimulus !== null)
    return [
      [name, null, 'status', section, statusIs(status, stimulus)],
      ...(meaning === null ? [] : [[name, null, 'meaning', section, textDoes(meaning)] as const]),
    ];
  if (name === 'success') return ofSuccess(section, condition);
  if (name === 'missing') return ofMissing(section, condition);
  const [, password] = parameters;
  const plain = say(
    `\`${password}\` sent as plain text`,
    `запрос, в котором \`${password}\` передан в открытом виде,`,
  );
  return ofParameter('unencrypted', password, section, condition, plain);
}

/** How the credentials may be written. */
const written: Readonly<Record<Variant['credentialsIn'], Sentence>> = {
  body: say(
    'The credentials are read from a JSON object in the body, in every form that JSON allows: any member order, white space and \\u escapes.',
    'Учётные данные читаются из объекта JSON в теле запроса в любой записи, которую допускает JSON: любой порядок полей, пробелы, символы в виде \\u.',
  ),
  query: say(
    'The credentials are read from the query string, without a body, in every form that a URI allows: any order, percent-encoding, hex digits in upper or lower case.',
    'Учётные данные читаются из строки запроса, без тела, в любой записи, которую допускает URI: любой порядок параметров, процентное кодирование, шестнадцатеричные цифры в любом регистре.',
  ),
};

const linesOf = ({ section, credentialsIn, conditions, unusedStatuses }: Variant): readonly Line[] => [
  ...Object.entries(conditions).flatMap(([name, condition]) =>
    ofCondition(name as ConditionName, section, condition),
  ),
  ['request', null, credentialsIn, `${section}, 2`, written[credentialsIn]],
  [
    'error',
    null,
    'body',
    '2, 7',
    say(
      `Every error response is a JSON object with a string, non-empty \`${errorText}\`.`,
      `Любой ответ с ошибкой – объект JSON с непустой строкой \`${errorText}\`.`,
    ),
  ],
  ...unusedStatuses.map((status): Line => [
    'status',
    null,
    `no-${status}`,
    '7',
    say(
      `The variant never answers ${status}: section 7 lists it as not used.`,
      `Этот вариант никогда не отвечает ${status}: в разделе 7 этот код указан как неиспользуемый.`,
    ),
  ]),
  [
    'authorization',
    null,
    'enforced',
    `${section}, 5`,
    say(
      'No request without a valid partner name and a valid, encrypted password obtains the list.',
      'Ни один запрос без верного имени партнёра и верного зашифрованного пароля не получает список.',
    ),
  ],
];

/** All of them: the conditions in the order of `variants`, then what every answer must keep to. */
export const requirements: readonly Requirement[] = variantIds.flatMap((variant) =>
  linesOf(variants[variant]).map(([group, subject, aspect, section, statement]) => ({
    id: [variant, group, ...(subject === null ? [] : [subject]), aspect].join('.'),
    variant,
    group,
    subject,
    aspect,
    section,
    statement,
  })),
);

export const idOf = ({ variant, expect }: Pick<Row, 'variant' | 'expect'>, aspect: string): string =>
  `${variant}.${expect?.of ?? ''}.${aspect}`;

/** Those that a row is about. */
export function aspectsOf(row: Row): readonly string[] {
  const { expect, variant } = row;
  if (expect === null) return [];
  if (expect.of.startsWith('request.')) return [`${variant}.${expect.of}`];
  const others =
    expect.of === 'success' ? ['body', 'record'] : [expect.names && 'names', expect.meaning && 'meaning'];
  return ['status', ...others].flatMap((aspect) => (aspect === null ? [] : idOf(row, aspect)));
}

/** Those that the answer to a row is held against: these, and what every answer must keep to. */
export function requirementsOf({
  variant,
  expect,
  method,
  hasOtherSlash,
  isAuthorized,
}: Row): readonly string[] {
  const isOnPath = hasOtherSlash === undefined;
  const isPosted = isOnPath && method === undefined;
  const isSpelled = expect?.of.startsWith('request.') === true;
  return requirements
    .filter((one) => one.variant === variant)
    .filter(({ id, group, aspect }) => {
      if (group === 'error' || group === 'status') return isPosted;
      if (group === 'authorization') return isOnPath && isAuthorized !== true;
      if (group === 'success' && aspect !== 'status' && isSpelled) return true;
      return `${id}.`.startsWith(`${variant}.${expect?.of ?? ''}.`);
    })
    .map(({ id }) => id);
}
