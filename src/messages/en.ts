import { certificates } from './en/certificates.ts';
import { comparisons } from './en/comparisons.ts';
import { connections } from './en/connections.ts';
import { doctor } from './en/doctor.ts';
import { judgement } from './en/judgement.ts';
import { plan } from './en/plan.ts';
import { reports } from './en/reports.ts';
import { results } from './en/results.ts';
import { joined } from './joined.ts';

/** Sentences whose codes may occur in a results file. */
export const recorded = joined(connections, plan, judgement, results, certificates);

/**
 * All English sentences by code. `{name}` is a value, `{name:or}` a list, `{count|bank|banks}` a plural form.
 */
export const english = joined(recorded, reports, comparisons, doctor);
