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

  it('answers 500 by the fault header, by the switch and by the control endpoint', async () => {
    expect((await ask(faulty(to()))).status).toBe(500);
    reference.setUnavailable(true);
    expect(textOf(await ask(to()))).toBe('Сервис временно недоступен, повторите операцию позже');
    reference.setUnavailable(false);
    expect((await ask({ method: 'PUT', path: '/_control/unavailable' })).status).toBe(204);
    expect((await ask(to())).status).toBe(500);
    expect((await ask({ method: 'DELETE', path: '/_control/unavailable' })).status).toBe(204);
    expect((await ask(to())).status).toBe(200);
  });

  it('answers other methods with 405', async () => {
    expect((await ask({ ...to(), method: 'PUT' })).status).toBe(405);
  });
});

describe('variant a', () => {
  it('reads JSON however it is written', async () => {
    const { body } = toA();
    const members = JSON.parse(String(body)) as Record<string, string>;
    const reversed = Object.fromEntries(Object.entries(members).toReversed());
    const spaced = `\r\n\t${JSON.stringify(reversed, null, 3)} \n`;
    const escape = (text: string): string =>
      text.replace(/[a-z0-9/]/gi, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
    const escaped = `{${Object.entries(members)
      .map(([k, v]) => `"${escape(k)}":"${escape(v)}"`)
      .join()}}`;
    for (const written of [spaced, escaped])
      expect((await ask({ ...toA(), body: written })).status).toBe(200);
  });

  it('reads no credentials from the query', async () => {
    const [, query = ''] = toB().path.split('?');
    expect((await ask({ path: `/partner/sbp/banks?${query}` })).status).toBe(422);
  });

  // The last is JSON but for one byte that is no UTF-8.
  const bytes = Buffer.from(String(toA().body).replace('}', ',"x":"\u00ff"}'), 'latin1');
  it.each(['{', '[]', 'null', '"x"', '\ufeff{}', Buffer.from('{"\u00ff"}', 'latin1'), bytes])(
    'refuses the body %j with a text',
    async (body) => {
      const received = await ask({ ...toA(), body });
      expect(received.status).toBe(400);
      expect(textOf(received)).not.toBe('');
    },
  );

  it('takes a number or null for a missing text', async () => {
    const { body } = toA();
    const members = JSON.parse(String(body)) as object;
    for (const partnerName of [1042, null, ['1042']]) {
      expect((await ask({ ...toA(), body: JSON.stringify({ ...members, partnerName }) })).status).toBe(422);
    }
  });

  it('does not block addresses or partners', async () => {
    expect((await ask({ ...toA(), host: '::1' })).status).toBe(200);
    const { name, password } = blocked;
    expect((await ask(toA({ partnerName: name, partnerPassword: encrypt(password) }))).status).toBe(200);
  });
});

describe('variant b', () => {
  it('reads the query whatever the order and the case of its escapes', async () => {
    const [path = '', query = ''] = toB().path.split('?');
    const reversed = query
      .split('&')
      .toReversed()
      .join('&')
      .replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
    expect((await ask({ ...toB(), path: `${path}?${reversed}` })).status).toBe(200);
  });

  it('reads no credentials from a body', async () => {
    const [path = ''] = toB().path.split('?');
    expect((await ask({ ...toA(), path })).status).toBe(422);
  });

  it('wants digits for the name', async () => {
    expect((await ask(toB({ partnerName: 'acme' }))).status).toBe(422);
  });

  it.each([
    ['blocked', 'Доступ к системе для партнёра заблокирован. Обратитесь к закреплённому менеджеру'],
    ['withoutReward', 'Данный вид вознаграждения недоступен партнёру. Обратитесь к закреплённому менеджеру'],
  ] as const)('refuses the partner %s with 403', async (kind, text) => {
    const { name, password } = testPartners[kind];
    const received = await ask(toB({ partnerName: name, partnerPassword: encrypt(password) }));
    expect([received.status, textOf(received)]).toEqual([403, text]);
  });

  it('refuses a blocked source address with 403, after authorization', async () => {
    const received = await ask({ ...toB(), host: '::1' });
    expect(received.status).toBe(403);
    expect(textOf(received)).toContain('IP');
    expect((await ask({ ...toB({ partnerName: '999' }), host: '::1' })).status).toBe(401);
  });

  it('has the trailing slash and the bank code in its path', async () => {
    for (const path of [toB().path.replace('/?', '?'), toB().path.replace('acme', 'other'), '/']) {
      expect((await ask({ ...toB(), path })).status).toBe(404);
    }
  });
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
