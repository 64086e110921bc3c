import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPartners } from './profile.ts';
import { type Reference, type ReferenceOptions, startReference } from './reference.ts';
import {
  banks,
  encrypt,
  options,
  type Received,
  send,
  type Sent,
  toA,
  toB,
  type Values,
} from './running.test-data.ts';

let reference: Reference;

beforeAll(async () => {
  reference = await startReference({ ...options, hosts: ['127.0.0.1', '::1'] });
});

afterAll(() => reference.close());

const ask = (sent: Sent): Promise<Received> => send(reference.port, sent);
const textOf = ({ text }: Received): string =>
  (JSON.parse(text) as { description_status: string }).description_status;

const faulty = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, 'X-Fault': 'unavailable' } });

const texts = {
  unencrypted: 'Параметр partnerPassword ожидается в зашифрованном виде',
  unauthorized: 'Пользователь не прошёл авторизацию, доступ к ресурсу ограничен',
} as const;
const missing = (name: string): string =>
  `Отсутствует обязательный параметр запроса ${name}. Повторите запрос с корректными данными`;
const { valid, blocked } = testPartners;
const written = (encoding: 'base64' | 'hex'): string => Buffer.from(valid.password).toString(encoding);

/** Credentials and the text that refuses them; of several faults the first decides. */
const refusals: readonly (readonly [Values, text: string])[] = [
  ...['partnerName', 'partnerPassword', 'useAuthByCert'].flatMap((name) =>
    [null, '', '  '].map((value) => [{ [name]: value }, missing(name)] as const),
  ),
  [{ partnerPassword: null, useAuthByCert: null }, missing('partnerPassword')],
  [{ partnerPassword: 'plain', useAuthByCert: null }, missing('useAuthByCert')],
  [{ partnerPassword: valid.password }, texts.unencrypted],
  [{ partnerPassword: written('base64') }, texts.unencrypted],
  [{ partnerPassword: written('hex') }, texts.unencrypted],
  [{ partnerPassword: 'plain', partnerName: '999' }, texts.unencrypted],
  [{ partnerPassword: encrypt('wrong') }, texts.unauthorized],
  [{ partnerPassword: encrypt('') }, texts.unauthorized],
  [{ partnerName: '999' }, texts.unauthorized],
  [{ partnerName: blocked.name }, texts.unauthorized],
];

describe.each([
  { id: 'a', to: toA, unauthorized: 403 },
  { id: 'b', to: toB, unauthorized: 401 },
] as const)('variant $id', ({ to, unauthorized }) => {
  it('answers valid credentials with the list and nothing else', async () => {
    const received = await ask(to());
    expect(received.status).toBe(200);
    expect(JSON.parse(received.text)).toEqual({ banks });
    expect(received.headers['cache-control']).toBe('no-store');
  });

  it.each(refusals)('refuses %j: %s', async (changes, text) => {
    const received = await ask(to(changes));
    const status = text === texts.unauthorized ? unauthorized : 422;
    expect([received.status, textOf(received)]).toEqual([status, text]);
  });

  it('answers 500 by the fault header and by the switch', async () => {
    expect((await ask(faulty(to()))).status).toBe(500);
    reference.setUnavailable(true);
    expect(textOf(await ask(to()))).toBe('Сервис временно недоступен, повторите операцию позже');
    reference.setUnavailable(false);
    expect((await ask(to())).status).toBe(200);
  });
});

