import type { AimKind } from '../case/test-case.ts';
import type { CheckCode } from '../wording/message.ts';
import type { Check, Judged } from './check.ts';
import { judgeMeaning, judgeNames, judgeOwnMeaning, judgeOwnNames, judgeStatus } from './judge-answer.ts';
import {
  judgeSameSuccess,
  judgeSuccessBody,
  judgeSuccessRecord,
  judgeSuccessStatus,
} from './judge-success.ts';

/** Failures by their code, each with those of the same answer that it follows from: a list has no error text. */
type Follows = { readonly [Code in CheckCode]?: readonly CheckCode[] };

/** How a kind of check is judged; its words stand in `wording` under its codes. */
interface Kind {
  /** Where the body could not be read it stays open. */
  readonly needsBody: boolean;
  /** It means something only where the plain request is accepted. */
  readonly needsControl: boolean;
  readonly follows: Follows;
  readonly judge: (judged: Judged) => Check;
}

const ofSuccess = { needsBody: true, needsControl: false, follows: {} } as const;
const ofText = { 'text-missing': ['list-disclosed', 'error-body', 'status'] } as const;

/** Every kind of check that a case makes of the answer to one of its requests. */
export const kinds = {
  'success-status': { ...ofSuccess, needsBody: false, judge: judgeSuccessStatus },
  'success-body': { ...ofSuccess, judge: judgeSuccessBody },
  'success-record': { ...ofSuccess, judge: judgeSuccessRecord },
  'same-success': { ...ofSuccess, judge: judgeSameSuccess },
  status: {
    needsBody: false,
    needsControl: true,
    follows: { status: ['list-disclosed'] },
    judge: judgeStatus,
  },
  names: {
    needsBody: true,
    needsControl: true,
    // A wrong text names nothing.
    follows: { ...ofText, names: ['meaning-contradicted'] },
    judge: judgeNames,
  },
  meaning: { needsBody: true, needsControl: true, follows: ofText, judge: judgeMeaning },
  'own-names': { needsBody: true, needsControl: true, follows: ofText, judge: judgeOwnNames },
  'own-meaning': { needsBody: true, needsControl: true, follows: ofText, judge: judgeOwnMeaning },
} as const satisfies { readonly [Name in AimKind]: Kind };

/** The failures that one with this code follows from, the strongest first. */
export function leadersOf(code: string): readonly string[] {
  // What every answer is checked for follows from its status as well.
  const all: readonly Follows[] = [
    { 'unused-status': ['status'] },
    ...Object.values(kinds).map(({ follows }) => follows),
  ];
  const found = all.flatMap((follows) => Object.entries(follows)).find(([own]) => own === code);
  return found?.[1] ?? [];
}
