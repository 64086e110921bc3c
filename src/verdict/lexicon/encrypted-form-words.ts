import type { Vocabulary } from './phrase.ts';

/** The word lists of an expectation of encrypted form. */
export const encryptedFormWords: Vocabulary = {
  encrypted: [
    'зашифрован|зашифрована|зашифровано|зашифрованы|зашифрованн*|шифрованн*|шифрован',
    'encrypted|enciphered|ciphered',
    'cipher text',
    'ciphertext',
    'шифротекст*|шифртекст*|криптограмм*',
  ],
  plain: [
    'незашифрованн*|нешифрованн*',
    'не зашифрованн*|шифрованн*',
    'открытом виде|тексте',
    'открытым текстом',
    'виде открытого|обычного текста',
    'в чистом виде',
    'unencrypted|plaintext|cleartext|nonencrypted',
    'plain|clear text',
    'in the clear',
    'not encrypted',
  ],
  encrypt: ['зашифровать|шифровать|зашифровывать|encrypt'],
  encryption: [
    'шифрование|шифрования|шифровании|шифрованию|шифровать|зашифрование',
    'encryption|encrypting !{thing}',
  ],
  thing: ['flag|indicator|key|keys|certificate|parameter|setting|sign|mode|scheme|algorithm|error'],
  must: [
    'должен|должна|должно|должны|обязан|обязана|обязано|обязаны|необходимо|нужно|надо|следует|требуется|требуются|требует|требуем|просьба|просим|полагается|обязательно|нужен|необходим',
    'must|should|shall|needs|need|requires|require|ought|supposed|necessary|mandatory',
    // "A required encrypted parameter is missing" asks for no encryption.
    'required !parameter|field|data|param|encrypted|value|password',
    'has|have|had to',
    'предусмотрен|предусмотрена|предусмотрено|предусматривает|предусматривается',
  ],
  expect: ['ожида*|ждем|ждет', 'expect|expects|expected|expecting|awaited|awaits'],
  give: [
    'передайте|передавайте|отправьте|отправляйте|пришлите|присылайте|укажите|указывайте|используйте|введите|направьте|предоставьте|шлите|задайте',
    'send|pass|provide|transmit|supply|submit|use|specify|deliver|give|resend|include|put',
  ],
  given: [
    'передан*|получен*|отправлен*|пришел|пришла|пришло|пришли|прислан*|указан*|поступил*|принят*|передается|передаете|послан*|содержит|задан*',
    'sent|received|passed|transmitted|got|given|submitted|supplied|provided|came|arrived|is|was|are|were|contains|specified|looks|appears|detected|found|has|been|seems',
  ],
  password: ['partnerpassword|парол*|password'],
  parameter: [
    'параметр*|значени*|поле|поля|parameter|parameters|value|field',
    'partnername|useauthbycert',
    '{password}',
  ],
  shape: ['вид|форма|формат|form|format|view'],
  channel: ['^ ?the|this|every|any соединение|канал|трафик|подключение|channel|connection|traffic'],
};
