import type { Results } from '../result/results.ts';
import { programCalls } from '../suite.ts';

/** The same Results with the program in their commands called like that; a record names that of the package. */
export function calledAs(results: Results, program: string): Results {
  const { target, cases, controls } = results;
  // Without a command that finds the profile, no other one calls the program.
  const call = programCalls.find((one) => target.command?.startsWith(`${one} `) === true);
  if (call === undefined || call === program || target.command === undefined) return results;
  const [before, after] = [`$(${call} `, `$(${program} `];
  const called = <Sent extends { readonly curl: string }>(exchange: Sent): Sent => ({
    ...exchange,
    curl: exchange.curl.replaceAll(before, () => after),
  });
  return {
    ...results,
    target: { ...target, command: `${program}${target.command.slice(call.length)}` },
    cases: cases.map((one) => ({ ...one, exchanges: one.exchanges.map(called) })),
    controls: controls.map(called),
  };
}