const members = JSON.parse(String(toA().body)) as Readonly<Record<string, string>>;
const escaped = (text: string): string =>
  text.replace(/[a-z0-9/]/gi, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
const reversed = Object.fromEntries(Object.entries(members).toReversed());
const [path = '', query = ''] = toB().path.split('?');
const as = (kind: 'blocked' | 'withoutReward'): Values => ({
  partnerName: testPartners[kind].name,
  partnerPassword: encrypt(testPartners[kind].password),
});
const manager = 'Обратитесь к закреплённому менеджеру';

it.each<readonly [string, Sent, readonly [status: number, text?: string]]>([
  ...[toA(), toB()].map((sent) => ['another method', { ...sent, method: 'PUT' }, [405]] as const),
  ['JSON with white space', { ...toA(), body: `\r\n\t${JSON.stringify(reversed, null, 3)} \n` }, [200]],
  [
    'JSON with escapes',
    {
      ...toA(),
      body: `{${Object.entries(members)
        .map((pair) => pair.map((text) => `"${escaped(text)}"`).join(':'))
        .join()}}`,
    },
    [200],
  ],
  ['credentials of A in the query', { path: `/partner/sbp/banks?${query}` }, [422]],
  ...['{', '[]', 'null', '"x"', '\ufeff{}'].map(
    (body) => [`the body ${body}`, { ...toA(), body }, [400]] as const,
  ),
  [
    'JSON but for one byte that is no UTF-8',
    { ...toA(), body: Buffer.from(String(toA().body).replace('}', ',"x":"\u00ff"}'), 'latin1') },
    [400],
  ],
  // Taken for missing.
  ...[1042, null, ['1042']].map(
    (partnerName) =>
      [
        `the name ${String(partnerName)}`,
        { ...toA(), body: JSON.stringify({ ...members, partnerName }) },
        [422],
      ] as const,
  ),
  ['an address that is blocked in B alone', { ...toA(), host: '::1' }, [200]],
  ['a partner who is blocked in B alone', toA(as('blocked')), [200]],
  [
    'a query in another order and case',
    {
      ...toB(),
      path: `${path}?${query
        .split('&')
        .toReversed()
        .join('&')
        .replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())}`,
    },
    [200],
  ],
  ['credentials of B in the body', { ...toA(), path }, [422]],
  ['a name that is not digits', toB({ partnerName: 'acme' }), [422]],
  ['a blocked partner', toB(as('blocked')), [403, `Доступ к системе для партнёра заблокирован. ${manager}`]],
  [
    'a partner without reward',
    toB(as('withoutReward')),
    [403, `Данный вид вознаграждения недоступен партнёру. ${manager}`],
  ],
  [
    'a blocked address',
    { ...toB(), host: '::1' },
    [403, `Доступ с вашего IP-адреса заблокирован. ${manager}`],
  ],
  ['a failed login from there', { ...toB({ partnerName: '999' }), host: '::1' }, [401]],
  ['no trailing slash', { ...toB(), path: toB().path.replace('/?', '?') }, [404]],
  ['another bank code', { ...toB(), path: toB().path.replace('acme', 'other') }, [404]],
  ['another path', { path: '/' }, [404]],
])('%s is answered', async (_, sent, [status, text = '']) => {
  const received = await ask(sent);
  expect(received.status).toBe(status);
  if (status === 200) return;
  expect(textOf(received)).not.toBe('');
  expect(textOf(received)).toContain(text);
});

describe('the server', () => {
  it.each<readonly [string, Partial<ReferenceOptions>, Sent, number, RegExp, number]>([
    [
      'speaks English',
      { language: 'en' },
      toA({ partnerName: null }),
      422,
      /The required .* partnerName is missing\. Please /,
      0,
    ],
    ['waits before it answers', { latencyMs: 60 }, toA(), 200, /banks/, 55],
  ])('%s where asked to', async (_, changes, sent, status, text, least) => {
    const other = await startReference({ ...options, ...changes });
    const started = performance.now();
    const received = await send(other.port, sent);
    const took = performance.now() - started;
    await other.close();
    expect([received.status, received.text]).toEqual([status, expect.stringMatching(text)]);
    expect(took).toBeGreaterThan(least);
  });

  it('refuses bodies beyond its limit and lives on', async () => {
    expect((await ask({ ...toA(), body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
    expect((await ask(toA())).status).toBe(200);
  });

  it('counts requests', async () => {
    const before = reference.requests();
    await ask(toA());
    expect(reference.requests()).toBe(before + 1);
  });

  it('drops a waiting request when it closes', async () => {
    const slow = await startReference({ ...options, latencyMs: 20_000 });
    const waiting = send(slow.port, toA()).catch((error: Error) => error);
    await expect.poll(() => slow.requests()).toBe(1);
    await slow.close();
    expect(await waiting).toBeInstanceOf(Error);
  });

  it.each<readonly [string, () => Partial<ReferenceOptions>, object]>([
    [
      'an unknown defect, and names near misses',
      () => ({ defects: ['a-unauthorised-401'] }),
      { fault: 'usage', code: 'unknown-defect', hint: expect.stringContaining('`a-unauthorized-401`') },
    ],
    [
      'an address that is taken',
      () => ({ port: reference.port }),
      { fault: 'usage', code: 'reference-cannot-listen' },
    ],
    ['what is no key', () => ({ privateKey: 'x' }), { code: 'reference-key-unreadable' }],
  ])('does not start with %s', async (_, changes, error) => {
    await expect(startReference({ ...options, ...changes() })).rejects.toMatchObject(error);
  });
});
