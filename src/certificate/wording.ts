import { wordingFor } from '../report/wording/wording.ts';
import type { ClassName } from '../result/results.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Certificate, Limitation } from './certificate.ts';

/** What the printed certificate says in words of its own. */
export interface CertificateWording {
  readonly title: string;
  readonly statement: string;
  readonly labels: Readonly<Record<Label, string>>;
  readonly classes: Readonly<Record<ClassName, string>>;
  readonly limitations: Readonly<Record<Limitation, string>>;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly waived: string;
  readonly none: string;
  readonly variant: (id: string) => string;
  readonly requirements: (count: number) => string;
  /** How to check it: with this suite, and with OpenSSL alone. */
  readonly check: string;
}

type Label =
  | 'target'
  | 'baseUrl'
  | 'specification'
  | 'suite'
  | 'profile'
  | 'run'
  | 'issued'
  | 'expires'
  | 'signer'
  | 'issuer'
  | 'serial'
  | 'id'
  | 'digest'
  | 'result'
  | 'notClaimed'
  | 'outside'
  | 'reviews'
  | 'texts'
  | 'doesNotSay'
  | 'files'
  | 'file'
  | 'bytes'
  | 'toCheck';

const english: CertificateWording = {
  title: 'Certificate of conformance',
  statement:
    'The service named here was tested with the suite named here. In every variant that it claims, every requirement of the class named here was seen to hold.',
  labels: {
    target: 'Service',
    baseUrl: 'Base URL',
    specification: 'Specification',
    suite: 'Suite',
    profile: 'Digest of the target profile, without secrets',
    run: 'Time of the run',
    issued: 'Issued',
    expires: 'Valid until',
    signer: 'Signed by',
    issuer: 'Whose certificate was issued by',
    serial: 'Serial number of that certificate',
    id: 'Number',
    digest: 'Digest of certificate.json (SHA-256)',
    result: 'Result',
    notClaimed: 'Variants not claimed, of which nothing is said',
    outside: 'Requirements outside of the class that were not seen to hold',
    reviews: 'Texts that a person decided on',
    texts: 'Texts judged by a pattern of the profile',
    doesNotSay: 'What this certificate does not say',
    files: 'Evidence',
    file: 'File',
    bytes: 'Bytes',
    toCheck: 'To check it',
  },
  classes: {
    core: 'class core: everything that can be tried without a special arrangement',
    full: 'class full: every requirement of the specification',
  },
  limitations: {
    moment: 'That the service behaves today as it did during the run.',
    profile: 'That the service answers other partners as it answered the one of the profile.',
    reviews: 'That a program decided what is listed as decided by a person.',
    'other-variants': 'Anything about variants that are not listed.',
    class:
      'Where the class is core: anything about blocked partners, blocked addresses, unavailable rewards or an unavailable service.',
    passwords:
      'That no kind of password obtains the list which the limit of failed logins left untried; the report names those.',
    security: 'That the service is secure, available or fast.',
    signer:
      'That the signer is honest: evidence that is made up without a contradiction cannot be told from evidence that was seen.',
  },
  verdicts: wordingFor('en').verdicts,
  waived: wordingFor('en').labels.waived,
  none: 'none',
  variant: (id) => `Variant ${id.toUpperCase()}`,
  requirements: (count) => `${count} requirements hold`,
  check:
    'The second command needs no suite. It checks the signature alone; the first judges the evidence again.',
};

const russian: CertificateWording = {
  title: 'Сертификат соответствия',
  statement:
    'Названный здесь сервис проверен названным здесь набором испытаний. В каждом заявленном варианте выполнено каждое требование указанного класса.',
  labels: {
    target: 'Сервис',
    baseUrl: 'Базовый адрес',
    specification: 'Спецификация',
    suite: 'Набор испытаний',
    profile: 'Контрольная сумма профиля без секретов',
    run: 'Время прогона',
    issued: 'Выдан',
    expires: 'Действителен до',
    signer: 'Подписал',
    issuer: 'Сертификат подписавшего выдал',
    serial: 'Серийный номер этого сертификата',
    id: 'Номер',
    digest: 'Контрольная сумма certificate.json (SHA-256)',
    result: 'Результат',
    notClaimed: 'Незаявленные варианты, о которых ничего не сказано',
    outside: 'Требования вне класса, выполнение которых не установлено',
    reviews: 'Тексты, о которых решил человек',
    texts: 'Тексты, о которых решил шаблон профиля',
    doesNotSay: 'Чего этот сертификат не утверждает',
    files: 'Доказательства',
    file: 'Файл',
    bytes: 'Байты',
    toCheck: 'Как проверить',
  },
  classes: {
    core: 'класс core: всё, что можно проверить без особой подготовки',
    full: 'класс full: все требования спецификации',
  },
  limitations: {
    moment: 'Что сервис ведёт себя сегодня так же, как во время прогона.',
    profile: 'Что сервис отвечает другим партнёрам так же, как партнёру из профиля.',
    reviews: 'Что программа сама решила то, о чём решил человек.',
    'other-variants': 'Что-либо о вариантах, которые не перечислены.',
    class:
      'Если класс core: что-либо о заблокированных партнёрах и адресах, недоступных вознаграждениях и недоступности сервиса.',
    passwords:
      'Что списка не получить с паролем такого вида, который не был испытан из-за лимита неудачных входов; отчёт называет такие виды.',
    security: 'Что сервис безопасен, доступен или быстр.',
    signer:
      'Что подписавший честен: доказательства, выдуманные без противоречий, не отличить от полученных при прогоне.',
  },
  verdicts: wordingFor('ru').verdicts,
  waived: wordingFor('ru').labels.waived,
  none: 'нет',
  variant: (id) => `Вариант ${id.toUpperCase()}`,
  requirements: (count) => `выполнено требований: ${count}`,
  check:
    'Вторая команда обходится без набора испытаний и проверяет только подпись; первая судит о доказательствах заново.',
};

const tables = { en: english, ru: russian } as const satisfies Record<
  Certificate['language'],
  CertificateWording
>;

/** The words of the printed certificate in a language. */
export function certificateWording(language: Certificate['language']): CertificateWording {
  return tables[language];
}
