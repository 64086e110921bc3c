import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Changes } from './small-run.test-support.ts';
import { both, idsOf, runWith, settings } from './small-run.test-support.ts';
import type { Call } from './small-service.test-support.ts';
import { blocked, documentedReply, partner } from './small-service.test-support.ts';

const right = partner.password;

/** The kinds by the password that a service decrypts. */
function kindOf(password: string): string {
  const rest = password.startsWith(right) ? password.slice(right.length) : null;
  if (rest !== null) {
    if (/^\d$/.test(rest)) return 'appended';
    if (rest === '\n') return 'line break';
    if (/^\0\d$/.test(rest)) return 'NUL';
  }
  const known: Readonly<Record<string, string>> = {
    '': 'empty',
    [right.slice(0, -1)]: 'last missing',
    [right.slice(1)]: 'first missing',
    [right.slice(0, 8)]: 'first eight',
    [blocked.password]: 'other partner',
    [right.replace('s', 'S')]: 'case',
    [` ${right} `]: 'blanks',
  };
  if (known[password] !== undefined) return known[password];
  return password.length === right.length && password.startsWith(right.slice(0, -1))
    ? 'last replaced'
    : password;
}

/** A request of the partner in which only the password is wrong. */
const isGuess = ({ params, kind }: Call): boolean =>
  params['partnerName'] === partner.name && params['useAuthByCert'] === 'true' && kind === 'unauthorized';
const sentIn = (calls: readonly Call[]): readonly string[] =>
  calls.filter(isGuess).map(({ variant, password }) => `${variant} ${kindOf(password ?? '')}`);

const cases = ['?.success', '?.unauthorized.*', '?.observed.password.*'];
const limited = (failedLogins: number, changes: Changes = {}) =>
  runWith('documented', { ...both, ...changes, limits: { failedLogins } }, { cases });

const order = [
  'appended',
  'empty',
  'last replaced',
  'last missing',
  'line break',
  'first eight',
  'first missing',
  'NUL',
  'other partner',
  'case',
  'blanks',
].flatMap((kind) => [`a ${kind}`, `b ${kind}`]);

it('tries every kind of wrong password in A and B before the next one, each with a control behind it', async () => {
  const { calls, results } = await limited(100);
  expect(sentIn(calls)).toEqual(order);
  const guesses = ['a', 'b'].flatMap((variant) => {
    const line = calls.filter((call) => call.variant === variant);
    return line.flatMap((call, at) => (isGuess(call) ? [[call, line[at + 1]] as const] : []));
  });
  expect(
    guesses.filter(([{ variant }, next]) => next?.kind !== 'success' || next.variant !== variant),
  ).toEqual([]);
  expect(results.variants['a']?.classes.full.untried).toEqual([]);
});

it.each([1, 2, 3, 4, 7, 12, 17])(
  'tries the first kinds, and as many as the limit of %i failed logins allows',
  async (limit) => {
    const { calls, results } = await limited(limit);
    expect(sentIn(calls)).toEqual(order.slice(0, limit));
    expect(results.failedLogins).toBe(limit);
  },
);

it.each<[string, (password: string) => boolean, readonly string[]]>([
  ['a pattern', (sent) => sent.includes(right), ['a.authorization.enforced', 'a.unauthorized']],
  ['a beginning', (sent) => sent.startsWith(right), ['a.authorization.enforced', 'a.unauthorized']],
  [
    'its first eight characters',
    (sent) => sent.slice(0, 8) === right.slice(0, 8),
    ['a.authorization.enforced', 'a.unauthorized'],
  ],
  // Where it is empty, in a list of a directory.
  ['an empty one', (sent) => sent === '', ['a.authorization.enforced']],
])('finds a comparison by %s at the default limit', async (_what, accepts, expected) => {
  const answer = (call: Call) =>
    call.variant === 'a' && isGuess(call) && accepts(call.password ?? '')
      ? { status: 200, body: '{"banks":[{"name":"Bank","bic":"044525225"}]}' }
      : ('documented' as const);
  const { results } = await runWith(answer, { ...both, limits: { failedLogins: 3 } }, { cases });
  expect(idsOf(results, 'fail').map((id) => id.replace(/\.(status|meaning)$/, ''))).toEqual(
    expect.arrayContaining([...expected]),
  );
});

