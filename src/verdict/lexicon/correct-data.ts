import { correctDataWords } from './correct-data-words.ts';
import type { Lexicon } from './lexicon.ts';

/** Asks to repeat the request with correct data (sections 4.1 and 4.2, status 422). */
export const correctData: Lexicon = {
  meaning: 'correct-data',
  vocabulary: correctDataWords,
  groups: [
    {
      // What is to be mended or checked is data: of what kind, and when the request is to be repeated, is all the same.
      kind: 'request',
      phrases: [
        '{mend} ..5 {fault} ;;7 {retry}',
        'complete|correct|fix it|them|this ;;7 {repeat}',
        'исправьте|поправьте|скорректируйте|откорректируйте|fix|correct|amend ?, и|and|затем|then ..1 {repeat}',
        'put ..2 {fault} right|straight|in ;;7 {retry}',
        '{check} ,,6 {data} ;;9 {retry}',
        '{check} ..3 корректность|правильность|полноту|заполнение|содержимое|наличие ..4 запроса|параметр*|пол* ;;7 {retry}',
        'перед|до|before ..1 повторной|повторным|повтором|repeating|retrying|resending ..4 {mend} ..3 {fault}',
        'после|after исправления|уточнения|проверки|заполнения|корректировки|correcting|fixing|amending|checking ..3 {fault} ,,5 {repeat}',
        'когда|если|как исправите|уточните|дополните|поправите ..3 {fault} ,,3 {repeat}',
        'once|after|when|as ..3 {data} has|have|is|are ?been corrected|fixed|amended|completed|put ,,3 {repeat}',
        '{repeat} ..4 once|when|after ..2 {data} has|have|is|are ?been corrected|fixed|amended|complete|completed|correct|put',
      ],
      unless: ['{network}', '{encrypting}', '{somebody}'],
    },
    {
      kind: 'request',
      phrases: [
        // Asked for by a verb of filling in, whatever follows is data: it is often the bare name of the parameter.
        '{fill} ,,8 и|а|and|then|затем|потом ..4 {repeat}',
        '{fill} ,,5 {right} ..2 {data} ;;5 {retry}',
      ],
      unless: ['{network}', '{encrypting}', '{authorizing}', '{pause}', '{somebody}'],
    },
    {
      kind: 'request',
      phrases: [
        '{lacking} ;;10 {fill} ,,8 и|а|and|then|затем|потом ..4 {repeat}',
        '{lacking} ;;10 {repeat} ,,5 {filling} ..2 {it}',
        '{lacking} ;;10 {repeat} ,,5 {link} ..2 {it}',
      ],
      // What is not sent in encrypted form does not lack.
      unless: ['не|not ..3 в|in ..2 зашифрованн*|шифрованн*|encrypted', '{pause}', 'same|теми|прежними'],
    },
    {
      kind: 'request',
      phrases: [
        '{repeat} ,,6 {link} ..3 {right} ..2 {data}',
        '{repeat} ?the|your|a|этот|ваш ?запрос|request ?the|your|a {right} {data}',
        // "Повторите запрос, указав параметр …": what is filled in makes the data complete.
        '{repeat} ,,4 {filling} ..4 {data}',
        '{repeat} ,,5 с|со|with|w ?параметром|the|parameter {name} !в|in|as|зашифр*|незашифр*|encrypted|unencrypted',
        '{repeat} ..4 after|once|когда|после ..3 {mended} ..3 {fault}',
        '{repeat} ,,4 {mending} ..3 {fault}',
        'repeat|repeated|repeating|retry|resend|resent|resubmit|try|send ,,6 with|w ..1 {data} ?now ?having ?been put|corrected|fixed|amended|completed',
        '{repeat} ..2 корректно|правильно|correctly|properly',
        'новый|new запрос|request с|with {right} ..2 {data}',
        'сформируйте|составьте|подготовьте|create|build|form ..1 {right} ..1 {data} ;;4 {again}',
        '{send} ..1 {right} ?{data} ..3 {again}',
        // A request is on its way already: whoever asks for a correct one asks for another.
        '{send} ?, ?please|пожалуйста ?, ..1 ?a|the|your корректный|правильный|валидный|исправленный|верный|полный|complete|correct|corrected|valid|proper запрос|request',
        'ждем|ожидаем|await|awaiting ..2 {sound} запрос|запроса|request',
        '{send} ?, ?please|пожалуйста ?, ?the|your|a|ваш запрос|request ,,1 {link} ..1 {sound} ..1 {data}',
        'отправьте|направьте|пришлите|send|submit ?the|your|a запрос|request с|со|with полным|complete|full набором|set ..2 {data}',
        'сформируйте|составьте|подготовьте|create|build|form ..1 запрос|request ..2 {link} ..1 {sound} ..1 {data}',
        '{send} ..3 позже|позднее|later ..2 {link} ..1 {sound} ..1 {data}',
        '{need} ..1 {repetition} ..2 {link} ..1 {sound} ..1 {data}',
        'с|со|with {right} ..2 {data} ..4 {repeat}',
      ],
      unless: [
        '{network}',
        'anything|все but|кроме',
        '{data} нельзя|запрещено {repeat}',
        'указав|введя|передав|с|with ..1 неверн*|неправильн*|некорректн*|wrong|incorrect|invalid {data}',
      ],
    },
  ],
};
