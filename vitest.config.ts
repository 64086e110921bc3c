import { defineConfig } from 'vitest/config';
import { TopicSequencer } from './suites/topic-sequencer.ts';
import { createResultsReporter } from './suites/results-reporter.ts';

export default defineConfig({
  test: {
    reporters: ['default', createResultsReporter()],
    sequence: { sequencer: TopicSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          testTimeout: 30_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'suites',
          include: ['suites/**/*.test.ts'],
          globalSetup: 'suites/global-setup.ts',
          // One worker holds the session that all files share; cases overlap within it.
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          maxConcurrency: 64,
          retry: 0,
          // Cases bound their own time: time-outs and repeats are the profile's.
          testTimeout: 0,
          hookTimeout: 0,
        },
      },
    ],
  },
});
