import type { Stimulus, TestCase } from '../case/test-case.ts';
import { actionInWords } from '../execution/condition.ts';
import { createPlan } from '../execution/plan.ts';
import type { PlannedRequest } from '../execution/plan.ts';
import type { Repetition } from '../execution/run.ts';
import { specification } from '../spec/variant.ts';
import { provisionOf } from '../execution/ask.ts';
import type { Provision, Target } from '../target/target.ts';

/** What a run will do to whom, in one or two sentences; `mask` is given what the profile says. */
export function announce(
  cases: readonly TestCase[],
  { times }: Pick<Repetition, 'times'>,
  target: Target,
  mask: (text: string) => string,
): readonly string[] {
  const requests = leastRequests(cases, times, target);
  const tried = cases.filter(({ provisioned }) => provisioned).length * times;
  const first = `${counted(tried, 'case')}, at least ${counted(requests, 'request')} and at most ${counted(target.limits.failedLogins, 'failed login')} to ${mask(withoutUser(target.baseUrl))}`;
  const setups = [...new Set(cases.flatMap((testCase) => setupsOf(testCase, target, mask)))];
  return setups.length === 0 ? [first] : [first, `it brings about ${setups.join(', ')}`];
}

const withoutUser = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Without repeats and later controls; of what may be taken for a failed login no more than the judged wrong passwords, as far as the profile lets them pass. */
function leastRequests(cases: readonly TestCase[], times: number, target: Target): number {
  const { requests } = createPlan(cases, specification);
  const count = (isMeant: (request: PlannedRequest) => boolean): number => requests.filter(isMeant).length;
  const variants = new Set(requests.map(({ variant }) => variant)).size;
  const baselines = count(({ step }) => step === 'baseline') * (times - 1);
  const harmless = count(({ step }) => step === 'harmless') * times;
  // Before a set-up and after its teardown the baseline is asked.
  const conditions = count(({ step }) => step === 'condition') * 3 * times;
  const judged = requests.filter(({ step, stimulus }) => step === 'login' && stimulus.status !== null);
  const wrong = judged.filter(({ login }) => login === 'wrong').length * times;
  const plain = judged.length * times - wrong;
  return variants + baselines + harmless + conditions + plain + Math.min(wrong, target.limits.failedLogins);
}

function provisionFor({ variant }: TestCase, { condition }: Stimulus, target: Target): Provision {
  const settings = target.variants[variant];
  return settings === undefined ? {} : provisionOf(settings, condition);
}

function setupsOf(testCase: TestCase, target: Target, mask: (text: string) => string): readonly string[] {
  return testCase.stimuli.flatMap((stimulus) => {
    const { setup } = provisionFor(testCase, stimulus, target);
    return setup === undefined ? [] : [`${stimulus.condition} by: ${mask(actionInWords(setup))}`];
  });
}

/** Breaks a text between words into lines of that many characters, later ones indented; a word that is longer keeps its line. */
export function wrapped(text: string, width: number): string {
  const lines = text.split(' ').reduce<readonly string[]>((before, word) => {
    const last = before.at(-1);
    if (last === undefined) return [word];
    const joined = `${last} ${word}`;
    return joined.length < width ? [...before.slice(0, -1), joined] : [...before, `  ${word}`];
  }, []);
  return `${lines.join('\n')}\n`;
}
