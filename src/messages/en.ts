import { certificates } from './en/certificates.ts';
import { comparisons } from './en/comparisons.ts';
import { connections } from './en/connections.ts';
import { judgement } from './en/judgement.ts';
import { plan } from './en/plan.ts';
import { reports } from './en/reports.ts';
import { results } from './en/results.ts';

/** All members of a union of types. */
type Intersection<Union> = (Union extends unknown ? (given: Union) => void : never) extends (
  given: infer All,
) => void
  ? All
  : never;

/** One table of several. Spreading more than a thousand members takes tens of milliseconds. */
export const joined = <Tables extends readonly object[]>(...tables: Tables): Intersection<Tables[number]> =>
  Object.fromEntries(tables.flatMap((table) => Object.entries(table))) as Intersection<Tables[number]>;

/** Sentences whose codes may occur in a results file. */
export const recorded = joined(connections, plan, judgement, results, certificates);

/**
 * All English sentences by code. `{name}` is a value, `{name:or}` a list, `{count|bank|banks}` a plural form.
 */
export const english = joined(recorded, reports, comparisons);