it('tries every kind at the limit that the documentation recommends', async () => {
  const page = readFileSync(new URL('../../docs/provisioning.md', import.meta.url), 'utf8');
  const limit = Number(/`limits: \{ failedLogins: (\d+) \}`; a run then tries every/.exec(page)?.[1]);
  // Two places are left for a template with a separator, which the small service does not read.
  const { results } = await runWith('documented', { ...both, limits: { failedLogins: limit - 2 } });
  expect(results.advisories.map(({ id }) => id)).not.toContainEqual(expect.stringContaining('untried'));
});

it('leaves no kind unsaid that the limit leaves out, and none that does not exist', async () => {
  const { results } = await limited(3);
  const halted = results.cases.flatMap(({ id, guess, trials: [trial] }) =>
    guess === undefined || !id.startsWith('a.') || !trial?.halted ? [] : [[guess.kind, trial.halted.kind]],
  );
  expect(Object.fromEntries(halted)).toEqual({
    'last-replaced': 'limit',
    'last-missing': 'limit',
    'line-break-appended': 'limit',
    'first-eight': 'limit',
    'first-missing': 'limit',
    'nul-appended': 'limit',
    'other-partner': 'limit',
    'separator-appended': 'no-password',
    'case-swapped': 'limit',
    surrounded: 'limit',
    'wrong-unflagged': 'limit',
  });
});

it('sends the password with its last character replaced where one more cannot be encrypted, and that once', async () => {
  // OAEP with SHA-256 leaves 62 of the 128 bytes of the small service's key.
  const longest = 'p4ssword'.repeat(8).slice(0, 62);
  const credentials = { ...settings.credentials, partnerPassword: longest };
  const answer = ({ password, kind }: Call) =>
    kind === 'unauthorized' && password === longest
      ? { status: 200, body: '{"banks":[{"name":"Bank","bic":"044525225"}]}' }
      : ('documented' as const);
  const { calls, results } = await runWith(answer, { settings: { credentials } }, { cases });
  const sent = calls
    .filter(isGuess)
    .flatMap(({ password }) => (password === longest ? [] : [password ?? '']));
  expect(sent[0]).toMatch(new RegExp(`^${longest.slice(0, -1)}.$`));
  expect(sent.filter((one) => one === sent[0])).toHaveLength(1);
  expect(sent.filter((one) => one.length > longest.length)).toEqual([]);
  expect(idsOf(results, 'setup-failed')).toEqual([]);
  expect(results.variants['a']?.classes.full.untried).toEqual([]);
});

it('masks what a service echoes of a wrong password before it was sent, and those with characters that JSON escapes', async () => {
  const echoed = [`${right}\n`, right.slice(1), `${right}\0`];
  const body = JSON.stringify({ description_status: `No: ${echoed.join(' ')}` });
  const answer = ({ kind }: Call) => (kind === 'missing' ? { status: 422, body } : ('documented' as const));
  const { results } = await runWith(
    answer,
    { limits: { failedLogins: 100 } },
    { cases: [...cases, '?.missing.*'] },
  );
  expect(JSON.stringify(results)).not.toContain(right.slice(1));
});

it('an unknown partner with zeros in front is no number: that would be the known one', async () => {
  const isNumber = ({ body }: Call): boolean => body.includes(`"partnerName":${partner.name}`);
  const { results, calls } = await runWith(
    (call) => (isNumber(call) ? documentedReply({ ...call, kind: 'success' }) : 'documented'),
    { conditions: { ...settings.conditions, unauthorized: { unknownPartner: `00${partner.name}` } } },
  );
  expect(idsOf(results, 'fail')).toEqual([]);
  expect(calls.filter(isNumber)).toEqual([]);
});
