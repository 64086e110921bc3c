import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    // Evaluated alone and first: an older Node says what it needs.
    'base/require-node': 'src/base/require-node.ts',
  },
  platform: 'node',
  target: 'node22.19',
  dts: { tsgo: {} },
  fixedExtension: false,
  copy: [
    { from: 'src/report/page.css', to: 'dist/report' },
    { from: 'src/report/page.js', to: 'dist/report' },
  ],
  publint: { strict: true },
  attw: { profile: 'esm-only', level: 'error' },
});
