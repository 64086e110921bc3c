import type { Results } from '../results/results.ts';
import { programCalls } from '../base/package.ts';

/** Replaces the program in the commands of Results by `program`. A record uses the package's name for it. */
export function calledAs(results: Results, program: string): Results {
  const { command } = results.target;
  const call = programCalls.find((one) => command?.startsWith(`${one} `) === true);
  if (call === undefined || command === undefined) return results;
  return { ...results, target: { ...results.target, command: `${program}${command.slice(call.length)}` } };
}
