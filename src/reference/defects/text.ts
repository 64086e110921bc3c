import { all, withAnswer, withText, withTextOf } from '../change.ts';
import { outcome } from '../credentials.ts';
import { mistake } from '../defect.ts';
import type { Defect } from '../defect.ts';
import { meaningIds, nameIds } from '../requirement-ids.ts';
import { texts } from '../conforming.ts';

const managerTexts = {
  ru: () => 'Операция отклонена. Обратитесь к закреплённому менеджеру',
  en: () => 'The operation was rejected. Please contact your assigned manager',
} as const;

const lockedTexts = {
  ru: () => 'Авторизация не пройдена, доступ ограничен. Обратитесь к закреплённому менеджеру',
  en: () => 'Authorization was not passed, access is restricted. Please contact your assigned manager',
} as const;

/** Wrong texts about passwords that are not encrypted, and about refusals. */
export const textDefects: readonly Defect[] = [
  {
    id: 'a-unencrypted-names-partner-name',
    summary: 'A names partnerName where the password is not encrypted.',
    violates: ['a.unencrypted.partnerPassword.names'],
    change: withText(
      'a',
      { kind: 'unencrypted' },
      { ru: () => texts.ru.unencrypted('partnerName'), en: () => texts.en.unencrypted('partnerName') },
    ),
  },
  {
    id: 'b-unencrypted-names-nothing',
    summary: 'B does not say which parameter is expected in encrypted form.',
    violates: ['b.unencrypted.partnerPassword.names'],
    change: withText(
      'b',
      { kind: 'unencrypted' },
      {
        ru: () => 'Параметр ожидается в зашифрованном виде',
        en: () => 'The parameter is expected in encrypted form',
      },
    ),
  },
  {
    id: 'b-unencrypted-names-flag',
    summary: 'B names useAuthByCert where the password is not encrypted.',
    violates: ['b.unencrypted.partnerPassword.names'],
    change: withText(
      'b',
      { kind: 'unencrypted' },
      { ru: () => texts.ru.unencrypted('useAuthByCert'), en: () => texts.en.unencrypted('useAuthByCert') },
    ),
  },
  {
    id: 'a-unencrypted-snake-case',
    summary: 'A names the unencrypted parameter as its database spells it.',
    violates: [],
    review: ['a.unencrypted.partnerPassword.names'],
    change: withText(
      'a',
      { kind: 'unencrypted' },
      {
        ru: () => texts.ru.unencrypted('partner_password'),
        en: () => texts.en.unencrypted('partner_password'),
      },
    ),
  },
  ...mistake(
    'both',
    'unencrypted-says-missing',
    'asks to repeat the request with correct data where the password is not encrypted.',
    (variant) => ({
      violates: [`${variant}.unencrypted.partnerPassword.meaning`],
      change: withText(
        variant,
        { kind: 'unencrypted' },
        {
          ru: (name) => `Неверный параметр ${name}. Повторите запрос с корректными данными`,
          en: (name) => `Wrong parameter ${name}. Please repeat the request with correct data`,
        },
      ),
    }),
  ),
  {
    id: 'b-unencrypted-says-unauthorized',
    summary: 'B says of a plain password that authorization was not passed.',
    violates: ['b.unencrypted.partnerPassword.meaning'],
    change: withText(
      'b',
      { kind: 'unencrypted' },
      {
        ru: (name) => `Проверка ${name}: пользователь не прошёл авторизацию`,
        en: (name) => `Checking ${name}: the user did not pass authorization`,
      },
    ),
  },
  {
    id: 'a-unencrypted-text-of-unauthorized',
    summary: 'A gives the text of failed authorization for a plain password.',
    violates: ['a.unencrypted.partnerPassword.names', 'a.unencrypted.partnerPassword.meaning'],
    review: ['a.unauthorized.meaning'],
    change: withTextOf('a', { kind: 'unencrypted' }, () => outcome('unauthorized')),
  },
  ...mistake(
    'both',
    'unauthorized-text-of-unavailable',
    'asks to repeat later where authorization failed.',
    (variant) => ({
      violates: [`${variant}.unauthorized.meaning`],
      review: [`${variant}.unavailable.meaning`],
      change: withTextOf(variant, { kind: 'unauthorized' }, () => outcome('unavailable')),
    }),
  ),
  {
    id: 'a-unauthorized-asks-for-correct-data',
    summary: 'A asks for correct data where authorization failed.',
    violates: ['a.unauthorized.meaning'],
    change: withText(
      'a',
      { kind: 'unauthorized' },
      {
        ru: () => 'Ошибка в запросе. Повторите запрос с корректными данными',
        en: () => 'The request is wrong. Please repeat the request with correct data',
      },
    ),
  },
  {
    id: 'b-unauthorized-sends-to-manager',
    summary: 'B sends everybody whose authorization failed to the manager.',
    violates: ['b.unauthorized.meaning'],
    change: withText('b', { kind: 'unauthorized' }, managerTexts),
  },
  {
    id: 'b-unauthorized-says-nothing',
    summary: 'B gives an error code for failed authorization and no words.',
    violates: [],
    review: ['b.unauthorized.meaning'],
    change: withText('b', { kind: 'unauthorized' }, { ru: () => 'Код 17', en: () => 'Code 17' }),
  },
  {
    id: 'a-unauthorized-says-passed',
    summary: 'A has lost the negation in its text about failed authorization.',
    violates: [],
    review: ['a.unauthorized.meaning'],
    change: withText(
      'a',
      { kind: 'unauthorized' },
      { ru: () => 'Пользователь прошёл авторизацию', en: () => 'The user passed authorization' },
    ),
  },
  {
    id: 'a-unauthorized-sends-to-manager',
    summary: 'A has the text of variant B for blocked partners where authorization failed.',
    violates: [],
    review: ['a.unauthorized.meaning'],
    change: withText('a', { kind: 'unauthorized' }, managerTexts),
  },
  {
    id: 'b-partner-blocked-text-of-unauthorized',
    summary: 'B gives a blocked partner the text of failed authorization.',
    violates: ['b.partner-blocked.meaning'],
    review: ['b.unauthorized.meaning'],
    change: withTextOf('b', { kind: 'partner-blocked' }, () => outcome('unauthorized')),
  },
  {
    id: 'b-ip-blocked-text-of-unavailable',
    summary: 'B asks to repeat later where the address is blocked.',
    violates: ['b.ip-blocked.meaning'],
    review: ['b.unavailable.meaning'],
    change: withTextOf('b', { kind: 'ip-blocked' }, () => outcome('unavailable')),
  },
  {
    id: 'b-ip-blocked-says-unauthorized',
    summary: 'B says of a blocked address that authorization was not passed.',
    violates: ['b.ip-blocked.meaning'],
    change: withText(
      'b',
      { kind: 'ip-blocked' },
      {
        ru: () => 'Адрес не разрешён: пользователь не прошёл авторизацию',
        en: () => 'Address not allowed: the user did not pass authorization',
      },
    ),
  },
  {
    id: 'b-reward-unavailable-asks-for-correct-data',
    summary: 'B asks for correct data where the reward is not available.',
    violates: ['b.reward-unavailable.meaning'],
    change: withText(
      'b',
      { kind: 'reward-unavailable' },
      {
        ru: () => 'Неверный вид вознаграждения. Повторите запрос с корректными данными',
        en: () => 'Wrong kind of reward. Please repeat the request with correct data',
      },
    ),
  },
  {
    id: 'b-reward-unavailable-try-later',
    summary: 'B promises that the reward will be available later.',
    violates: ['b.reward-unavailable.meaning'],
    change: withText(
      'b',
      { kind: 'reward-unavailable' },
      {
        ru: () => 'Вид вознаграждения временно недоступен, повторите операцию позже',
        en: () => 'This kind of reward is temporarily unavailable, please repeat the operation later',
      },
    ),
  },
  {
    id: 'b-blocks-say-nothing',
    summary: 'B does not say what a blocked partner can do.',
    violates: [],
    review: ['b.partner-blocked.meaning', 'b.ip-blocked.meaning', 'b.reward-unavailable.meaning'],
    change: all(
      ...(['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const).map((kind) =>
        withText('b', { kind }, { ru: () => `Отказ: ${kind}`, en: () => `Rejected: ${kind}` }),
      ),
    ),
  },
  {
    id: 'a-unavailable-text-of-unauthorized',
    summary: 'A gives the text of failed authorization while it is unavailable.',
    violates: ['a.unavailable.meaning'],
    review: ['a.unauthorized.meaning'],
    change: withTextOf('a', { kind: 'unavailable' }, () => outcome('unauthorized')),
  },
  {
    id: 'a-unavailable-asks-for-correct-data',
    summary: 'A asks for correct data while it is unavailable.',
    violates: ['a.unavailable.meaning'],
    change: withText(
      'a',
      { kind: 'unavailable' },
      {
        ru: () => 'Ошибка. Повторите запрос с корректными данными',
        en: () => 'Error. Please repeat the request with correct data',
      },
    ),
  },
  {
    id: 'b-unavailable-sends-to-manager',
    summary: 'B sends the partner to the manager while it is unavailable.',
    violates: ['b.unavailable.meaning'],
    change: withText('b', { kind: 'unavailable' }, managerTexts),
  },
  {
    id: 'b-unavailable-says-internal-error',
    summary: 'B says only that there was an internal error.',
    violates: [],
    review: ['b.unavailable.meaning'],
    change: withText(
      'b',
      { kind: 'unavailable' },
      { ru: () => 'Внутренняя ошибка сервера', en: () => 'Internal server error' },
    ),
  },
  ...(['a', 'b'] as const).flatMap((variant): readonly Defect[] => [
    {
      id: `${variant}-one-text-for-422`,
      summary: `${variant.toUpperCase()} has one text for a parameter that is missing and one that is not encrypted.`,
      violates: [],
      review: [
        `${variant}.missing.partnerPassword.meaning`,
        `${variant}.unencrypted.partnerPassword.meaning`,
      ],
      change: all(
        ...(['missing', 'unencrypted'] as const).map((kind) =>
          withText(
            variant,
            { kind },
            {
              ru: (name) =>
                `${name} не указан или не зашифрован: пароль ожидается в зашифрованном виде. Повторите запрос с корректными данными`,
              en: (name) =>
                `${name} is missing or not encrypted: the password is expected in encrypted form. Please repeat the request with correct data`,
            },
          ),
        ),
      ),
    },
  ]),
  {
    id: 'b-wrong-password-text-of-block',
    summary: 'B gives the same text for a wrong password and to a blocked partner.',
    violates: [],
    review: ['b.unauthorized.meaning', 'b.partner-blocked.meaning'],
    change: all(
      withText('b', { kind: 'partner-blocked' }, lockedTexts),
      withAnswer('b', { kind: 'unauthorized' }, (answer, { fields, service }) => {
        const isKnown = fields.partnerName === service.partners.valid.name;
        const text = lockedTexts[service.language]();
        return isKnown
          ? { ...answer, body: Buffer.from(JSON.stringify({ description_status: text })) }
          : answer;
      }),
    ),
  },
  {
    id: 'a-one-text-for-everything',
    summary: 'A has one text for every error.',
    violates: nameIds('a'),
    review: meaningIds('a'),
    change: withText('a', { kind: 'error' }, { ru: () => 'Ошибка запроса', en: () => 'Request failed' }),
  },
  {
    id: 'b-one-text-for-everything',
    summary: 'B gives the status as its only text.',
    violates: nameIds('b'),
    review: meaningIds('b'),
    change: withText('b', { kind: 'error' }, { ru: () => 'ERROR', en: () => 'ERROR' }),
  },
];
