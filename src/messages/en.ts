import { certificates } from './en/certificates.ts';
import { comparisons } from './en/comparisons.ts';
import { connections } from './en/connections.ts';
import { judgement } from './en/judgement.ts';
import { plan } from './en/plan.ts';
import { reports } from './en/reports.ts';
import { results } from './en/results.ts';

/** English sentences that results may hold. */
export const recorded = { ...connections, ...plan, ...judgement, ...results, ...certificates } as const;

/**
 * Every sentence in English by its code. `{name}`: a value; `{name:or}`: a list; `{count|bank|banks}`: a plural
 * form.
 */
export const english = { ...recorded, ...reports, ...comparisons } as const;
