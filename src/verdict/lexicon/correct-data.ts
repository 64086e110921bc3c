import { commonWords } from './common-words.ts';
import type { Lexicon } from './lexicon.ts';

/** Asks to repeat the request with correct data (sections 4.1 and 4.2, status 422). */
export const correctData: Lexicon = {
  meaning: 'correct-data',
  vocabulary: {
    ...commonWords,
    // Asking to encrypt is the other answer with 422; a connection, a login or an address is not the request's data.
    elsewhere: [
      'зашифр*|шифр*|encrypt*|plain|plaintext',
      'соединени*|подключени*|сеть|сети|интернет*|connection|network|connectivity',
      'авториз*|аутентифик*|authoriz*|authoris*|authentic*|ip|адрес|address|whitelist',
    ],
    right: [
      'корректн*|правильн*|верный|верные|верных|верным|верными|верное|верной|валидн*|исправленн*|полный|полные|полным|полными|полного',
      'действительн*|достоверн*|актуальн*|заполненн*|обязательн*|необходим*|требуем*|недостающ*|все|всех|всем|всеми|указанн*|надлежащ*',
      'correct|corrected|valid|right|proper|complete|completed|full|accurate|fixed|missing|required|necessary|mandatory|all|appropriate|needed|amended',
    ],
    // What can be said of one request; "all" and "required" say nothing of it.
    sound: [
      'корректн*|правильн*|верный|верные|верных|верным|верными|валидн*|исправленн*',
      'correct|corrected|valid|proper|amended',
    ],
    data: [
      'данн*|параметр*|реквизит*|значени*|сведени*|поле|поля|полей|полем|полями|набор*|информаци*|содержим*|аргумент*|атрибут*|запрос|запросом',
      'partnername|partnerpassword|useauthbycert',
      'data|parameter*|param|params|value*|field*|input|inputs|information|info|set|payload|body|argument*|details|request|credentials|attribute*|content|contents',
    ],
    // What is mended may also be called by the fault in it.
    fault: [
      '{data}',
      'запроса|ошибку|ошибки|ошибка|недочеты|его|их|это',
      'error*|mistake*|problem*|issue*|it|them|this|that|fault*',
    ],
    mend: [
      'исправьте|исправив|исправляйте|скорректируйте|скорректировав|откорректируйте|поправьте|устраните|устранив|измените|дополните|дозаполните|дополнив|приведите',
      'внесите|внести исправления|изменения|правки|коррективы',
      '{need} ..1 исправить|скорректировать|устранить|дополнить',
      'fix|fixing|correcting|amend|revise|rectify|updating',
      // A system updates as often as a caller does: "please update the data" is asked, "data update" is not.
      'please|and|then|kindly update ?the|your',
      // An adjective as often as a verb: "correct data received".
      'correct|complete the|your|any|all|this|these|it|them|its|errors|mistakes',
      'please|kindly correct|complete',
    ],
    mended: [
      'correcting|fixing|amending|corrected|fixed|amended|исправления|исправлении|корректировки|устранения|исправите',
    ],
    need: [
      'необходимо|нужно|следует|надо|требуется|просим|просьба|пожалуйста|можно|вам',
      'необходим|необходима|нужен|нужна',
    ],
    repetition: [
      'повтор|повторение|перезапрос',
      'повторный запрос|вызов',
      'повторная отправка|попытка|передача',
      'повторное обращение|выполнение',
    ],
    link: [
      'с|со|указав|передав|предоставив|заполнив|используя|введя|отправив|при|где|содержащий',
      'with|w|using|providing|supplying|including|specifying|containing|passing|sending|that',
    ],
    filling: [
      'указав|передав|предоставив|заполнив|добавив|внеся|дополнив|включив',
      'specifying|providing|supplying|adding|including|passing',
    ],
    check: [
      'проверьте|проверить|проверив|проверяйте|перепроверьте|перепроверить|уточните|уточнить|уточнив|сверьте|убедитесь|удостоверьтесь',
      'check|review !of',
      'checking|verify|validate|recheck|ensure|reexamine|inspect',
      'double check',
      'make|be sure',
    ],
    fill: [
      'укажите|указать|указав|заполните|заполнить|заполнив|добавьте|добавить|добавив|передайте|передать|передав|внесите|введите|ввести|предоставьте|пришлите|включите|задайте|дополните',
      'specify|specifying|provide|providing|supply|supplying|add|adding|include|including|pass|fill|set|enter|insert|give|populate',
    ],
  },
  groups: [
    {
      kind: 'request',
      phrases: [
        '{mend} ..5 {fault} ;;7 {repeat}',
        'complete|correct|fix it|them|this ;;7 {repeat}',
        'исправьте|поправьте|скорректируйте|откорректируйте|fix|correct|amend ?, и|and|затем|then ..1 {repeat}',
        '{check} ,,6 {data} ;;9 {repeat}',
        '{check} ..1 корректность|правильность|полноту|заполнение|содержимое ..2 запроса ;;7 {repeat}',
        // Asked for by a verb of filling in, whatever follows is data: it is often the bare name of the parameter.
        '{fill} ,,8 и|а|and|then|затем|потом ..3 {repeat}',
        '{fill} ,,5 {right} ..2 {data} ;;5 {repeat}',
      ],
      unless: [
        '{elsewhere}',
        'minute*|moment*|second*|hour*|time|минут*|секунд*|время|времени',
        // Somebody else mends or checks.
        'we|team|engineers|developers will|are|have|can|shall',
        'working|мы|специалист*|инженер*|разработчик*',
      ],
    },
    {
      kind: 'request',
      phrases: [
        '{repeat} ,,6 {link} ..3 {right} ..2 {data}',
        '{repeat} ?the|your|a|этот|ваш ?запрос|request ?the|your|a {right} {data}',
        // "Повторите запрос, указав параметр …": what is filled in makes the data complete.
        '{repeat} ,,4 {filling} ..4 {data}',
        '{repeat} ..4 after|once|когда|после ..3 {mended} ..3 {fault}',
        'новый|new запрос|request с|with {right} ..2 {data}',
        'сформируйте|составьте|подготовьте|create|build|form ..1 {right} ..1 {data} ;;4 {again}',
        '{send} ..1 {right} ?{data} ..3 {again}',
        // A request is on its way already: whoever asks for a correct one asks for another.
        '{send} ?, ?please|пожалуйста ?, ..1 ?a|the|your корректный|правильный|валидный|исправленный|верный|полный|complete|correct|corrected|valid|proper запрос|request',
        '{send} ?, ?please|пожалуйста ?, ?the|your|a|ваш запрос|request ,,1 {link} ..1 {sound} ..1 {data}',
        'отправьте|направьте|пришлите|send|submit ?the|your|a запрос|request с|со|with полным|complete|full набором|set ..2 {data}',
        'сформируйте|составьте|подготовьте|create|build|form ..1 запрос|request ..2 {link} ..1 {sound} ..1 {data}',
        '{send} ..3 позже|позднее|later ..2 {link} ..1 {sound} ..1 {data}',
        '{need} ..1 {repetition} ..2 {link} ..1 {sound} ..1 {data}',
        'с|со|with {right} ..2 {data} ..4 {repeat}',
      ],
      unless: ['{elsewhere}'],
    },
  ],
};
