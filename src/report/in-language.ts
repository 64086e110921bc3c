// Results with every sentence in the language of their reader: said from the codes, which stand beside the English.

import { statementIn, titleIn } from '../messages/banks.ts';
import { say, sayCheck } from '../messages/message.ts';
import type { Language } from '../messages/message.ts';
import type { CaseResult, Results, Said } from '../results/results.ts';

/** English results are English already. */
export function inLanguage(results: Results, language: Language = results.target.language): Results {
  if (language === 'en') return results;
  const said = (one: Said): Said => ({ ...one, message: say(one, language) });
  const caseIn = (one: CaseResult): CaseResult => ({
    ...one,
    title: titleIn(one.id, language) ?? one.title,
    checks: one.checks.map((check) => ({ ...check, ...sayCheck(check, language) })),
  });
  return {
    ...results,
    causes: results.causes.map((cause) => ({
      ...cause,
      found: said(cause.found),
      advice: cause.advice && said(cause.advice),
    })),
    requirements: results.requirements.map((one) => ({
      ...one,
      statement: statementIn(one.id, language) ?? one.statement,
    })),
    cases: results.cases.map(caseIn),
    observations: results.observations.map((one) => ({
      ...one,
      question: { ...said(one.question), message: titleIn(one.id, language) ?? say(one.question, language) },
      value: said(one.value),
    })),
    advisories: results.advisories.map((one) => ({ ...one, found: said(one.found) })),
  };
}
