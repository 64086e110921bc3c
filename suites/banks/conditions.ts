// What reports and requirements call the conditions, in both languages.

import type { ConditionName } from './specification.ts';
import type { Sentence } from './row.ts';

interface ConditionWords {
  readonly heading: Sentence;
  /** Where it stands: "422 instead of 400 …". Null: it names the parameters (`when-missing` of `src/messages`). */
  readonly when: Sentence | null;
  /** What is answered: "the answer to …". Null: the requirements of this condition have sentences of their own. */
  readonly stimulus: Sentence | null;
}

const say = (en: string, ru: string): Sentence => ({ en, ru });

export const conditionWords: Readonly<Record<ConditionName, ConditionWords>> = {
  success: {
    heading: say('Success', 'Успешный ответ'),
    when: say('for the credentials of the profile', 'на учётные данные профиля'),
    stimulus: null,
  },
  missing: {
    heading: say('Missing parameter', 'Нет обязательного параметра'),
    when: null,
    stimulus: null,
  },
  unencrypted: {
    heading: say('Password not encrypted', 'Пароль не зашифрован'),
    when: say('for a password in plain text', 'на пароль в открытом виде'),
    stimulus: null,
  },
  unauthorized: {
    heading: say('Authorization failed', 'Авторизация не пройдена'),
    when: say('when authorization fails', 'при неудачной авторизации'),
    stimulus: say(
      'a wrong password, correctly encrypted, or an unknown partner',
      'запрос с неверным, но правильно зашифрованным паролем или от неизвестного партнёра',
    ),
  },
  'partner-blocked': {
    heading: say('Partner blocked', 'Партнёр заблокирован'),
    when: say('for a blocked partner', 'заблокированному партнёру'),
    stimulus: say(
      'a partner whose access to the system is blocked',
      'запрос партнёра, доступ которого к системе заблокирован,',
    ),
  },
  'ip-blocked': {
    heading: say('IP address blocked', 'IP-адрес заблокирован'),
    when: say('for a blocked IP address', 'заблокированному IP-адресу'),
    stimulus: say('a request from a blocked IP address', 'запрос с заблокированного IP-адреса'),
  },
  'reward-unavailable': {
    heading: say('Reward not available', 'Вознаграждение недоступно'),
    when: say('for a reward that is not available', 'при недоступном вознаграждении'),
    stimulus: say(
      'a partner to whom this kind of reward is not available',
      'запрос партнёра, которому этот вид вознаграждения недоступен,',
    ),
  },
  unavailable: {
    heading: say('Service unavailable', 'Сервис недоступен'),
    when: say('while the service is unavailable', 'при недоступности сервиса'),
    stimulus: say('any request while the service is unavailable', 'любой запрос, пока сервис недоступен,'),
  },
};
