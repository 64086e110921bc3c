// What every row states of itself, derived again from the bytes that are sent: whether the list may be handed out for
// them, and what they may cost.

import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBuild } from '../../src/plan/build.ts';
import { claimsOf, planOf } from '../../src/plan/plan.ts';
import { createDecryptor } from '../../src/reference/decrypt.ts';
import { Encrypted } from './row.ts';
import { controlRows, rows } from './table.ts';
import type { Wire } from '../../src/client/exchange.ts';
import type { Built } from '../../src/plan/build.ts';
import type { PlannedRow } from '../../src/plan/plan.ts';
import type { Provision, Target } from '../../src/profile/target.ts';
import type { Cost, Row } from './row.ts';

const key = readFileSync('fixtures/keys/service.pem', 'utf8');
const publicKey = createPublicKey(key);
const { open } = createDecryptor(readFileSync('fixtures/keys/service.key', 'utf8'));
const encrypt = async (password: string): Promise<string> =>
  publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(password),
  ).toString('base64');

const usual = { partnerName: '1042', partnerPassword: 'Krasno-Solnce7', useAuthByCert: 'true' };
const provisions = {
  unavailable: { headers: { 'X-Fault': 'unavailable' } },
  'partner-blocked': { credentials: { partnerName: '1043', partnerPassword: 'blocked' } },
  'ip-blocked': { localAddress: '127.0.0.2' },
  'reward-unavailable': { credentials: { partnerName: '1044', partnerPassword: 'rewardless' } },
} as const satisfies Record<string, Provision>;

const targetWith = (unauthorized: Provision): Target => {
  const variant = {
    credentials: usual,
    encryption: {
      scheme: 'rsa-oaep',
      hash: 'sha256',
      mgf1: 'sha256',
      encoding: 'base64',
      key,
      template: '{password}|{timestamp}',
    },
    headers: { 'X-Gateway-Key': 'k' },
    conditions: { ...provisions, unauthorized },
  } as const;
  return {
    name: 'test',
    source: null,
    folder: '.',
    baseUrl: 'http://host/api',
    variants: { a: { ...variant, bankCode: null }, b: { ...variant, bankCode: 'acme' } },
    tls: {} as Target['tls'],
    proxy: null,
    http2: false,
    language: 'en',
    limits: { concurrency: 8, rate: null, timeout: 1000, retries: 4, failedLogins: 3, recheck: 0 },
    production: [],
    decisionsFile: null,
    secrets: [],
    warnings: [],
  };
};

const ownPartner = { partnerName: '2077', partnerPassword: 'unused', rightPassword: 'Okeaniya-77x' };
const targets = {
  'wrong passwords of the usual partner': targetWith({}),
  'wrong passwords of another partner': targetWith({ credentials: ownPartner, unknownPartner: '99999999' }),
};

const passwords = new Map<unknown, string>([
  [usual.partnerName, usual.partnerPassword],
  ['1043', 'blocked'],
  ['1044', 'rewardless'],
  [ownPartner.partnerName, ownPartner.rightPassword],
]);

/** The parameters that stand in what is sent, however they are written. */
function parametersIn({ url, body }: Wire): Readonly<Record<string, readonly unknown[]>> {
  const query = new URL(url).search.slice(1).split('&').filter(Boolean);
  const ofQuery = query.map((pair) => pair.split('=').map(decodeURIComponent) as [string, string]);
  const ofBody = (): readonly (readonly [string, unknown])[] => {
    try {
      const value: unknown = JSON.parse(body ?? '');
      return Object.entries(value ?? {});
    } catch {
      return [];
    }
  };
  const found = Object.groupBy([...ofQuery, ...ofBody()], ([name]) => name);
  return Object.fromEntries(
    Object.entries(found).map(([name, pairs = []]) => [name, pairs.map(([, one]) => one)]),
  );
}

type Stated = Pick<Row, 'isAuthorized' | 'cost'>;

/** What the bytes say. Ciphertexts open with the private key. */
function derived(wire: Wire): Stated {
  const { partnerName = [], partnerPassword = [], useAuthByCert = [] } = parametersIn(wire);
  const [name, password, flag] = [partnerName[0], partnerPassword[0], useAuthByCert[0]];
  const right = passwords.get(name);
  const opened = typeof password === 'string' ? open(password) : null;
  const plain = opened?.replace(/\|[^|]*$/, '') ?? null;
  return { isAuthorized: isAuthorized(), cost: costOf() };

  function isAuthorized(): Stated['isAuthorized'] {
    if (partnerPassword.length > 1 || plain === null) return false;
    if (right !== undefined) {
      if (plain === right) return true;
      return plain.trim().toLowerCase() === right.toLowerCase() ? isOnlyBlanksOrCase(plain, right) : false;
    }
    // The same number in other digits.
    return typeof name === 'string' && /^[\d.]+$/.test(name) && Number(name) === Number(usual.partnerName)
      ? 'lenient'
      : false;
  }

  function isOnlyBlanksOrCase(one: string, other: string): 'lenient' | false {
    return one.replaceAll(' ', '').length === other.length && !/[\n\0]/.test(one) ? 'lenient' : false;
  }

  function costOf(): Cost {
    const isReal = [...passwords.keys()].some(
      (known) =>
        typeof name === 'string' &&
        name.trim() !== '' &&
        (known === name || Number(known) === Number(name) || String(known).startsWith(name)),
    );
    if (!isReal || password === undefined || password === null) return 'free';
    if (plain !== null && plain !== right && right !== undefined) return 'wrong';
    const isUsual =
      name === usual.partnerName && plain === usual.partnerPassword && flag === usual.useAuthByCert;
    return isUsual && isWrittenAsUsual() ? 'plain' : 'login';
  }

  function isWrittenAsUsual(): boolean {
    const credentials = { partnerName: name, partnerPassword: password, useAuthByCert: flag };
    if (wire.body !== null) return wire.body === JSON.stringify(credentials);
    const query = Object.entries(credentials).map(
      ([key, value]) => `${key}=${encodeURIComponent(String(value))}`,
    );
    return new URL(wire.url).search === `?${query.join('&')}` && !String(password).includes('+');
  }
}

