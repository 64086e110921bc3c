import type { Code } from './judge-clients.ts';

/**
 * Sentence of each finding. `{subject}` is a parameter, a path or a method; `{found}` and `{expected}` are
 * types, bank codes or encryptions.
 */
type Said = Readonly<Record<Code, string>>;

const en: Said = {
  'missing-parameter': '{subject} is missing',
  'wrong-place':
    '{subject} is sent in the wrong place: variant A takes it from the JSON body, variant B from the query',
  'plain-password': '{subject} is not encrypted',
  'wrong-type': '{subject} is {found}, expected {expected}',
  'unreadable-body': 'the body is not a JSON object',
  'unreadable-query': 'the query has a % without two hexadecimal digits: write %25',
  'form-body':
    'the parameters are in the body as in an HTML form: variant A takes a JSON object there, variant B takes them from the query',
  'wrong-method': 'the method is {subject}, not POST',
  'wrong-path': 'the path is {subject}: variant A has no slash at the end, variant B has one',
  'other-bank-code':
    'the path has the bank code {found}, the sandbox has {expected}: the operator of the service names the right one',
  'java-mgf1':
    '{subject} was opened with MGF1 SHA-1: Java’s default, used where no OAEPParameterSpec is given. The sandbox expects {expected}; `mock --mgf1 sha1` accepts it',
  'other-encryption':
    '{subject} was opened with {found}; the sandbox expects {expected}, unless its options say otherwise',
  'unopened-password':
    '{subject} cannot be opened: neither with {expected}, nor with another hash, padding or encoding of RSA. Is it encrypted with the certificate of the sandbox? The specification shows no scheme; if this text is not encrypted, section 5.2 is violated',
  'padded-password':
    '{subject} is a right password with white space around it, such as the line break of `echo`: encrypt the password alone',
  'repeated-ciphertext': '{subject} is the same ciphertext as before: a service may refuse what it has seen',
  'password-in-address': '{subject} is in the address too, which servers and proxies write into logs',
  'password-elsewhere': 'a password may be in the header {subject}, which the service does not read',
  'unescaped-plus': '{subject} holds a + in the query, which many servers read as a space: write %2B',
  'repeated-parameter': '{subject} is sent several times: services differ in which one they take',
  'no-json-type': 'the body is JSON, but Content-Type is “{subject}”: many servers refuse that',
  'repeated-failed-login':
    'a refused login was repeated three or more times within a minute: a service may lock the partner',
  'no-pause-after-500':
    'the next request came less than a second after a 500, although its text asks to repeat it later',
  'followed-redirect': 'the client followed a redirect to {subject}: the password may reach another server',
  'no-timeout': 'the client waited {subject} for an answer: it seems to have no time-out',
};

const ru: Said = {
  'missing-parameter': 'нет параметра {subject}',
  'wrong-place':
    'параметр {subject} передан не там: вариант A принимает его в теле JSON, вариант B – в строке запроса',
  'plain-password': 'параметр {subject} не зашифрован',
  'wrong-type': 'параметр {subject} – {found}, ожидается {expected}',
  'unreadable-body': 'тело запроса – не объект JSON',
  'unreadable-query': 'в строке запроса есть % без двух шестнадцатеричных цифр: пишите %25',
  'form-body':
    'параметры переданы в теле, как в форме HTML: вариант A принимает там объект JSON, вариант B – параметры в строке запроса',
  'wrong-method': 'метод {subject}, а не POST',
  'wrong-path': 'путь {subject}: у варианта A в конце нет косой черты, у варианта B она есть',
  'other-bank-code': 'в пути код банка {found}, у песочницы {expected}: верный называет владелец сервиса',
  'java-mgf1':
    'параметр {subject} расшифрован с MGF1 SHA-1: так по умолчанию шифрует Java, если не задан OAEPParameterSpec. Песочница ожидает {expected}; `mock --mgf1 sha1` принимает и такой',
  'other-encryption':
    'параметр {subject} расшифрован как {found}; песочница ожидает {expected}, если её параметры не задают другое',
  'unopened-password':
    'параметр {subject} не расшифровать ни как {expected}, ни с другим хешем, дополнением или кодировкой RSA. Зашифрован ли он сертификатом песочницы? Спецификация не указывает схему; если этот текст не зашифрован, нарушен раздел 5.2',
  'padded-password':
    'в параметре {subject} вокруг верного пароля есть пробелы или перевод строки, например от `echo`: шифруйте только пароль',
  'repeated-ciphertext': 'в параметре {subject} тот же шифртекст, что и раньше: сервис может его отклонить',
  'password-in-address': 'параметр {subject} есть и в адресе, а адреса попадают в журналы серверов и прокси',
  'password-elsewhere': 'похоже, пароль есть в заголовке {subject}, который сервис не читает',
  'unescaped-plus': 'в параметре {subject} есть +, который многие серверы читают как пробел: пишите %2B',
  'repeated-parameter': 'параметр {subject} передан несколько раз: сервисы берут разные значения',
  'no-json-type': 'тело – JSON, но Content-Type «{subject}»: многие серверы такое отклоняют',
  'repeated-failed-login':
    'отклонённый вход повторяется три раза или чаще за минуту: сервис может заблокировать партнёра',
  'no-pause-after-500':
    'следующий запрос пришёл менее чем через секунду после ответа 500, хотя его текст просит повторить позже',
  'followed-redirect':
    'клиент перешёл по перенаправлению на {subject}: пароль может попасть на другой сервер',
  'no-timeout': 'клиент ждал ответа {subject}: похоже, тайм-аута нет',
};

const page = {
  en: {
    title: 'Clients of the sandbox',
    intro:
      'What the sandbox saw of each client, by address and User-Agent. Failures violate the specification. Everything else is advice. Values of parameters are not kept.',
    none: 'No client has sent a request yet.',
    right: 'no request violates the specification',
    wrong: 'some requests violate the specification',
    silent: 'no request was for the operation',
    failures: 'Failures',
    advice: 'Advice',
    requests: 'Requests',
    accepted: 'answered with the list',
    statuses: 'answers by status',
    variants: 'variants',
    times: 'times',
    first: 'first request',
    section: 'section',
    said: 'what was seen',
  },
  ru: {
    title: 'Клиенты песочницы',
    intro:
      'Что песочница видела от каждого клиента, по адресу и User-Agent. Ошибки нарушают спецификацию, всё остальное – советы. Значения параметров не хранятся.',
    none: 'Запросов пока не было.',
    right: 'нарушений спецификации нет',
    wrong: 'есть запросы, нарушающие спецификацию',
    silent: 'к операции запросов не было',
    failures: 'Ошибки',
    advice: 'Советы',
    requests: 'Запросы',
    accepted: 'получили список',
    statuses: 'ответы по статусам',
    variants: 'варианты',
    times: 'раз',
    first: 'первый запрос',
    section: 'раздел',
    said: 'что замечено',
  },
} as const;

/** Words for what was found. Bank codes and encryptions are the same in all languages. */
const things: Readonly<Record<'en' | 'ru', Readonly<Record<string, string>>>> = {
  en: {
    number: 'a number',
    boolean: 'a boolean',
    null: 'null',
    array: 'an array',
    object: 'an object',
    text: 'no number',
    string: 'a string',
    integer: 'an integer',
  },
  ru: {
    number: 'число',
    boolean: 'логическое значение',
    null: 'null',
    array: 'массив',
    object: 'объект',
    text: 'не число',
    string: 'строка',
    integer: 'целое число',
  },
};

export const wordsFor = (language: 'en' | 'ru') => ({
  ...page[language],
  findings: { en, ru }[language],
  things: things[language],
});
