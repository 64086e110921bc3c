import { enableCompileCache } from 'node:module';
import { defineConfig } from 'vitest/config';

// Compiled modules are kept from one run to the next, by the workers as well, who find the folder here.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory;

export default defineConfig({
  test: {
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
          // Nothing is mocked here: Node loads the suite itself, and faster.
          server: { deps: { external: [/\/src\//] } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
