import { provisionOf } from '../case/provision.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { actionInWords } from '../execution/action.ts';
import type { Repetition } from '../execution/order.ts';
import type { Provision, Target } from '../target/target.ts';
import { baselineLabel } from '../verdict/settle.ts';

/** What a run will do to whom, in one or two sentences; `mask` is given what the profile says. */
export function announce(
  cases: readonly TestCase[],
  { times }: Pick<Repetition, 'times'>,
  target: Target,
  mask: (text: string) => string,
): readonly string[] {
  const requests = leastRequests(cases, times, target);
  const tried = cases.filter(({ provisioned }) => provisioned).length * times;
  const first = `${counted(tried, 'case')}, at least ${counted(requests, 'request')} and at most ${counted(target.limits.failedLogins, 'failed login')} to ${withoutUser(target.baseUrl)}`;
  const setups = [...new Set(cases.flatMap((testCase) => setupsOf(testCase, target, mask)))];
  return setups.length === 0 ? [first] : [first, `it brings about ${setups.join(', ')}`];
}

const withoutUser = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Without repeats and later controls; of wrong passwords no more than the profile lets pass. */
function leastRequests(cases: readonly TestCase[], times: number, target: Target): number {
  // The limit of failed logins may hold back every guess.
  const carried = cases.filter(({ provisioned, phase }) => provisioned && phase !== 'guess');
  const stimuli = carried.flatMap((testCase) =>
    testCase.stimuli.map((stimulus) => ({ stimulus, provision: provisionFor(testCase, stimulus, target) })),
  );
  const baselines = stimuli.filter(({ stimulus }) => stimulus.label === baselineLabel).length;
  const others = stimuli.filter(({ stimulus }) => stimulus.label !== baselineLabel);
  const wrong = others.filter(({ stimulus }) => stimulus.password === 'wrong').length;
  // Before a set-up and after its teardown the baseline is asked.
  const controls = others.filter(({ provision }) => provision.setup !== undefined).length * 2;
  const plain = (others.length - wrong + controls) * times;
  const variants = new Set(carried.map(({ variant }) => variant)).size;
  return variants + baselines * (times - 1) + plain + Math.min(wrong * times, target.limits.failedLogins);
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
