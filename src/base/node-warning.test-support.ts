import { afterAll, afterEach, beforeAll } from 'vitest';

// Loaded before each test file. A warning of Node, for example about leaking listeners, fails the test.
const seen: string[] = [];
/** Node warns about a variable that tests set on purpose. */
const onPurpose = /NODE_TLS_REJECT_UNAUTHORIZED/;
const note = ({ name, message }: Error): void => {
  if (!onPurpose.test(message)) seen.push(`${name}: ${message}`);
};

beforeAll(() => void process.on('warning', note));
afterAll(() => void process.off('warning', note));
afterEach(async () => {
  // Node emits a warning slightly later.
  await new Promise((resolve) => setImmediate(resolve));
  const found = seen.splice(0);
  if (found.length > 0) throw new Error(`warnings of Node:\n${found.join('\n')}`);
});
