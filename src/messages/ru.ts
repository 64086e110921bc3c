// All sentences in Russian by code. `{name}` is a value, `{name:or}` a list, `{count|bank|banks}` a plural form.

import { certificates } from './ru/certificates.ts';
import { judgement } from './ru/judgement.ts';
import { reports } from './ru/reports.ts';
import { results } from './ru/results.ts';

export const russian = { ...judgement, ...certificates, ...results, ...reports } as const;
