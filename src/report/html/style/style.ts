import { base } from './base.ts';
import { cases } from './case.ts';
import { narrow } from './narrow.ts';
import { print } from './print.ts';
import { summary } from './summary.ts';
import { table } from './table.ts';

/** The style sheet of the HTML report: light and dark, narrow and wide, screen and A4. */
export const style = [base, summary, table, cases, narrow, print].join('');
