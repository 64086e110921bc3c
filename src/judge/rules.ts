// The number of the rules of judgement: raised when one record would be judged otherwise, or the plan changes.

export const rules = 6;
