/** What denies that which follows it at once. */
const deniers = [
  'не|ни|нет|без|вместо|нельзя|незачем|запрещено|запрещается|бесполезно|бессмысленно',
  'not|no|nor|never|neither|without|avoid|useless|pointless|unnecessary|forbidden|prohibited|stop',
  'instead of|rather than|refrain from|failed to|unable to|hardly|barely',
].join('|');

/** What may stand between a denial and the denied. */
const between = [
  'to|be|been|being|have|has|had|need|needs|necessary|required|please|try|attempt|even|yet|any|further|again|it|is|you|longer|currently|sense|point|use|reason|in',
  'нужно|надо|необходимо|необходимости|нужды|смысла|имеет|следует|стоит|требуется|рекомендуется|пытайтесь|пробуйте',
  'надобности|обязательно|был|была|было|больше|снова|ли|причин|оснований|сразу|пока|просим|удалось|удается|получилось|можем|может|смогли|смог|возможно|разрешается|допускается|является|являются',
].join('|');

/** "do not call or contact …": the denial reaches over the conjunction. */
const coordinated = '(?:[^ ,.]+ (?:or|nor|or to|или|либо|ни) )?';
const deniedBefore = new RegExp(` (?:${deniers}) (?:(?:${between}) ){0,3}${coordinated}$`, 'u');

/** What denies that which it follows: "обращаться к менеджеру не нужно". */
const deniedAfter = new RegExp(
  `^(?:[^ ,.]+ ){0,3}?(?:${[
    'не (?:нужно|надо|следует|стоит|требуется|необходимо|рекомендуется|обязательно|имеет|поможет|помогает|получится)',
    'нет (?:необходимости|нужды|смысла|надобности)',
    '(?:нельзя|запрещено|запрещается|бесполезно|бессмысленно|незачем|излишне)',
    '(?:is|are|was|will|does|do|would|has|be) (?:not|never) (?:be )?(?:needed|required|necessary|help|allowed|permitted|possible|recommended)',
    '(?:not|never) (?:needed|required|necessary|allowed|permitted|recommended)',
    '(?:is|are|would be|will be) (?:useless|pointless|unnecessary|forbidden|prohibited)',
  ].join('|')}) `,
  'u',
);

/** What denies a statement at its end: "ошибка авторизации отсутствует". */
const absentAfter =
  /^(?:is |was |were |has been |были |была |был )?(?:отсутствует|не (?:обнаружена|возникла|произошла|случилась)|устранена|исправлена|not detected|not found|absent|resolved|fixed) /u;

/** What turns an expectation round: "is expected in plain text". */
const plainAfter =
  /^(?:in (?:plain|plaintext|cleartext|clear text|unencrypted)|to be (?:plain|unencrypted|decrypted)|в (?:открытом|незашифрованном)) /u;

const conditional = / (?:если|коли|if|unless|whenever|in case|в случае) /u;
const clauseEnd = /[,.] (?=[^,.]*$)/u;

/** The part of the clause that stands before this position of a normalised text, at most 200 characters. */
export function clauseBefore(text: string, position: number): string {
  const near = text.slice(Math.max(0, position - 200), position);
  const end = near.search(clauseEnd);
  return end === -1 ? near : near.slice(end + 1);
}

/** Whether the request from `start` to `end` of a normalised text is denied by the words before or after it. */
export function isRequestDenied(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 120);
  return deniedBefore.test(clauseBefore(text, start)) || deniedAfter.test(after) || plainAfter.test(after);
}

/** Whether the statement from `start` to `end` of a normalised text is denied, or stands in an if-clause, which states nothing. */
export function isStatementDenied(text: string, start: number, end: number): boolean {
  const before = clauseBefore(text, start);
  return deniedBefore.test(before) || conditional.test(before) || absentAfter.test(text.slice(end, end + 40));
}
