import { encryptedFormWords } from './encrypted-form-words.ts';
import type { Lexicon } from './lexicon.ts';

/** Says that a parameter is expected in encrypted form (sections 4.1, 4.2 and 5.2, status 422). */
export const encryptedForm: Lexicon = {
  meaning: 'encrypted-form',
  vocabulary: encryptedFormWords,
  groups: [
    {
      // The parameter itself is what is expected: with which flag, key, certificate or connection is all the same.
      kind: 'request',
      phrases: [
        '{parameter} ..8 {expect} ..4 {encrypted}',
        '{expect} ..4 {encrypted} ..5 {parameter}',
        '{password} ..6 {must} ..5 {encrypted}',
        '{password} ..4 is|are|be to ?be|come|arrive ..3 {encrypted}',
        '{password} ..5 только|лишь|исключительно|only ..3 {encrypted}',
        '{must} ..3 {encrypted} ?параметр|parameter partnerpassword',
        '{password} ..3 передается|передаются ..3 {encrypted}',
        '{password} ..3 всегда|always ..1 sent|transmitted|passed|supplied|передается ..2 {encrypted}',
        'encrypt ?the|your ?parameter|value {password}',
      ],
      unless: ['{channel} ..6 {must}', '^ we|it|service encrypt', '{password} ..2 {thing}'],
    },
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
        '{expect} {shape} ..3 ?, {encrypted}',
        'правильный|нужный|требуемый|верный|right|proper|required {shape} ..3 ?, {encrypted}',
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
        '{expect} , not|не ..1 {encrypted}',
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
        'only|только|лишь|исключительно {plain}',
        '{expect}',
        '{must}',
        '{give}',
        'can|could|may|might|allowed|accepted|допускается|разрешается|можно|может|обычно',
      ],
    },
  ],
};
