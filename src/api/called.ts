import type { Results } from '../results/results.ts';
import { programCalls } from '../base/package.ts';

/** The same Results with the program in their command called like that; a record names that of the package. */
export function calledAs(results: Results, program: string): Results {
  const { command } = results.target;
  const call = programCalls.find((one) => command?.startsWith(`${one} `) === true);
  if (call === undefined || command === undefined) return results;
  return { ...results, target: { ...results.target, command: `${program}${command.slice(call.length)}` } };
}
