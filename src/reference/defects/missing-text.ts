import { all, withText, withTextOf, type Wording } from '../change.ts';
import { outcome } from '../credentials.ts';
import { mistake } from '../defect.ts';
import type { Defect } from '../defect.ts';
import { missingMeaningIds, missingNameIds } from '../requirement-ids.ts';
import { texts } from '../conforming.ts';

const anyMissing = { kind: 'missing' } as const;
const noName = { kind: 'missing', parameter: 'partnerName' } as const;
const noPassword = { kind: 'missing', parameter: 'partnerPassword' } as const;
const noFlag = { kind: 'missing', parameter: 'useAuthByCert' } as const;

function naming(spell: (name: string) => string): Wording {
  return { ru: (name) => texts.ru.missing(spell(name)), en: (name) => texts.en.missing(spell(name)) };
}

const nextName: Readonly<Record<string, string>> = {
  partnerName: 'partnerPassword',
  partnerPassword: 'useAuthByCert',
  useAuthByCert: 'partnerName',
};

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Wrong texts about missing parameters. */
export const missingTextDefects: readonly Defect[] = [
  {
    id: 'a-missing-always-names-partner-name',
    summary: 'A names partnerName whatever is missing.',
    violates: missingNameIds('a'),
    change: withText(
      'a',
      anyMissing,
      naming(() => 'partnerName'),
    ),
  },
  {
    id: 'b-missing-always-names-flag',
    summary: 'B names useAuthByCert whatever is missing.',
    violates: missingNameIds('b'),
    change: withText(
      'b',
      anyMissing,
      naming(() => 'useAuthByCert'),
    ),
  },
  ...mistake(
    'both',
    'missing-names-next-parameter',
    'names the parameter after the missing one, off by one.',
    (variant) => ({
      violates: missingNameIds(variant),
      change: withText(
        variant,
        anyMissing,
        naming((name) => nextName[name] ?? name),
      ),
    }),
  ),
  {
    id: 'a-missing-leaves-placeholder',
    summary: 'A leaves the placeholder of its template in the text.',
    violates: missingNameIds('a'),
    change: withText(
      'a',
      anyMissing,
      naming(() => '{0}'),
    ),
  },
  {
    id: 'b-missing-names-undefined',
    summary: 'B writes "undefined" where the name belongs.',
    violates: missingNameIds('b'),
    change: withText(
      'b',
      anyMissing,
      naming(() => 'undefined'),
    ),
  },
  {
    id: 'a-missing-flag-names-partner-name',
    summary: 'The text of A about useAuthByCert was copied from partnerName.',
    violates: ['a.missing.partnerName.names', 'a.missing.useAuthByCert.names'],
    change: withText(
      'a',
      noFlag,
      naming(() => 'partnerName'),
    ),
  },
  {
    id: 'b-missing-password-names-partner-name',
    summary: 'The text of B about partnerPassword was copied from partnerName.',
    violates: ['b.missing.partnerName.names', 'b.missing.partnerPassword.names', 'b.missing.several.names'],
    change: withText(
      'b',
      noPassword,
      naming(() => 'partnerName'),
    ),
  },
  {
    id: 'b-missing-flag-names-header',
    summary: 'B names a header in place of useAuthByCert.',
    violates: ['b.missing.useAuthByCert.names'],
    change: withText(
      'b',
      noFlag,
      naming(() => 'Authorization'),
    ),
  },
  {
    id: 'a-missing-password-names-nothing',
    summary: 'A does not say which parameter is missing where it is the password.',
    violates: ['a.missing.partnerPassword.names', 'a.missing.several.names'],
    change: withText('a', noPassword, {
      ru: () => 'Отсутствует обязательный параметр запроса. Повторите запрос с корректными данными',
      en: () => 'A required request parameter is missing. Please repeat the request with correct data',
    }),
  },
  {
    id: 'a-missing-several-names-nothing',
    summary: 'A gives only the number of parameters where several are missing.',
    violates: ['a.missing.several.names'],
    change: withText(
      'a',
      { kind: 'missing', atLeast: 2 },
      {
        ru: (_, names) =>
          `Отсутствуют обязательные параметры (${names.length}). Повторите запрос с корректными данными`,
        en: (_, names) =>
          `${names.length} required parameters are missing. Please repeat the request with correct data`,
      },
    ),
  },
  {
    id: 'b-missing-several-names-the-given',
    summary: 'B names what was given where several parameters are missing.',
    violates: ['b.missing.several.names'],
    change: withText(
      'b',
      { kind: 'missing', atLeast: 2 },
      naming(() => 'requestId'),
    ),
  },
  {
    id: 'a-missing-snake-case',
    summary: 'A names the parameters as its database spells them.',
    violates: [],
    review: missingNameIds('a'),
    change: withText('a', anyMissing, naming(toSnake)),
  },
  {
    id: 'b-missing-upper-case',
    summary: 'B names the parameters in capitals.',
    violates: [],
    review: missingNameIds('b'),
    change: withText(
      'b',
      anyMissing,
      naming((name) => name.toUpperCase()),
    ),
  },
  {
    id: 'a-missing-asks-nothing',
    summary: 'A says what is missing and does not ask to repeat the request.',
    violates: [],
    review: missingMeaningIds('a'),
    change: withText('a', anyMissing, {
      ru: (name) => `Отсутствует обязательный параметр запроса ${name}`,
      en: (name) => `The required request parameter ${name} is missing`,
    }),
  },
  {
    id: 'b-missing-asks-to-retry-later',
    summary: 'B asks to repeat the operation later where a parameter is missing.',
    violates: missingMeaningIds('b'),
    change: withText('b', anyMissing, {
      ru: (name) => `Нет параметра ${name}. Сервис временно недоступен, повторите операцию позже`,
      en: (name) => `No ${name}. The service is temporarily unavailable, please repeat the operation later`,
    }),
  },
  {
    id: 'a-missing-partner-name-says-unauthorized',
    summary: 'A speaks of failed authorization where the name is missing.',
    violates: ['a.missing.partnerName.meaning'],
    change: withText('a', noName, {
      ru: (name) => `Параметр ${name} не передан: пользователь не прошёл авторизацию`,
      en: (name) => `Parameter ${name} not sent: the user did not pass authorization`,
    }),
  },
  {
    id: 'b-missing-partner-name-says-manager',
    summary: 'B sends the partner to the manager where the name is missing.',
    violates: ['b.missing.partnerName.meaning'],
    change: withText('b', noName, {
      ru: (name) => `Параметр ${name} не передан. Обратитесь к закреплённому менеджеру`,
      en: (name) => `Parameter ${name} not sent. Please contact your assigned manager`,
    }),
  },
  ...mistake(
    'both',
    'missing-password-says-encrypted',
    'expects the missing password in encrypted form.',
    (variant) => ({
      violates: [`${variant}.missing.partnerPassword.meaning`],
      change: withText(variant, noPassword, {
        ru: (name) => `Нет параметра ${name}: он ожидается в зашифрованном виде`,
        en: (name) => `No parameter ${name}: it is expected in encrypted form`,
      }),
    }),
  ),
  {
    id: 'a-missing-flag-says-encrypted',
    summary: 'A expects the missing useAuthByCert in encrypted form.',
    violates: ['a.missing.useAuthByCert.meaning'],
    change: withTextOf('a', noFlag, (found) => ({ ...found, kind: 'unencrypted' })),
  },
  {
    id: 'b-missing-flag-says-unauthorized',
    summary: 'B speaks of failed authorization where useAuthByCert is missing.',
    violates: ['b.missing.useAuthByCert.meaning'],
    change: withText('b', noFlag, {
      ru: (name) => `Параметр ${name} не передан: пользователь не прошёл авторизацию`,
      en: (name) => `Parameter ${name} not sent: the user did not pass authorization`,
    }),
  },
  {
    id: 'b-missing-text-of-unavailable',
    summary: 'B uses the text of an unavailable service for every missing parameter.',
    violates: [...missingNameIds('b'), ...missingMeaningIds('b')],
    review: ['b.unavailable.meaning'],
    change: withTextOf('b', anyMissing, () => outcome('unavailable')),
  },
  {
    id: 'a-missing-name-and-password-swapped',
    summary: 'A names the password where the name is missing, and the other way round.',
    violates: ['a.missing.partnerName.names', 'a.missing.partnerPassword.names', 'a.missing.several.names'],
    change: all(
      withText(
        'a',
        noName,
        naming(() => 'partnerPassword'),
      ),
      withText(
        'a',
        noPassword,
        naming(() => 'partnerName'),
      ),
    ),
  },
];
