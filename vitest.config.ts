import { enableCompileCache } from 'node:module';
import { defineConfig } from 'vitest/config';
import { TopicSequencer } from './suites/topic-sequencer.ts';
import { createResultsReporter } from './suites/results-reporter.ts';

// Compiled modules are kept from one run to the next, by the workers as well, who find the folder here.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory;

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
          // Nothing is mocked here: Node loads the modules itself, and faster.
          experimental: { viteModuleRunner: false },
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
