import type { CaseResult, CheckResult, Results, TrialRecord } from '../result/results.ts';
import { say, sayCheck } from '../wording/message.ts';
import type { Language } from '../wording/message.ts';

type Exchange = CaseResult['exchanges'][number];

/** The same Results with every sentence in that language: a report shows them as they are. */
export const inLanguage = (results: Results, language: Language): Results =>
  // The file holds the English sentences.
  language === 'en' ? results : spokenIn(results, language);

/** The same Results with every sentence put into words again. */
export function spokenIn(results: Results, language: Language): Results {
  return {
    ...results,
    rootCauses: results.rootCauses.map(({ words, ...cause }) => ({
      ...cause,
      words,
      message: say(words.message, language),
      hint: say(words.hint, language),
    })),
    requirements: results.requirements.map((requirement) => ({
      ...requirement,
      statement: say(requirement.words, language),
    })),
    cases: results.cases.map((found) => caseIn(found, language)),
    controls: results.controls.map((exchange) => exchangeIn(exchange, language)),
    observations: results.observations.map((observation) => ({
      ...observation,
      question: say(observation.words.question, language),
      value: say(observation.words.value, language),
    })),
    advisories: results.advisories.map((advisory) => ({
      ...advisory,
      message: say(advisory.words, language),
    })),
  };
}

function caseIn(found: CaseResult, language: Language): CaseResult {
  const checks = found.checks.map((check): CheckResult => ({ ...check, ...sayCheck(check, language) }));
  const trials = found.trials.map((trial) => trialIn(trial, language));
  const open = checks.find(({ verdict }) => verdict === 'inconclusive');
  const halted = trials.find((trial) => trial.halted !== null)?.halted;
  const failure = found.failure === undefined ? undefined : say(found.failure.words, language);
  return {
    ...found,
    title: say(found.words, language),
    note: found.note === '' ? '' : (failure ?? open?.message ?? halted?.note ?? found.note),
    checks,
    trials,
    exchanges: found.exchanges.map((exchange) => exchangeIn(exchange, language)),
  };
}

const trialIn = (trial: TrialRecord, language: Language): TrialRecord =>
  trial.halted === null
    ? trial
    : { ...trial, halted: { ...trial.halted, note: say(trial.halted.words, language) } };

const exchangeIn = (exchange: Exchange, language: Language): Exchange => ({
  ...exchange,
  label: say(exchange.words, language),
});
