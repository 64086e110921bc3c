// The rules of judgement by their numbers; docs/verdicts.md says them in full: 1 JSON, 2 naming, 3 meaning, 4 whose words
// they are, 5 foreign words come again, 6 the plain request, 7 conditions, 8 failed logins, 9 order and pace.

/** The edition of all of them: raised when one record would be judged otherwise, or the plan changes. */
export const rules = 6;
