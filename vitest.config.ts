import { enableCompileCache } from 'node:module';
import { defineConfig } from 'vitest/config';

// Compiled modules are kept from one run to the next, by the workers as well, who find the folder here.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory;

/** How much the suites play: what takes no minutes, all that continuous integration does, the rest of it, or every scenario. */
const extents = ['quick', 'rest', 'all', 'every'] as const;
type Extent = (typeof extents)[number];

declare module 'vitest' {
  interface ProvidedContext {
    extent: Extent;
    /** Of `parts` projects that share the subjects of the selftest. */
    part: number;
    parts: number;
  }
}

/** Tests with browsers, other programs, packages to install and clocks to wait for. */
const systemTests = ['src/**/*.system.test.ts'];

/** Milliseconds that only end what hangs, on a machine that is busy too. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** A warning of Node fails the test. */
const setupFiles = ['src/base/node-warning.test-support.ts'];

/** No module is mocked: Node loads the suite itself, and faster. */
const server = { deps: { external: [/\/(?:src|suites\/banks)\/(?!.*\.test\.ts)/] } };

const [selftest, gateways] = ['suites/selftest.test.ts', 'suites/gateways.test.ts'];

export default defineConfig(({ mode }) => {
  const extent = extents.find((one) => one === mode) ?? 'quick';
  const suites = {
    ...patience,
    setupFiles,
    maxWorkers: 4,
    server,
    sequence: { groupOrder: 2 },
    provide: { extent },
  };
  /** One worker more than the cores of a small machine, so that none is idle at the end. */
  const parts = [0, 1, 2].map((part) => ({
    test: {
      ...suites,
      name: `selftest-${part + 1}`,
      include: [selftest],
      provide: { extent, part, parts: 3 },
    },
  }));
  return {
    test: {
      projects: [
        {
          test: {
            name: 'unit',
            include: ['src/**/*.test.ts', 'suites/banks/**/*.test.ts'],
            exclude: systemTests,
            ...patience,
            setupFiles,
            server,
            // No module keeps state, so that test files share what they load: a third of the processor time less.
            isolate: false,
            maxWorkers: 3,
            sequence: { groupOrder: 1 },
          },
        },
        {
          test: {
            name: 'system',
            include: systemTests,
            ...patience,
            setupFiles,
            // They wait for programs; more at once would take time from those that measure it.
            maxWorkers: 3,
            sequence: { groupOrder: 3 },
          },
        },
        {
          test: {
            ...suites,
            name: 'suites',
            include: ['suites/*.test.ts'],
            exclude: [selftest, gateways],
          },
        },
        ...parts,
        {
          test: {
            ...suites,
            name: 'gateways',
            include: [gateways],
            // They mostly wait, but disturb one another where many run at once: each has a bound of time.
            maxConcurrency: 5,
          },
        },
      ],
    },
  };
});
