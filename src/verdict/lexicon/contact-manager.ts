import type { Lexicon } from './lexicon.ts';

/** Sends the partner to the assigned manager (section 4.2, status 403). */
export const contactManager: Lexicon = {
  meaning: 'contact-manager',
  vocabulary: {
    manager: [
      'менеджер* !подключени*|соединени*|транзакци*|очеред*|сесси*|сессий|паролей|ресурс*|памяти|задач|процесс*|пакет*|ключей|пул*',
      'manager|managers !error*|process|service|module|component|fail*|instance|thread',
      // The assigned manager under another title.
      'куратор|куратору|куратором|куратора|кураторам|curator',
      'account|client|relationship executive|representative|rep|director',
    ],
    your: ['the|your|our|an|a|assigned|personal|account'],
    need: ['требуется|необходимо|нужно|рекомендуется|просим|просьба'],
    contact: [
      'contact|contacting|contacted|consult|consulting|ask|notify|inform|see|reach|approach|tell|involve',
      // Nouns as often as verbs: "your IP address is blocked by the manager".
      'address|call|calling|email|message|phone|telephone|ping {your}',
      'get hold of',
      'reach|reaching out to|for',
      'get|getting|be|keep|stay in touch|contact with',
      'turn|refer|write|apply|appeal|go|direct|report|talk|speak|speaking|talking|proceed to',
      'speak|talk|connect|check|liaise|communicate|follow|discuss|clarify|verify ?up ?it|this with',
      'write|drop ?a ?line ?to',
      'take|bring|raise ..4 with|to',
      'have a word|chat|talk with',
      'enquire|inquire with|of|from',
      'seek|get|ask|ask for help|advice|assistance from|of',
      'be settled|resolved|clarified with',
      'settle|resolve|clarify ..2 with',
    ],
  },
  groups: [
    {
      kind: 'request',
      phrases: [
        'обратитесь|обратиться|обращайтесь|обращаться|обратись|обратясь|обратившись ,,5 к|ко ..5 {manager}',
        '{need} обращение|обратиться ..2 к ..5 {manager}',
        'поможет обращение ..1 к ..4 {manager}',
        'договоритесь|договориться|выйдите ?на ?связь ..1 с|со ..5 {manager}',
        'разблокировка|подключение|вопросы|доступ ,,1 через ..3 {manager}',
        'let ..5 {manager} know',
        '{manager} ..4 is ?the one|person to turn|apply|speak|write|talk to',
        'свяжитесь|связаться|свяжись|связывайтесь|связываться|связавшись|контактируйте ,,4 с|со ..5 {manager}',
        'к ..4 {manager} ..4 обратитесь|обратиться|обращайтесь|обращаться',
        'с|со ..4 {manager} ..4 свяжитесь|связаться|связывайтесь',
        // "За подробностями — к менеджеру": Russian leaves the verb out.
        'за|по подробност*|разъяснени*|помощью|информацией|уточнени*|деталями|консультацией|подключением|разблокировкой|доступом|справками|ответами ..3 ,,1 к|ко ..4 {manager}',
        'подробност*|детали|информаци* ..3 у ..4 {manager}',
        'вопрос* ,,2 к ..4 {manager}',
        'с|со вопрос* ..2 идите|приходите ..1 к|ко ..4 {manager}',
        'обращение|запрос|заявку|письмо|вопросы ..2 направить|адресовать|отправить|передать ..3 {manager}',
        'напишите|написать|позвоните|позвонить|сообщите|сообщить|пишите|звоните|уведомите|направьте|направляйте|адресуйте|задайте|задавайте|передайте|напиши ..5 {manager}',
        'уточните|уточнить|уточняйте|узнайте|узнать|спросите|запросите|запросить|выясните|согласуйте|согласовать|попросите|обсудите|обсудить|проконсультируйтесь|проконсультироваться|поговорите|получите|решайте|решите ..6 у|с|со|через ..4 {manager}',
        'попросите|спросите|просите|уведомите|проинформируйте|информируйте ..3 {manager}',
        '{contact} ..7 {manager}',
        'refer|direct|forward|address|send|submit ..5 to ..3 {manager}',
        // The manager is named first: "your manager can help, please contact them".
        '{manager} ;;7 contact|ask|call|phone|email|write ?to him|her|them',
        '{manager} ;;7 give|drop him|her|them a call|ring|line',
        'give|drop ..4 {manager} a call|ring|line',
        '{manager} ..6 is|are ?the ?person|one ?whom|who to contact|ask|call',
        '{manager} contact ?is required|needed',
        '{manager} ;;7 пишите|напишите|позвоните|звоните|позвонить|написать ему|ей',
        '{manager} ;;7 наберите|спросите|попросите его|ее',
        '{manager} ;;7 обратитесь к нему|ней',
        '{manager} ;;7 свяжитесь с ним|ней',
        '{manager} ..7 must|should|shall|may|can|has|have|needs|need ?to be contacted|notified|informed|asked|consulted',
        'questions|details|information ..4 to|from|with your|assigned|personal|account ..3 {manager}',
      ],
      // Parts of programs are called managers, too.
      unless: [
        'connection|transaction|session|resource|task|package|queue|memory|process|lock|key|secret|secrets|password|pool|credential|cache|entity|security|window|device|file manager|managers',
      ],
    },
  ],
};
