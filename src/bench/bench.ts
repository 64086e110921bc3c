import type { Measure } from './measure.ts';
import type { Row } from './row.ts';

/** What every scenario is given. */
export interface Bench {
  readonly measure: Measure;
  /** How often each contender runs. */
  readonly runs: number;
  /** Entry of the command line that is measured. */
  readonly program: string;
  /** Folder of the package. */
  readonly root: string;
  /** An empty folder of the scenario's own. */
  readonly folder: string;
}

/** Something that is measured. */
export type Scenario = (bench: Bench) => Promise<readonly Row[]>;
