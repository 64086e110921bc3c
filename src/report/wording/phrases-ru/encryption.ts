import type { Phrases } from '../translator.ts';

/** Why a password could not be encrypted, and what to do. */
export const encryption = {
  'encryption.key: found {1:say}, expected an RSA certificate or public key in PEM form':
    'encryption.key: найдено: {1}; ожидался сертификат RSA или открытый ключ в виде PEM',
  'a private key': 'закрытый ключ',
  'no PEM block': 'ни одного блока PEM',
  'only {1}': 'только {1}',
  'a key of type {1:word}': 'ключ типа {1}',
  'a CERTIFICATE block that cannot be read': 'блок CERTIFICATE, который нельзя прочесть',
  'a {1} block that cannot be read': 'блок {1}, который нельзя прочесть',
  'a certificate with a key of an unknown algorithm': 'сертификат с ключом неизвестного алгоритма',
  'Ask the operator of the service for its RSA certificate or public key in PEM form.':
    'Попросите у владельца сервиса сертификат RSA или открытый ключ в виде PEM.',
  'Ask the operator of the service for its RSA certificate or public key in PEM form. {1:say}':
    'Попросите у владельца сервиса сертификат RSA или открытый ключ в виде PEM. {1}',
  'For other algorithms use scheme: command or scheme: module.':
    'Для других алгоритмов есть scheme: command и scheme: module.',
  'A binary file becomes PEM by: {1}': 'Двоичный файл переводит в PEM команда: {1}',
  'Give the public part: {1}': 'Укажите открытую часть: {1}',
  'encryption.key: found a key of {1:number} bits, which leaves no room for a password, expected a longer one':
    'encryption.key: найден ключ в {1} бит, в котором нет места для пароля; ожидался более длинный',
  'Use a key of 2048 bits or more, or a shorter hash.': 'Возьмите ключ от 2048 бит или более короткий хеш.',
  'credentials.partnerPassword: the text to encrypt has {1:number} bytes in UTF-8, expected at most {2:number} with a key of {3:number} bits':
    'credentials.partnerPassword: шифруемый текст занимает {1} байт в UTF-8; с ключом в {3} бит ожидалось не больше {2}',
  'Shorten encryption.template or the password, use a longer key, or scheme: cms, which has no such limit.':
    'Сократите encryption.template или пароль, возьмите более длинный ключ или scheme: cms, где такого предела нет.',
  'encryption.key: found a public key, expected a certificate, by which cms names the recipient':
    'encryption.key: найден открытый ключ; ожидался сертификат, по которому cms называет получателя',
  'Ask the operator of the service for its RSA certificate in PEM form.':
    'Попросите у владельца сервиса сертификат RSA в виде PEM.',
  'encryption.key: found a key of {1:number} bits, expected {2:number} or more, which jwe demands ({3})':
    'encryption.key: найден ключ в {1} бит; jwe требует от {2} ({3})',
  'Ask the operator of the service for a longer key, or use another scheme.':
    'Попросите у владельца сервиса более длинный ключ или возьмите другую схему.',
  'encryption.privateKey: found {1:say}, expected {2:say}':
    'encryption.privateKey: найдено: {1}; ожидалось: {2}',
  'no private key': 'нет закрытого ключа',
  'one in PEM form': 'ключ в виде PEM',
  'a text that cannot be read': 'текст, который нельзя прочесть',
  'a private key in PEM form without a passphrase': 'закрытый ключ в виде PEM без пароля',
  'a key of another pair': 'ключ от другой пары',
  'that of encryption.key': 'парный к encryption.key',
  'Give the unencrypted private key that belongs to encryption.key, or leave it out.':
    'Укажите незашифрованный закрытый ключ, парный к encryption.key, или уберите его.',
  'the ciphertext does not decrypt with encryption.privateKey to what was encrypted, expected a round trip':
    'шифртекст не расшифровывается ключом encryption.privateKey в то, что было зашифровано',
  'This is a fault of the suite: report it with the scheme and its settings, but without the keys.':
    'Это ошибка набора испытаний: сообщите о ней вместе со схемой и её настройками, но без ключей.',
  'encryption.command: the program "{1}" {2:say*}, expected a program that reads the password on standard input and prints the ciphertext':
    'encryption.command: программа "{1}" {2}; ожидалась программа, которая читает пароль со стандартного ввода и печатает шифртекст',
  'cannot be started ({1})': 'не запускается ({1})',
  'did not end within {1:number} ms': 'не завершилась за {1} мс',
  'printed more than {1:number} bytes': 'напечатала больше {1} байт',
  'printed bytes that are not UTF-8': 'напечатала байты не в UTF-8',
  'printed nothing': 'ничего не напечатала',
  'ended with exit code {1:number}': 'завершилась с кодом {1}',
  'was ended by {1:word}': 'завершена сигналом {1}',
  '{1:known} and said "{2*}"': '{1} и сообщила "{2}"',
  'Run the program by hand in the folder of the profile with a made-up password on standard input.':
    'Запустите программу вручную в папке профиля с выдуманным паролем на стандартном вводе.',
  'encryption.module: "{1}" {2:say*}, expected a default export `{3}`':
    'encryption.module: "{1}" {2}; ожидался экспорт по умолчанию `{3}`',
  'cannot be loaded': 'не загружается',
  'cannot be loaded ({1*})': 'не загружается ({1})',
  'has a default export of type {1:word}': 'экспортирует по умолчанию значение типа {1}',
  'gave no answer within {1:number} ms': 'не дал ответа за {1} мс',
  failed: 'завершился ошибкой',
  'failed ({1*})': 'завершился ошибкой ({1})',
  'returned an empty text': 'вернул пустой текст',
  'returned {1:word}': 'вернул {1}',
  'Load the module by hand with node and call its default export with a made-up password.':
    'Загрузите модуль вручную в node и вызовите экспорт по умолчанию с выдуманным паролем.',
} as const satisfies Phrases;
