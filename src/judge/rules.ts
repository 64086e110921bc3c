// The rules of judgement by their numbers, under these heads in docs/verdicts.md: 1 to 3 (JSON, naming, meaning) "What is
// compared", 4 and 5 "Whose words are they?", 6 the plain request, 7 conditions, 8 failed logins, 9 limiters and order.

/** The edition of all of them: raised when one record would be judged otherwise, or the plan changes. */
export const rules = 6;
