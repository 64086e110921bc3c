import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [{ test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 20_000 } }],
  },
});
