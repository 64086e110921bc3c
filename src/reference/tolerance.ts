import type { Change } from './behaviour.ts';

/** One way to differ from the reference implementation that the specification allows. */
export interface Tolerance {
  /** Kebab-case. */
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Requirements that become inconclusive, because the answers show nothing about them. */
  readonly vacuous?: readonly string[];
  /** What the server must be started with for it to show. */
  readonly needs?: 'tls';
  readonly change: Change;
}
