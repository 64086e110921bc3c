import { joined } from './en.ts';
import { certificates } from './ru/certificates.ts';
import { comparisons } from './ru/comparisons.ts';
import { connections } from './ru/connections.ts';
import { judgement } from './ru/judgement.ts';
import { plan } from './ru/plan.ts';
import { reports } from './ru/reports.ts';
import { results } from './ru/results.ts';

/** Sentences whose codes may occur in a results file. */
export const recorded = joined(connections, plan, judgement, results, certificates);

export const russian = joined(recorded, reports, comparisons);
