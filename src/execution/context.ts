import type { Shard } from '../case/shard.ts';
import type { TestCase } from '../case/test-case.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import type { HttpClient } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Redactor } from '../http/redactor.ts';
import type { CaseResult } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { ReadText } from '../verdict/read-text.ts';
import type { Gate } from './gate.ts';
import type { Line } from './line.ts';
import type { Lock } from './lock.ts';
import type { LoginBudget } from './login-budget.ts';
import type { Turn } from './turn.ts';
import type { MadeUp } from './made-up.ts';

/** What happens during a run, for whoever shows it. */
export type RunEvent =
  | { readonly kind: 'case-started'; readonly testCase: TestCase }
  | { readonly kind: 'case-ended'; readonly result: CaseResult }
  /** A request came to its end on behalf of that case or control; secrets masked. */
  | { readonly kind: 'exchanged'; readonly owner: string; readonly exchange: Exchange }
  /** A set-up begins on behalf of that case; `byHand` repeats its teardown, without secrets, null where there is none. */
  | { readonly kind: 'setup-started'; readonly owner: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed, null where it went well. */
  | { readonly kind: 'teardown-ended'; readonly owner: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly message: string };

/** What a run is made with. */
export interface RunOptions {
  readonly spec: Specification;
  readonly target: Target;
  /** `name/version` for the User-Agent. */
  readonly product: string;
  readonly now: () => Date;
  readonly random: () => number;
  /** Aborted: nothing more is sent, but what was set up is torn down. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Other runs carry out the other parts of the cases at the same time; null or left out: this one has the target to itself. */
  readonly shard?: Shard | null;
}

/** Everything that the parts of one run share. */
export interface Context extends RunOptions {
  readonly client: HttpClient;
  readonly redactor: Redactor;
  readonly gate: Gate;
  /** What is known of the line to the target. */
  readonly line: Line;
  readonly lock: Lock;
  readonly logins: LoginBudget;
  /** Lets one request with a wrong password after the other come to its end, so that the budget decides as much as it can. */
  readonly loginTurn: Turn;
  readonly madeUp: MadeUp;
  /** Aborted by `abandon`: not even teardowns go on. */
  readonly abandoned: AbortSignal;
  /** Ends every command of the profile at once, for whoever leaves without waiting for teardowns. */
  readonly abandon: () => void;
  /** No other request is open, and none begins. */
  readonly isAlone: boolean;
  /** The plain request of a variant was refused as unauthorized: the profile's credentials are wrong, or the target is. */
  readonly areCredentialsRefused: () => boolean;
  /** By variant. */
  readonly encryptors: ReadonlyMap<string, Encryptor>;
  /** Reads the texts of error bodies. */
  readonly readText: ReadText;
  /** A new id for an exchange, beginning with that text. */
  readonly nextId: (prefix: string) => string;
  /** Keeps a control exchange for the record. */
  readonly keepControl: (evidence: Evidence) => void;
  /** Id of a failed login that was answered otherwise than by 429, if there was one. */
  readonly earlierLogin: () => string | null;
  readonly noteLogin: (evidence: Evidence) => void;
}
