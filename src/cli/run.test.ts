// What a run says of the way it was started.

import { expect, it } from 'vitest';
import { askIn, openSite } from './fake-terminal.test-support.ts';

const elsewhere = 'http://127.0.0.1:9/other';

it.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
  [`--base-url ${elsewhere}`, ['--base-url', elsewhere], {}],
  [`--base-url ${elsewhere}`, [], { SBP_BASE_URL: elsewhere }],
  [
    `--base-url ${elsewhere} --proxy 'http://me:<secret>@127.0.0.1:9'`,
    ['--base-url', elsewhere, '--proxy', 'http://me:a-pass-word@127.0.0.1:9'],
    {},
  ],
])('the command to repeat a request goes where the run went: %s', async (over, words, env) => {
  const { folder } = await openSite();
  const run = ['run', '--target', 'target.yaml', '--case', 'a.success', '--retries', '0', ...words];
  const { out, err } = await askIn({ cwd: folder, env }, ...run);
  expect(out).toContain(`$ npx sbp-banks-conformance send a.success --target target.yaml ${over}\n`);
  expect(out + err).not.toContain('a-pass-word');
});
