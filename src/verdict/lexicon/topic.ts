import type { Meaning } from '../../spec/specification.ts';

/** One way to touch a topic, over normalised text without the parameters' names, in which each word has a space before it. */
export interface Topic {
  readonly meaning: Meaning;
  /** Stems of words; the text holds one of each. */
  readonly holds: readonly RegExp[];
  /** Stems of which the text holds none. */
  readonly lacks?: RegExp;
  /** How many of the parameters the text names at least: words that every text may have touch a topic only beside them. */
  readonly names?: number;
}

const again =
  /(?<= )(?:повтор|снова |заново |вновь |еще раз |попроб|попыта|перезапрос|again |repeat|retry|resend|resubmit|anew |afresh |once more )/u;
const crypt = /шифр|крипт|crypt|cipher/u;
const fill =
  /(?<= )(?:ука(?:жите|зать|зав)|переда(?:йте|ть|в)|добав(?:ьте|ить|ив)|заполн(?:ите|ить|ив)|внес(?:ите|ти)|введите|предостав(?:ьте|ить|ив)|дополн(?:ите|ить|ив)|specify|provide|supply|add|fill|enter|include|complete) /u;

/** The ways to touch each topic; what the lexicon finds beside one of its own convicts nobody. */
export const topics: readonly Topic[] = [
  {
    // What asks for correct data, that is: "неверный", "invalid", "не корректны" and "not valid" state a fault and ask for nothing.
    // Every text about a failed login has one, and would be left to a person where it stands for a missing parameter.
    meaning: 'correct-data',
    holds: [/(?<= )(?<! (?:не|not) )(?:коррект|правильн|верн(?:ые|ыми|ых|ый|ым) |correct|valid)/u],
  },
  {
    meaning: 'correct-data',
    names: 1,
    holds: [
      /(?<= )(?:исправ(?:ь|и|л)|скоррект|откоррект|поправ(?:ь|и|л)|уточн|перепровер|fix |amend|rectif|revis|mend |put (?:[^ ]+ )?right)/u,
    ],
  },
  {
    meaning: 'correct-data',
    names: 1,
    holds: [/(?<= )(?:провер(?:ьте|ить|ив|яйте)|check|verify|look at) /u],
    lacks: crypt,
  },
  { meaning: 'correct-data', names: 1, holds: [fill], lacks: crypt },
  { meaning: 'correct-data', names: 1, holds: [fill, again] },
  {
    meaning: 'correct-data',
    names: 1,
    holds: [again],
    lacks: /шифр|крипт|crypt|cipher|позже|поздн|later|временн|temporar/u,
  },
  {
    // It says what is missing, and asks to repeat: when, would be another topic.
    meaning: 'correct-data',
    names: 1,
    holds: [/(?<= )(?:отсутств|пропущен|не (?:указан|передан|задан)|missing|absent|lack)/u, again],
    lacks: /позже|поздн|later|временн|temporar/u,
  },
  { meaning: 'encrypted-form', holds: [crypt] },
  {
    meaning: 'encrypted-form',
    holds: [
      /кодир|encod|(?:plain|clear) ?text|in the clear |(?:открыт|защищенн)[^ ]+ (?:виде|форме|текст)|secure form/u,
    ],
  },
  {
    meaning: 'not-authorized',
    holds: [
      /авториз|аутентиф|authori[sz]|authenticat|(?<= )(?:логин|парол|login)|password|credential|(?<= )учетн/u,
    ],
  },
  {
    meaning: 'not-authorized',
    holds: [
      /(?<= )(?:подлинн|личност|идентифи(?:ц|кац)|опозна|войти |вход (?:в систему|не) |identi(?:ty|fy|fied|fication) |who you are |(?:sign|log)(?:ed|ged|ing|ging)? ?in )/u,
    ],
  },
  {
    // Half of what the specification's own text says; blocked partners are kept from the system.
    meaning: 'not-authorized',
    holds: [
      /(?<= )(?:доступ[^ ]* к (?:[^ ]+ )?ресурс|access to (?:the |this )?(?:[^ ]+ )?resource|resource (?:access )?is (?:restrict|limit|off))/u,
    ],
  },
  { meaning: 'not-authorized', names: 2, holds: [/(?<= )(?:доступ|access)/u] },
  { meaning: 'contact-manager', holds: [/(?<= )(?:менедж|manage(?:r|ment))/u] },
  {
    meaning: 'contact-manager',
    holds: [
      /(?<= )(?:куратор|курир|curator|(?:account|client|relationship) (?:executive|rep|director|officer)|(?:за|при)креплен|assigned|(?:персональн|личн|ведущ|ответственн)[^ ]+ (?:сотрудник|специалист|представител|лиц)|контактн[^ ]+ лиц|contact person )/u,
    ],
  },
  {
    meaning: 'try-later',
    holds: [
      /(?<= )(?:попозже|позже|поздн|later|временн|temporar|через (?:некоторое|несколько|пару|час|сутки|минут|[0-9]+ минут|[0-9]+ час))/u,
    ],
  },
  {
    meaning: 'try-later',
    holds: [
      /(?<= )(?:завтра|tomorrow|спустя |погодя |скоро |soon |shortly |ненадолго|краткосрочн|кратковременн|на (?:короткое )?время |на короткий срок|brief|перерыв|outage|overload|перегру[жз]|for the time being|минут|minute|полчаса|a break |a pause |down for |until |for (?:a|the) (?:while|moment|night)|maintenance|обслуживани|in (?:a|some|due|few|[0-9]+) (?:[^ ]+ )?(?:while|minute|moment|hour|time|course))/u,
    ],
  },
  {
    // It is the service that does not work; a kind of reward may be unavailable for good.
    meaning: 'try-later',
    holds: [
      /(?<= )(?:сервис|служба|система|сервер|услуга|service|system|server) (?:[^ .]+ ){0,4}(?:недоступ|не (?:работа|отвеча|доступ|функцион)|прерв|прекрат|прекращ|приостан|останов|unavailable|not (?:available|reachable|respond|work)|can not be reached|down |out of|stopped|suspended)/u,
    ],
  },
];
