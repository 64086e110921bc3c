// All sentences in English by code. `{name}` is a value, `{name:or}` a list, `{count|bank|banks}` a plural form.

import { certificates } from './en/certificates.ts';
import { judgement } from './en/judgement.ts';
import { reports } from './en/reports.ts';
import { results } from './en/results.ts';

export const english = { ...judgement, ...certificates, ...results, ...reports } as const;
