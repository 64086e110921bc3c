import { requireCodes } from '../results/warning.test-support.ts';
import { runConformance } from './api.ts';

/** `runConformance` that rejects if the run has a warning. */
export const conform = async (
  ...given: Parameters<typeof runConformance>
): ReturnType<typeof runConformance> => requireCodes(await runConformance(...given));
