import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPartners } from './profile.ts';
import { type Reference, startReference } from './reference.ts';
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
  valid,
} from './running.test-data.ts';

let reference: Reference;

beforeAll(async () => {
  reference = await startReference({ ...options, hosts: ['127.0.0.1', '::1'] });
});

afterAll(() => reference.close());

const ask = (sent: Sent): Promise<Received> => send(reference.port, sent);
const textOf = ({ text }: Received): string =>
  (JSON.parse(text) as { description_status: string }).description_status;

describe.each([
  { id: 'a', to: toA, unauthorized: 403 },
  { id: 'b', to: toB, unauthorized: 401 },
] as const)('variant $id', ({ to, unauthorized }) => {
  const refusal = async (changes: Values): Promise<object> => {
    const received = await ask(to(changes));
    return { status: received.status, text: textOf(received) };
  };

  it('answers valid credentials with the list and nothing else', async () => {
    const received = await ask(to());
    expect(received.status).toBe(200);
    expect(JSON.parse(received.text)).toEqual({ banks });
    expect(received.headers['cache-control']).toBe('no-store');
  });

  it.each(['partnerName', 'partnerPassword', 'useAuthByCert'])(
    'names %s where it is missing, empty or blank',
    async (name) => {
      const text = `Отсутствует обязательный параметр запроса ${name}. Повторите запрос с корректными данными`;
      for (const value of [null, '', '  '])
        expect(await refusal({ [name]: value })).toEqual({ status: 422, text });
    },
  );

  it('names the first of several that are missing', async () => {
    const received = await ask(to({ partnerPassword: null, useAuthByCert: null }));
    expect(received.status).toBe(422);
    expect(textOf(received)).toContain(' partnerPassword.');
  });

  it('wants the password in encrypted form', async () => {
    const plain = valid.partnerPassword;
    const text = 'Параметр partnerPassword ожидается в зашифрованном виде';
    const forms = [plain, Buffer.from(plain).toString('base64'), Buffer.from(plain).toString('hex')];
    for (const partnerPassword of forms)
      expect(await refusal({ partnerPassword })).toEqual({ status: 422, text });
  });

  it('refuses a wrong password and an unknown partner alike', async () => {
    const text = 'Пользователь не прошёл авторизацию, доступ к ресурсу ограничен';
    expect(await refusal({ partnerPassword: encrypt('wrong') })).toEqual({ status: unauthorized, text });
    expect(await refusal({ partnerPassword: encrypt('') })).toEqual({ status: unauthorized, text });
    expect(await refusal({ partnerName: '999' })).toEqual({ status: unauthorized, text });
    expect(await refusal({ partnerName: testPartners.blocked.name })).toEqual({ status: unauthorized, text });
  });

  it('checks what is missing before what is not encrypted, and that before authorization', async () => {
    const missing = await ask(to({ partnerPassword: 'plain', useAuthByCert: null }));
    expect(textOf(missing)).toContain('useAuthByCert');
    const unencrypted = await ask(to({ partnerPassword: 'plain', partnerName: '999' }));
    expect(textOf(unencrypted)).toContain('зашифрованном');
  });

  it('answers 500 by the fault header, by the switch and by the control endpoint', async () => {
    const faulty = { ...to(), headers: { ...to().headers, 'X-Fault': 'unavailable' } };
    expect((await ask(faulty)).status).toBe(500);
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

  it('refuses a body that is not UTF-8 although it is JSON', async () => {
    const shown = Buffer.from(String(toA().body));
    const body = Buffer.concat([shown.subarray(0, -1), Buffer.from(',"x":"\xff"}', 'latin1')]);
    expect((await ask({ ...toA(), body })).status).toBe(400);
  });

  it('reads no credentials from the query', async () => {
    const [, query = ''] = toB().path.split('?');
    expect((await ask({ path: `/partner/sbp/banks?${query}` })).status).toBe(422);
  });

  it.each(['{', '[]', 'null', '"x"', '\ufeff{}', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])])(
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
    const { name, password } = testPartners.blocked;
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
  it('speaks English where asked to', async () => {
    const english = await startReference({ ...options, language: 'en' });
    const received = await send(english.port, toA({ partnerName: null }));
    await english.close();
    expect(textOf(received)).toBe(
      'The required request parameter partnerName is missing. Please repeat the request with correct data',
    );
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

  it('waits as long as asked before it answers', async () => {
    const slow = await startReference({ ...options, latencyMs: 60 });
    const started = performance.now();
    await send(slow.port, toA());
    const took = performance.now() - started;
    await slow.close();
    expect(took).toBeGreaterThan(55);
  });

  it('drops a waiting request when it closes', async () => {
    const slow = await startReference({ ...options, latencyMs: 20_000 });
    const waiting = send(slow.port, toA()).catch((error: Error) => error);
    await expect.poll(() => slow.requests()).toBe(1);
    await slow.close();
    expect(await waiting).toBeInstanceOf(Error);
  });

  it('names near misses of an unknown defect', async () => {
    const start = startReference({ ...options, defects: ['a-unauthorised-401'] });
    await expect(start).rejects.toMatchObject({
      fault: 'usage',
      code: 'unknown-defect',
      hint: expect.stringContaining('`a-unauthorized-401`') as string,
    });
  });

  it('says which address it cannot listen on', async () => {
    const start = startReference({ ...options, port: reference.port });
    await expect(start).rejects.toMatchObject({ fault: 'usage', code: 'reference-cannot-listen' });
  });

  it('does not take what is no key', async () => {
    await expect(startReference({ ...options, privateKey: 'x' })).rejects.toMatchObject({
      code: 'reference-key-unreadable',
    });
  });
});
