import type { Lexicon } from './lexicon.ts';
import { tryLaterWords } from './try-later-words.ts';

/** Says that the service is temporarily unavailable or asks to repeat the operation later (sections 4.1, 4.2 and 7, status 500). */
export const tryLater: Lexicon = {
  meaning: 'try-later',
  vocabulary: tryLaterWords,
  groups: [
    {
      kind: 'request',
      phrases: [
        '{retry} ,,6 {later}',
        'повтор|повторение|повторный|повторная|повторное ..2 возмож*|доступ* ..2 {later}',
        '{later} ?, ?please|пожалуйста ..1 {retry}',
        '{retry} ..6 {day}',
        '{day} ?, ?please|пожалуйста ..1 {retry}',
        'give|дайте us|it|нам ..2 {time} ,,3 {retry}',
        'подождите|подождать|обождите|дождитесь|wait ,,7 {retry}',
      ],
      // A day that is the last one puts nothing off.
      unless: ['by|before|until|till|до|к|никогда {day}'],
    },
    {
      // It is the service that is down: what it deals in is all the same.
      kind: 'statement',
      phrases: [
        '{service} ..3 временно|temporarily ..2 {down} !to|for|you|партнер*|вам',
        '{service} ..3 {now} ..2 {down}',
        '{service} ..4 {down} ..1 {span}',
        '{service} ..3 short|brief outage|interruption',
        '{service} ..3 {stopped} ..3 for the time being',
        '{service} ..3 {briefly} ..2 {halted}',
        '{service} ..3 {halted} ..2 {briefly}',
        '{service} ..2 is|are|takes|has|having|taking|on|на|ушел|ушла|взял|взяла ..2 {pause}',
        '{service} ..3 временно|temporarily ..1 {stopped} ..1 обслужить|обработать|выполнить|serve|process|handle',
      ],
      unless: ['доступ|access', 'reward|rewards|kind|type of|in|from|on ..1 {service}'],
    },
    {
      kind: 'statement',
      phrases: [
        'временно|temporarily|ненадолго|briefly|кратковременно ..4 {down}',
        '{down} ..2 временно|temporarily',
        'not currently|presently|now available|working|responding|operational|reachable|accessible',
        '{down} ..1 for the time being',
        'будет|станет ..1 доступ* ..2 {later}',
        'будет|станет ..1 доступ* ..2 {day}',
        'will be ..2 available|up|back|online|restored ..2 {later}',
        'will ..1 resume|recover|return|restart ..3 {later}',
        '^ ?we ?are back in|within ..2 {time}',
        'will be ..2 available|up|back|online|restored ..2 {day}',
        'temporary {down}',
        '^ ..3 is|are|находится|находятся на|under|undergoing ?техническом|плановом|scheduled|planned|technical обслуживании|ремонте|maintenance',
        '^ ..1 сервис|система|сервер|служба|портал ..1 на ?техническом|плановом|сервисном|регламентном обслуживании|ремонте|профилактике',
        'временн* ..2 недоступност*|сбой|сбои|сбоя|сбоем|ошибк*|проблем*|неполадк*|перебо*|трудност*|неисправност*|перегрузк*|остановк*|работ*|отключени*|затруднени*',
        'temporary ..3 outage|failure|error|problem*|issue*|unavailability|interruption|maintenance|disruption|difficult*|fault|glitch|overload|breakdown|downtime',
        '{now} ..5 {down}',
        '{down} ..3 {now}',
        'ведутся|ведется|проводятся|проводится|идут|проходят ..2 технические|профилактические|регламентные|плановые|ремонтные|сервисные|техобслуживание|обслуживание',
        '{down} for ?scheduled|planned|technical maintenance',
        'maintenance ..2 in progress|underway',
      ],
      // What is denied to the partner, or a manager who is away, is another matter than the service.
      unless: [
        'вознагражд*|reward*|бонус*|bonus*',
        'менеджер*|manager*',
        'пароль|password',
        'заблокирован*|blocked',
        'permanently|окончательно|навсегда|постоянно',
      ],
    },
    {
      kind: 'statement',
      phrases: ['временно|temporarily ..4 {stopped}', '{stopped} ..2 временно|temporarily'],
      unless: [
        'вознагражд*|reward*',
        'доступ*|access',
        'партнер*|partner*|пользовател*|user*',
        'учетн*|аккаунт*|account*',
        'парол*|password',
      ],
    },
  ],
};
