import type { Lexicon } from './lexicon.ts';

/** Sends the partner to the assigned manager (section 4.2, status 403). */
export const contactManager: Lexicon = {
  meaning: 'contact-manager',
  vocabulary: {
    manager: [
      'менеджер* !подключени*|соединени*|транзакци*|очеред*|сесси*|сессий|паролей|ресурс*|памяти|задач|процесс*|пакет*|ключей|пул*',
      'manager|managers !error*|process|service|module|component|fail*|instance|thread',
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
    ],
  },
  groups: [
    {
      kind: 'request',
      phrases: [
        'обратитесь|обратиться|обращайтесь|обращаться|обратись|обратясь|обратившись ,,5 к|ко ..5 {manager}',
        '{need} обращение|обратиться ..2 к ..5 {manager}',
        'свяжитесь|связаться|свяжись|связывайтесь|связываться|связавшись|контактируйте ,,4 с|со ..5 {manager}',
        'к ..4 {manager} ..4 обратитесь|обратиться|обращайтесь|обращаться',
        'с|со ..4 {manager} ..4 свяжитесь|связаться|связывайтесь',
        // "За подробностями — к менеджеру": Russian leaves the verb out.
        'за|по подробност*|разъяснени*|помощью|информацией|уточнени*|деталями|консультацией ..3 ,,1 к|ко ..4 {manager}',
        'подробност*|детали|информаци* ..3 у ..4 {manager}',
        'вопрос* ,,2 к ..4 {manager}',
        'напишите|написать|позвоните|позвонить|сообщите|сообщить|пишите|звоните|уведомите|направьте|направляйте|адресуйте|задайте|задавайте|передайте|напиши ..5 {manager}',
        'уточните|уточнить|уточняйте|узнайте|узнать|спросите|запросите|запросить|выясните|согласуйте|согласовать|попросите|обсудите|обсудить|проконсультируйтесь|проконсультироваться|поговорите|получите|решайте|решите ..6 у|с|со|через ..4 {manager}',
        'попросите|спросите|просите|уведомите|проинформируйте|информируйте ..3 {manager}',
        '{contact} ..7 {manager}',
        'refer|direct|forward|address|send|submit ..5 to ..3 {manager}',
        // The manager is named first: "your manager can help, please contact them".
        '{manager} ;;7 contact|ask|call him|her|them',
        '{manager} ;;7 обратитесь к нему|ней',
        '{manager} ;;7 свяжитесь с ним|ней',
        '{manager} ..7 must|should|shall|may|can be contacted|notified|informed|asked|consulted',
        'questions|details|information ..4 to|from|with your|assigned|personal|account ..3 {manager}',
      ],
      // Parts of programs are called managers, too.
      unless: [
        'connection|transaction|session|resource|task|package|queue|memory|process|lock|key|secret|secrets|password|pool|credential|cache|entity|security|window|device|file manager|managers',
      ],
    },
  ],
};
