import type { Meaning } from '../../../spec/specification.ts';

/** Texts of each meaning in words that the lexicon does not know, mostly beside a phrase of another: a person decides. */
export const touched: Readonly<Record<Meaning, readonly string[]>> = {
  'correct-data': [
    'Параметр partnerPassword отсутствует, ожидается в зашифрованном виде. Повторите.',
    'partnerPassword is missing. Repeat the request with correct, encrypted data.',
    'Missing partnerName. Repeat later, data corrected',
    'useAuthByCert отсутствует. Повторить запрос следует, выверив данные.',
    'We lack useAuthByCert. Send us the request afresh with everything filled in, or contact your manager.',
  ],
  'encrypted-form': [
    'partnerPassword: encrypted form. Repeat the request with correct data.',
    'partnerPassword не удалось расшифровать. Повторите запрос с корректными данными.',
    'Decryption of partnerPassword failed. Repeat the request with correct data.',
    'Не удаётся расшифровать partnerPassword: возможно, параметр передан открыто. Повторите запрос с корректными данными.',
    'Under this flag encrypted form is what we expect of partnerPassword; fix the data and retry.',
  ],
  'not-authorized': [
    'Access to the resource is restricted to authorized users; you are not one of them. Contact your manager.',
    'Для доступа к ресурсу необходима авторизация. Повторите запрос с корректными данными.',
    'Authorization required: the user did not pass it. Access restricted. Repeat the request with correct data.',
    'Если пользователь не прошёл авторизацию, доступ к ресурсу ограничен. Обратитесь к менеджеру.',
    'Доступ к ресурсу ограничен: пароль не прошёл проверку. Повторите запрос с корректными данными',
    'Request from address 10.0.0.1 failed authorization; access is restricted. Contact your manager.',
    'Access denied. Check partnerName and partnerPassword and repeat the request.',
    'Доступ запрещён. Проверьте partnerName и partnerPassword и повторите запрос.',
    'Доступ к ресурсу ограничен. Проверьте partnerName и partnerPassword и повторите запрос.',
    'The login attempt you made from 10.0.0.5 was turned down, access to the resource is restricted. Try again later.',
    'No success in authorization; the resource remains restricted. Check the data and repeat.',
  ],
  'contact-manager': [
    'Вам поможет Ваш менеджер. Повторите запрос позже.',
    'Доступ временно заблокирован. Разблокировать может закреплённый менеджер. Повторите запрос позже.',
    'Пользователь не авторизован для этого вида вознаграждения. Вопросы решает ваш менеджер.',
    'Partner is not authorized for this reward. Only your assigned manager can help you.',
    'Please contact your resource manager',
    'Kindly seek help from your manager, then repeat the request with correct data.',
    'Your relationship manager has the answer: ring him up. Repeat the request later.',
  ],
  'try-later': [
    'Service unavailable, please retry. If it persists, contact your manager.',
    'Сервис недоступен, повторите операцию. Если ошибка сохранится — обратитесь к менеджеру.',
    'Работы на сервере закончатся через час, тогда и повторите запрос с корректными данными.',
  ],
};
