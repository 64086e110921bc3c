import type { CaseResult, CheckResult, Results } from '../results/results.ts';
import { say, sayCheck } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';

type Exchange = CaseResult['exchanges'][number];

/** Results with every sentence in `language`, because reports print the sentences of Results. */
export const inLanguage = (results: Results, language: Language): Results =>
  // The file already has English sentences.
  language === 'en' ? results : spokenIn(results, language);

/** Results with every sentence written again from its message. */
export function spokenIn(results: Results, language: Language): Results {
  const said = (words: Message): string => say(words, language);
  const exchangeIn = (exchange: Exchange): Exchange => ({ ...exchange, label: said(exchange.words) });
  const caseIn = (found: CaseResult): CaseResult => {
    const checks = found.checks.map((check): CheckResult => ({ ...check, ...sayCheck(check, language) }));
    const trials = found.trials.map(({ halted, ...trial }) => ({
      ...trial,
      halted: halted && { ...halted, note: said(halted.words) },
    }));
    const open = checks.find(({ verdict }) => verdict === 'inconclusive')?.message;
    const halted = trials.find((trial) => trial.halted !== null)?.halted?.note;
    return {
      ...found,
      title: said(found.words),
      note: found.note === '' ? '' : (open ?? halted ?? found.note),
      checks,
      trials,
      exchanges: found.exchanges.map(exchangeIn),
    };
  };
  return {
    ...results,
    rootCauses: results.rootCauses.map((cause) => ({
      ...cause,
      message: said(cause.words.message),
      hint: said(cause.words.hint),
    })),
    requirements: results.requirements.map((one) => ({ ...one, statement: said(one.words) })),
    cases: results.cases.map(caseIn),
    controls: results.controls.map(exchangeIn),
    observations: results.observations.map((one) => ({
      ...one,
      question: said(one.words.question),
      value: said(one.words.value),
    })),
    advisories: results.advisories.map((one) => ({ ...one, message: said(one.words) })),
  };
}
