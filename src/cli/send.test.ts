import { describe, expect, it } from 'vitest';
import { blocked, partner } from '../run/small-service.test-support.ts';
import { askIn, fakeTerminal } from './fake-terminal.test-support.ts';
import { openSite, switchedBy } from './small-profile.test-support.ts';

const to = ['--target', 'target.yaml'];

describe('`send`', () => {
  it('sends one request once, and prints it and its answer without secrets', async () => {
    const headers = { 'X-Gateway-Key': 'of-the-gateway-0815' };
    const { ask, service } = await openSite({
      profile: { headers },
      answer: () => ({ status: 503, body: 'no' }),
    });
    const { code, out } = await ask('send', 'a.missing.useAuthByCert', ...to);
    expect([code, service.calls.map(({ kind }) => kind)]).toEqual([0, ['missing']]);
    expect(out).toMatch(
      /^POST http:\S+\/partner\/sbp\/banks HTTP\/1\.1\n[^]*X-Gateway-Key: <secret>\n[^]*\n\n\{"partnerName":"1042","partnerPassword":"<ciphertext>"\}\n\nHTTP\/1\.1 503 Service Unavailable\n/,
    );
    expect(service.calls[0]?.headers).toMatchObject({ 'x-gateway-key': headers['X-Gateway-Key'] });
    for (const secret of [headers['X-Gateway-Key'], partner.password]) expect(out).not.toContain(secret);
  });

  it('masks what the service echoes, and lets no answer steer the terminal', async () => {
    const body = `{"password":"${partner.password}","x":"\u001b[2J"}\n::error::x`;
    const { ask } = await openSite({ answer: () => ({ status: 400, body }) });
    const { code, out } = await ask('send', 'a.success', ...to);
    expect([code, out]).toEqual([0, expect.stringContaining('{"password":"<password>","x":"\\x1b[2J"}')]);
    expect(out).not.toContain('\u001b');
  });

  it('shows secrets with --reveal at a terminal, and nowhere else', async () => {
    const { ask, folder, service } = await openSite({
      profile: { headers: { 'X-Key': 'of-the-gateway-0815' } },
    });
    const words = ['send', 'a.unencrypted.partnerPassword', '--reveal', ...to];
    expect(await ask(...words)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('(reveal-outside-terminal)') as string,
    });
    expect(service.calls).toEqual([]);
    const { terminal, out } = fakeTerminal({ isTerminal: true });
    expect((await askIn({ cwd: folder, env: {}, terminal }, ...words)).code).toBe(0);
    for (const secret of ['X-Key: of-the-gateway-0815', JSON.stringify(partner.password)]) {
      expect(out()).toContain(secret);
    }
  });

  it('sends what repeats a ciphertext after the plain request', async () => {
    const { ask, service } = await openSite();
    expect((await ask('send', 'a.observed.partner.replay', ...to)).code).toBe(0);
    const sent = service.calls.map(({ params }) => params['partnerPassword']);
    expect([sent.length, sent[1]]).toEqual([2, sent[0]]);
  });

  it('says that no answer came, and exits with 3', async () => {
    const { ask } = await openSite({ answer: () => 'reset' });
    const { code, out, err } = await ask('send', 'a.success', ...to);
    expect([code, out]).toEqual([3, expect.stringMatching(/^POST /)]);
    expect(err).toMatch(/^error: no answer: .+ \(no-answer\)\n$/m);
  });

  it('uses the password of a condition’s own partner', async () => {
    const { ask, service } = await openSite({ profile: { variants: { b: { bankCode: 'acme' } } } });
    const { code, out } = await ask('send', 'b.partner-blocked', ...to);
    expect([code, out]).toEqual([0, expect.stringContaining('HTTP/1.1 403 Forbidden')]);
    expect(service.calls.map(({ kind }) => kind)).toEqual(['blocked']);
    expect(out).not.toContain(blocked.password);
  });
});

describe('`send` refuses, and sends nothing:', () => {
  const setUp = (url: string) => ({ conditions: { unavailable: switchedBy(url) } });
  it.each([
    ['a.sucess', {}, 'no request is called "a.sucess"; did you mean a.success?'],
    ['a.unavailable', { conditions: {} }, 'found no conditions.unavailable in the profile'],
    ['b.missing.partnerName', {}, 'found no variants.b in the profile'],
    [
      'a.unavailable',
      setUp,
      /only a run sets it up[^]* run --target target\.yaml --case a\.unavailable; nothing/,
    ],
    ['a.observed.partner.replay', { limits: { failedLogins: 0 } }, 'limits.failedLogins is 0'],
    [
      'a.success',
      { limits: { failedLogins: 0 } },
      'costs a failed login if the service refuses the credentials',
    ],
    ['a.unauthorized.wrong-password', { limits: { failedLogins: 0 } }, 'costs a failed login'],
    ['a.missing.useAuthByCert', { limits: { failedLogins: 0 } }, 'may cost a failed login'],
    ['a.success', { production: ['127.0.0.1'] }, '--yes'],
  ] as const)('%s of %j', async (id, profile, said) => {
    const { ask, service } = await openSite({ profile });
    const { code, out, err } = await ask('send', id, ...to);
    expect([code, out]).toEqual([2, '']);
    expect(err).toEqual(
      typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
    );
    expect([service.calls, service.switches]).toEqual([[], []]);
  });

  it('but a request that costs no failed login is sent with limits.failedLogins 0', async () => {
    const { ask, service } = await openSite({ profile: { limits: { failedLogins: 0 } } });
    expect((await ask('send', 'a.missing.partnerName', ...to)).code).toBe(0);
    expect(service.calls).toHaveLength(1);
  });
});

describe('`send --list`', () => {
  const groupsIn = (out: string): ReadonlyMap<string, readonly string[]> =>
    new Map(
      out.split('\n\n').map((group) => {
        const [title = '', ...ids] = group.trimEnd().split('\n');
        return [title, ids.map((id) => id.trim())] as const;
      }),
    );

  it('groups the requests of a profile by what they cost', async () => {
    const { ask, service } = await openSite({
      profile: (url: string) => ({ conditions: { unavailable: switchedBy(url) } }),
    });
    const { code, out } = await ask('send', '--list', ...to);
    const groups = groupsIn(out);
    expect([code, service.calls, groups.size]).toEqual([0, [], 5]);
    expect(groups.get('costs no failed login:')).toContain('a.missing.partnerName');
    expect(groups.get('costs a failed login:')).toContain('a.unauthorized.wrong-password');
    expect(groups.get('may cost a failed login:')).toContain('a.missing.useAuthByCert');
    expect([...groups].find(([title]) => title.startsWith('costs a failed login if'))?.[1]).toContain(
      'a.success',
    );
    expect([...groups].find(([title]) => title.includes('run --case'))?.[1]).toEqual(['a.unavailable']);
    expect(out).not.toContain('b.');
  });

  it('lists those of both variants without a profile', async () => {
    const { out } = await askIn({}, 'send', '--list');
    expect(out).toMatch(/^ {2}a\.success$[^]*^ {2}b\.success$/m);
  });
});
