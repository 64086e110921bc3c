import { expect, it } from 'vitest';
import { canBind } from '../reference/profile.ts';
import { catalogueOf } from '../operation/catalogue.test-data.ts';
import { withBuiltIn } from './built-in.ts';
import { readTarget } from './options.ts';
import { requireCodes } from '../results/warning.test-support.ts';
import { casesOf, runTarget } from './run-target.ts';

const required = catalogueOf('a').length + catalogueOf('b').length;

it.for([
  // The host it listens on, and the host a client uses if that differs from the profile's.
  ['127.0.0.1', null],
  ['127.0.0.3', null],
  ['0.0.0.0', null],
  ['::1', null],
  ['::', null],
  ['::', '[::1]'],
  ['localhost', null],
  ['::ffff:127.0.0.1', null],
] as const)(
  'the sandbox on %s conforms by its own profile, also to a client that calls it %s: nobody is blocked by accident',
  async ([host, called], { skip }) => {
    const address = host === 'localhost' ? '127.0.0.1' : host;
    skip(!(await canBind(address)), `this machine has no ${address}`);
    const results = await withBuiltIn({ host }, async ({ profile, reference }) => {
      const baseUrl = called === null ? undefined : `http://${called}:${reference.port}`;
      const target = await readTarget(profile, { env: {}, baseUrl });
      const cases = casesOf(target).filter(({ kind }) => kind === 'judged');
      return requireCodes(await runTarget({ target, cases }));
    });
    const other = results.requirements.filter(({ verdict }) => verdict !== 'pass');
    expect(other.map(({ id, verdict, reason }) => `${id}: ${reason ?? verdict}`)).toEqual([]);
    expect(results.requirements).toHaveLength(required);
  },
);