async function buildAll(
  target: Target,
  planned: readonly PlannedRow[],
): Promise<readonly (readonly [Row, Built | null])[]> {
  let drawn = 7;
  const build = createBuild(target, {
    suite: { name: 'suite', version: '1' },
    encrypt: { a: withTime, b: withTime },
    draw: (end) => (drawn = (drawn * 16_807) % 2_147_483_647) % end,
    requestId: () => 'id',
  });
  const learned = { ciphertext: await withTime(usual.partnerPassword), cookie: 'session=1' };
  return Promise.all(planned.map(async (row) => [row, await build(row, learned)] as const));
}

const withTime = (password: string): Promise<string> => encrypt(`${password}|2026-01-01`);

test.for(Object.entries(targets))('%s: every row states what its bytes say', async ([, target]) => {
  const { rows: planned } = planOf(claimsOf(target));
  for (const [row, built] of await buildAll(target, planned)) {
    const { isAuthorized, cost } = row;
    expect({ id: row.id, ...(built === null ? { built } : derived(built.wire)) }).toEqual({
      id: row.id,
      isAuthorized,
      cost,
    });
  }
});

test('rows that say something else are found', async () => {
  const target = targets['wrong passwords of the usual partner'];
  const plan = planOf(claimsOf(target));
  const lies: readonly Partial<Row>[] = [
    { values: ({ partnerPassword }) => ({ partnerPassword: new Encrypted([`${partnerPassword}x`]) }) },
    { values: ({ stranger }) => ({ partnerName: stranger }) },
    { values: ({ partnerPassword }) => ({ partnerPassword }) },
    { write: (values) => `{"useAuthByCert":${JSON.stringify(values.useAuthByCert)}}` },
  ];
  const plain = plan.rows.filter(({ id }) => id === 'a.success');
  const told = lies.flatMap((lie) => plain.map((row) => ({ ...row, ...lie })));
  expect(told).toHaveLength(4);
  for (const [row, built] of await buildAll(target, told)) {
    const { isAuthorized, cost } = row;
    expect(built && derived(built.wire)).not.toEqual({ isAuthorized, cost });
  }
});

test('every form that a stranger is asked in has a name of its own', async () => {
  const target = targets['wrong passwords of another partner'];
  const { rows: planned } = planOf(claimsOf(target));
  const built = await buildAll(target, planned);
  const names = built.flatMap(([row, one]) =>
    /precedence|unknown|replay|cookie/.test(row.id) && one !== null
      ? (parametersIn(one.wire)['partnerName'] ?? [])
      : [],
  );
  const given = names.filter((name) => name === '99999999');
  expect(given).toHaveLength(2);
  expect(new Set(names).size).toBe(names.length - 1);
  for (const name of names) expect(String(name)).toMatch(/^[1-9]\d{7,9}$/);
});

test('ids are unique, and titles stand in both languages', () => {
  const all = [...rows, ...controlRows];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const isSaid = ({ title }: Row): boolean => !/[А-я]/.test(title.en) && /[А-я]/.test(title.ru);
  expect(all.filter((row) => !isSaid(row)).map(({ id }) => id)).toEqual([]);
});

test('judged cases have the ids that histories hang on', () => {
  const { cases } = planOf(claimsOf(targets['wrong passwords of the usual partner']));
  const judged = cases.filter(({ isJudged }) => isJudged).map(({ id }) => id);
  expect(judged.toSorted()).toEqual([
    'a.missing.compared',
    'a.missing.partnerName',
    'a.missing.partnerName+partnerPassword',
    'a.missing.partnerName+partnerPassword+useAuthByCert',
    'a.missing.partnerName+useAuthByCert',
    'a.missing.partnerPassword',
    'a.missing.partnerPassword+useAuthByCert',
    'a.missing.useAuthByCert',
    'a.request.body.escapes',
    'a.request.body.member-order',
    'a.request.body.white-space',
    'a.success',
    'a.texts.compared',
    'a.unauthorized.unknown-partner',
    'a.unauthorized.wrong-password',
    'a.unavailable',
    'a.unencrypted.partnerPassword',
    'b.ip-blocked',
    'b.missing.compared',
    'b.missing.partnerName',
    'b.missing.partnerName+partnerPassword',
    'b.missing.partnerName+partnerPassword+useAuthByCert',
    'b.missing.partnerName+useAuthByCert',
    'b.missing.partnerPassword',
    'b.missing.partnerPassword+useAuthByCert',
    'b.missing.useAuthByCert',
    'b.partner-blocked',
    'b.request.query.lower-case-hex',
    'b.request.query.order',
    'b.request.query.percent-encoding',
    'b.request.query.rich-ciphertext',
    'b.reward-unavailable',
    'b.success',
    'b.texts.compared',
    'b.unauthorized.unknown-partner',
    'b.unauthorized.wrong-password',
    'b.unavailable',
    'b.unencrypted.partnerPassword',
  ]);
});
