import { defineConfig } from 'vitest/config';

/** The net of `npm run mutate`: the tests that judge without sending anything, and no measurement of time. */
export default defineConfig({
  test: {
    include: ['src/{spec,case,verdict,result}/**/*.test.ts', 'src/cli/kept-records.test.ts'],
    exclude: ['src/result/{causes,schema,suspect}.test.ts', 'src/verdict/lexicon/hostile.test.ts'],
    testNamePattern: /^(?!.*(in linear time|hangs on a sentence|does not contradict itself))/v,
    testTimeout: 120_000,
    isolate: false,
  },
});
