import { commonWords } from './common-words.ts';
import type { Lexicon } from './lexicon.ts';

/** Says that the service is temporarily unavailable or asks to repeat the operation later (sections 4.1, 4.2 and 7, status 500). */
export const tryLater: Lexicon = {
  meaning: 'try-later',
  vocabulary: {
    ...commonWords,
    retry: [
      '{repeat}',
      'попробуйте|попробовать|пробуйте|попытайтесь|попытаться|вернитесь|вернуться|возвращайтесь|зайдите|заходите|отправьте|отправить|направьте|выполните|выполнить|обратитесь|сделайте|запросите|приходите|проведите|подождите',
      'ждем ?вас',
      'try|trying|attempt|return|again|repeat',
      'come|check|get back',
    ],
    time: [
      'время|времени|минут*|мин|секунд*|сек|час|часа|часов|полчаса|момент|паузу|промежуток',
      '[0-9]+s|time|while|moment|moments|minute|minutes|min|mins|second|seconds|sec|s|hour|hours|bit|interval|delay|pause',
    ],
    later: [
      'позже|позднее|попозже|погодя',
      'через|спустя ..4 {time}',
      'в другое время',
      'later|shortly|soon !than',
      'in|after|within ..4 {time}',
      'at|some another|other time',
    ],
    down: [
      'недоступ*|невозможен|невозможн*|перегружен*|неработоспособ*|неисправ*',
      'не доступ*|работает|работают|отвечает|функционирует|обслуживает*|обрабатывает*|предоставляется',
      'вне доступа|сети',
      'вышел|вышла|вышло из строя',
      'на ?техническом|плановом|сервисном обслуживании|ремонте',
      'unavailable|down|inaccessible|offline|overloaded|unreachable|unserviceable|inoperative|unresponsive|impossible',
      'out of service|order|operation',
      'not ?be available|working|responding|accessible|operational|reachable|reached|possible|functioning|operating|served|serviced',
      'under|undergoing maintenance',
    ],
    // Said of a partner's access as well.
    stopped: [
      'приостановлен*|отключен*|остановлен*|закрыт|выключен*|ограничен*',
      'не может|могут|принимает|принимаются',
      'unable to',
      'suspended|interrupted|disabled|stopped|closed|halted',
    ],
    now: [
      'сейчас|пока',
      'в|на данный|настоящее|настоящий|текущий|этот время|момент|минуту',
      'currently|presently|momentarily|now',
      'at|for|in ?the ?this moment|time|present|now|while',
      'right|just now',
    ],
  },
  groups: [
    {
      kind: 'request',
      phrases: [
        '{retry} ,,6 {later}',
        'повтор|повторение|повторный|повторная|повторное ..2 возмож*|доступ* ..2 {later}',
        '{later} ?, ?please|пожалуйста ..1 {retry}',
        'подождите|подождать|обождите|дождитесь|wait ,,7 {retry}',
      ],
      unless: [],
    },
    {
      kind: 'statement',
      phrases: [
        'временно|temporarily ..4 {down}',
        '{down} ..2 временно|temporarily',
        'not currently|presently|now available|working|responding|operational|reachable|accessible',
        '{down} ..1 for the time being',
        'будет|станет ..1 доступ* ..2 {later}',
        'will be ..2 available ..2 {later}',
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
