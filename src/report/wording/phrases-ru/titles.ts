import type { Phrases } from '../translator.ts';

/** Titles of the judged cases, and labels of their requests. */
export const titles = {
  'valid credentials obtain the list of banks': 'по верным учётным данным приходит список банков',
  'the same request is understood with {1:say}': 'тот же запрос понят и в другой записи: {1}',
  'a request without {1:word} is refused and {2:word} is named':
    'запрос без {1} отклонён, и {2} назван в тексте',
  'a request without {1:word} and {2:word} is refused and at least one of them is named':
    'запрос без {1} и {2} отклонён, и хотя бы один из них назван в тексте',
  'a request without {1:word} and {2:word} and {3:word} is refused and at least one of them is named':
    'запрос без {1}, {2} и {3} отклонён, и хотя бы один из них назван в тексте',
  'different missing parameters are told apart by the text': 'по тексту видно, какого именно параметра нет',
  'a plain {1:word} is refused and expected in encrypted form':
    '{1} в открытом виде отклонён и ожидается в зашифрованном',
  'an unknown partner does not pass authorization': 'неизвестный партнёр не проходит авторизацию',
  'a wrong password, correctly encrypted, does not pass authorization':
    'неверный, но правильно зашифрованный пароль не проходит авторизацию',
  'a blocked partner is refused and sent to the manager':
    'заблокированному партнёру отказано, он направлен к менеджеру',
  'a blocked IP address is refused and sent to the manager':
    'заблокированному IP-адресу отказано, партнёр направлен к менеджеру',
  'a partner without this kind of reward is refused and sent to the manager':
    'партнёру без этого вида вознаграждения отказано, он направлен к менеджеру',
  'an unavailable service says so and asks to repeat later':
    'недоступный сервис сообщает об этом и просит повторить позже',
  'conditions of different meaning are told apart by the text':
    'по тексту видно, какое из условий разного смысла наступило',

  baseline: 'обычный запрос',
  'without any parameter': 'без единого параметра',
  'without {1}': 'без {1}',
  'plain {1:word}': '{1} в открытом виде',
  'unknown partner': 'неизвестный партнёр',
  'wrong password': 'неверный пароль',
  'members in other orders': 'поля в другом порядке',
  'parameters in other orders': 'параметры в другом порядке',
  'the first parameter last': 'первый параметр – последним',
  'the last parameter first': 'последний параметр – первым',
  'white space around every token': 'пробелы вокруг каждого элемента',
  'every character as an escape': 'каждый символ записан через обратную косую черту',
  'parameters in reverse order': 'параметры в обратном порядке',
  'every character percent-encoded': 'каждый символ в процентном кодировании',
  'every character percent-encoded, hex digits in lower case':
    'каждый символ в процентном кодировании, шестнадцатеричные цифры в нижнем регистре',
  'a ciphertext with +, / and =, percent-encoded': 'шифртекст с +, / и = в процентном кодировании',
  'partner-blocked': 'заблокированный партнёр',
  'ip-blocked': 'заблокированный IP-адрес',
  'reward-unavailable': 'вознаграждение недоступно',
  unavailable: 'сервис недоступен',
  'a ciphertext': 'шифртекст',
  'the same ciphertext again': 'тот же шифртекст ещё раз',
  'a blocked partner with a wrong password': 'заблокированный партнёр с неверным паролем',
} as const satisfies Phrases;
