// The build: programs and types for `dist`; the packages that are used stay dependencies.

import { defineConfig } from 'tsdown';

// Whoever installs from a git URL builds, and checks nothing.
const enabled = process.env['npm_lifecycle_event'] === 'build';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    'cli/main': 'src/cli/main.ts',
    // By themselves, so that an older Node, which loads nothing else, says what it needs.
    'base/package': 'src/base/package.ts',
    'base/require-node': 'src/base/require-node.ts',
  },
  platform: 'node',
  target: 'node22.19',
  fixedExtension: false,
  dts: { tsgo: {} },
  copy: [
    { from: ['src/report/page.css', 'src/report/page.js'], to: 'dist/report' },
    { from: 'src/cli/template.yaml', to: 'dist/cli' },
  ],
  publint: { enabled, strict: true },
  attw: { enabled, profile: 'esm-only', level: 'error' },
});
