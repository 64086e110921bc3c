import type { Lexicon } from './lexicon.ts';

/** Says that a parameter is expected in encrypted form (sections 4.1, 4.2 and 5.2, status 422). */
export const encryptedForm: Lexicon = {
  meaning: 'encrypted-form',
  vocabulary: {
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
  },
  groups: [
    {
      kind: 'request',
      phrases: [
        '{expect} ,,3 {encrypted}',
        '{expect} ..8 {encrypted}',
        '{expect} , что|чтобы|that ..6 {encrypted}',
        'убедитесь|удостоверьтесь|проверьте|проследите ?, что|чтобы|ли ..6 {encrypted}',
        'make|be sure ..8 {encrypted}',
        '{expect} ..3 {encryption}',
        '{give} ..1 {encryption}',
        'ensure|check ..7 {encrypted}',
        '{encrypted} ..5 {expect}',
        '{must} ..8 {encrypted}',
        '{must} , ?чтобы|that ..5 {encrypted}',
        '{encrypted} ..3 required|needed|mandatory|нужен|необходим|необходимо|требуется|обязательно|обязателен',
        '{must} ..4 {encrypt}',
        '{encrypt} ..4 необходимо|нужно|надо|следует|обязательно|требуется',
        'параметр*|парол*|значени*|пол* ..3 необходимо|нужно|надо|следует ..2 {encrypt}',
        '{must} ..2 {encryption}',
        '{encryption} ..5 обязательно|обязательным|обязательна|необходимо|требуется|required|mandatory|needed|necessary|expected|missing|отсутствует',
        'подлежит|подлежат ..1 {encryption}',
        'зашифруйте|шифруйте',
        '^ encrypt !error*|fail*',
        'please|and|then|first|kindly encrypt ..1 the|this|it|your|param*|value|password|partnerpassword',
        '{give} ..6 {encrypted}',
        'только|исключительно|лишь ..3 {encrypted}',
        '{encrypted} ..1 only',
        'only ..4 {encrypted}',
        '{encrypted} ..2 accepted|принимаются|допускаются|supported',
        // Forbidding the plain form leaves the encrypted one.
        'нельзя|запрещено|запрещается|недопустимо ..5 {plain}',
        '{plain} ..3 запрещен*|недопустим*|нельзя|forbidden|prohibited|disallowed|unacceptable|rejected|отклонен*',
        '{plain} ..4 не|not ?be допускается|допускаются|принимается|принимаются|поддерживается|разрешен*|разрешается|accepted|allowed|permitted|supported|acceptable|expected|ожида*',
        'must|should|can|may|shall not ..4 unencrypted|plaintext|plain|clear|cleartext ?text',
        'не должен|должна|должно|может ..4 открытом|незашифрованном виде',
        'lacks|lack|missing ..1 {encryption}',
      ],
      unless: [
        'соединени*|канал*|подключени*|трафик*|connection|connections|channel|traffic|session',
        // The flag, the key and the certificate are not the encrypted parameter.
        'indicat*|flag|sign|key|certificate|признак*|флаг*|ключ|ключа|сертификат|сертификата|показыва*|указыва*|означа*',
        'error|ошибка|failed {encryption}',
      ],
    },
    {
      // A service that complains of a parameter that is not encrypted says that it expects the encrypted one.
      kind: 'statement',
      phrases: [
        // Not "отсутствует признак шифрования": the flag is another parameter.
        'отсутствует|нет шифрование|шифрования ..2 параметр*|парол*|значени*|пол*|partnerpassword',
        'шифрование ..3 не ?было выполнено|произведено|применено|осуществлено|использовано|проведено|выполнялось|применялось',
        'не ?было выполнено|произведено|применено|осуществлено|проведено шифрование',
        'without ?being|having ?been|first encrypted|enciphered|ciphered|encrypting',
        'not look|appear|seem|looking ?to ?be ?like ?an|a {encrypted}',
        'не ?был|была|было|были зашифрован|зашифрована|зашифровано|зашифрованы|зашифрованн*|шифрован',
        'не является|являются зашифрованн*|шифротекст*|шифртекст*|криптограмм*',
        'параметр*|парол*|значени*|пол*|partnerpassword ..1 незашифрован*|нешифрован*',
        'без шифрования',
        'without encryption',
        // Not "ожидается в открытом, а не в зашифрованном виде".
        'параметр*|парол*|значени*|пол*|partnerpassword|передан* ..2 не ..1 в зашифрованн*|шифрованн* виде|форме',
        'not ?been|properly encrypted|enciphered|ciphered',
        'is|was|value|password|partnerpassword not ?in|the|an|a ?the|an encrypted|ciphertext',
        '{given} ..4 {plain}',
        '{plain} ..2 параметр*|значени*|парол*|пол*|парам*|parameter*|value*|password*|field*|partnerpassword',
        '^ {plain} ..2 {given}',
      ],
      unless: [
        'соединени*|канал*|подключени*|трафик*|connection|connections|channel|traffic|session',
        '{expect}',
        '{must}',
        '{give}',
        'can|could|may|might|allowed|accepted|допускается|разрешается|можно|может|обычно',
      ],
    },
  ],
};
