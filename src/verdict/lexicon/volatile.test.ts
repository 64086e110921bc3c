import { describe, expect, it } from 'vitest';

import { maskVolatile } from './volatile.ts';

const alike = [
  ['Ошибка 17', 'Ошибка 4'],
  ['Missing partnerName (id=abcdef)', 'Missing partnerName (id=zyxwvu)'],
  ['id="abc"', 'id="xyz"'],
  ['trace: 5f2c-99-aa', 'trace: bb-77-0001'],
  ['request id 8841', 'request id 12'],
  ['requestId: QWErty', 'requestId: ASDfgh'],
  ['номер запроса 77', 'номер запроса 123456'],
  ['номер запроса: AB', 'номер запроса: CD'],
  ['код: E-A', 'код: F-B'],
  ['see 123e4567-e89b-12d3-a456-426614174000', 'see 00000000-aaaa-bbbb-cccc-ddddeeeeffff'],
  ['at 2026-11-20T18:19:24.123Z', 'at 2027-01-02T03:04:05Z'],
  ['at 2026-11-20 18:19:24 UTC', 'at 2026-11-21 01:02:03 UTC'],
  ['Fri Nov 20 18:19:24 UTC 2026 failed', 'Sat Dec 5 01:00:00 UTC 2026 failed'],
  ['20 ноября 2026 г.', '1 мая 2027 г.'],
  ['digest deadbeefcafe', 'digest 0123456789ab'],
  ['token dGVzdA+/aGVsbG8gd29ybGQ=', 'token c29tZXRoaW5nIGVsc2UgMTI='],
  ['token QmFzZXNhbHRlcgXyZ', 'token ZGlmZmVyZW50QQzYx'],
  ['host 10.0.0.1:8080', 'host 192.168.100.20:443'],
  ['node web-a1-x', 'node web-b22-y'],
  ['a  b\n c', ' a b\tc '],
  ['took 12 ms', 'took\u00A03456 ms'],
] as const;
const different = [
  ['Missing partnerName', 'Missing partnerPassword'],
  ['Missing useAuthByCert', 'Missing partnerName'],
  ['code: partnerName', 'code: partnerPassword'],
  ['id=partner_name', 'id=partner_password'],
  ['partnerName-17', 'partnerPassword-17'],
  ['partnerName=1', 'partnerPassword=1'],
  ['17partnerName/partnerPassword', '17partnerName/useAuthByCert'],
  ['partnerName/useAuthByCert', 'partnerName/partnerPassword'],
  ['код отсутствует', 'код неверен'],
  ['Сервис недоступен', 'Сервис доступен'],
  ['user 1 blocked', 'user 1 unknown'],
  ['may fail', 'jan fail'],
] as const;

describe('maskVolatile', () => {
  it.for(alike)('makes %j equal to %j', ([one, other]) =>
    expect(maskVolatile(one)).toBe(maskVolatile(other)),
  );
  it.for(different)('keeps %j apart from %j', ([one, other]) =>
    expect(maskVolatile(one)).not.toBe(maskVolatile(other)),
  );
  it('leaves the names of parameters and ordinary words as they are', () => {
    const text = 'Отсутствует параметр partnerPassword, useAuthByCert или partnerName';
    expect(maskVolatile(text)).toBe(text);
  });
  it('compares the text beyond the limit as it is', () => {
    const long = 'слово '.repeat(20_000);
    expect(maskVolatile(`${long}1`)).not.toBe(maskVolatile(`${long}2`));
    expect(maskVolatile(`${long}partnerName`)).not.toBe(maskVolatile(`${long}partnerPassword`));
  });
});
