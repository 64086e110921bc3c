import type { Vocabulary } from './phrase.ts';

/** Words that more than one meaning needs: ways to ask for another attempt. */
export const commonWords: Vocabulary = {
  again: [
    'еще раз',
    'снова',
    'заново',
    'вновь',
    'повторно',
    'again|afresh',
    'once more',
    'one more time',
    'anew',
    'once again',
  ],
  send: [
    'отправьте|отправить|отправляйте|пошлите|послать|направьте|направить|выполните|выполнить|сделайте|сделать',
    'подайте|подать|передайте|передать|попробуйте|попробовать|пробуйте|попытайтесь|попытаться|пришлите|прислать|вызовите',
    'запросите|осуществите|произведите|проведите|провести|обратитесь',
    'try|trying|attempt|submit|send|sending|make|issue|perform|do|execute|call|run|post|place|ask|request|sent|submitted',
  ],
  repeat: [
    'повторите|повторить|повтори|повторяйте|повторять|повторив|повторим',
    'повторного|повторной|повторную|повторное отправки|отправку|запроса|запрос|попытку|обращения|обращение',
    'повторный запрос',
    'перезапросите|переотправьте|переотправить|перешлите',
    'repeat|repeated|repeating|retry|retrying|retried|resend|resending|resent|resubmit|resubmitted|resubmitting',
    'reissue|reattempt|redo|rerun|resubmission|retransmit',
    '{send} ..4 {again}',
    'повторно|снова|заново отправьте|отправить|направьте|выполните|пошлите|передайте|сделайте|попробуйте',
    'еще раз ..1 отправьте|отправить|направьте|выполните|пошлите|передайте|сделайте|попробуйте',
    'make|send|submit|try another|a|one|new new|another|more|fresh ?more attempt|request|try',
    'отправьте|направьте|пришлите|сделайте|выполните еще один запрос',
  ],
};
