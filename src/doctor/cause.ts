import type { Results } from '../result/results.ts';

/** What of the profile and the network bears upon the answer to the plain request. */
export interface BaselineSettings {
  readonly target: Results['target'];
  /** Paths of all variants, the bank code filled in where it is known. */
  readonly paths: readonly string[];
  readonly hasClientCertificate: boolean;
  /** The port of an http:// address speaks TLS; known only where an answer gave reason to try. */
  readonly speaksTls: boolean;
}

/** What was found and what to mend. */
export interface Cause {
  readonly found: string;
  readonly mend: string;
}
