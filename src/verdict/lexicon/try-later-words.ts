import { commonWords } from './common-words.ts';
import type { Vocabulary } from './phrase.ts';

/** The word lists of an unavailable service. */
export const tryLaterWords: Vocabulary = {
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
    'не может|могут|можем|принимает|принимаются',
    'can not ?be process|serve|handle|accept|processed|served',
    'unable to',
    'suspended|interrupted|disabled|stopped|closed|halted',
  ],
  now: [
    'сейчас|пока',
    'в|на данный|настоящее|настоящий|текущий|этот время|момент|минуту',
    'currently|presently|momentarily|now',
    'at|for|in ?the ?this moment|time|present|now|while',
    'right|just ?this|at now|minute|moment|second',
  ],
  day: ['завтра|послезавтра|tomorrow', 'next|the|following morning|day|week', 'утром|вечером|tonight'],
  // Only in the nominative: "the reward of this service" is not the service.
  service: ['сервис|система|служба|сервер|портал|услуга|операция|прием', 'service|system|server|we'],
  // Until when it is down: "closed for the night", "на короткий срок".
  span: [
    'for|over|until|till ..2 night|morning|tomorrow|weekend|while|hour|hours|minutes|time',
    'до|на ..1 ночь|утра|завтра|час|время|срок|выходные|минут*',
  ],
  pause: ['break|pause|rest', 'перерыв*|паузе|паузу'],
  halted: [
    'прервал*|прекратил*|приостановил*|остановил* ?свою работу|обслуживание|прием',
    'прерван*|прекращен*|приостановлен*|остановлен*',
    'stopped|interrupted|suspended',
  ],
  briefly: [
    'ненадолго|краткосрочно|кратковременно|временно|briefly|temporarily',
    'на ..1 время|срок|час',
    'for a ?short while|time|moment',
  ],
};
