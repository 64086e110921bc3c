import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { formats } from '../report/format.ts';
import { spawnProgram } from './child.test-support.ts';
import { untilEnd } from './fake-terminal.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';
import { openReference } from './small-profile.test-support.ts';

const timeout = 60_000;
const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const few = ['--case', '*.success', '--case', 'b.ip-blocked', '--retries', '0'];

/** The reference over TLS with a certificate that is not trusted, and these settings of `tls`. */
async function openUntrusted(tls: object = {}, more: object = {}) {
  const site = await openReference({ tls: true });
  const { profile } = site;
  await writeFile(site.target, stringify({ ...profile, tls, ...more }));
  const { reference, folder } = site;
  const words = (command: string, ...args: readonly string[]) => [
    command,
    '--target',
    'target.yaml',
    ...args,
  ];
  return {
    ...site,
    /** A separate process, because Node fixes what it trusts at its start. */
    spawn: (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      spawnProgram(folder, words(command, ...args), env),
    received: () => reference.requests(),
  };
}

describe('a certificate that nobody trusts', { timeout }, () => {
  it('ends every exchange, whatever the environment says, and nothing is certified', async () => {
    expectWarnings(/NODE_TLS_REJECT_UNAUTHORIZED is set/, /certificate/);
    const { ask, folder, spawn, received } = await openUntrusted();
    const { code, err } = await spawn('run', ['--quiet', ...few], unchecked);
    expect([code, received()]).toEqual([3, 0]);
    expect(err).toContain('! NODE_TLS_REJECT_UNAUTHORIZED is set, and has no effect');
    expect(err).toContain('certificate');
    await ask('certify', '--init-authority', 'demo');
    const signer = [
      '--key',
      'demo/signer.key',
      '--cert',
      'demo/signer.pem',
      '--out',
      'certificate',
      '--retries',
      '0',
    ];
    const certified = await spawn('certify', signer, unchecked);
    expect([certified.code, certified.err]).toEqual([3, expect.stringContaining('No certificate')]);
    expect(await readFile(join(folder, 'certificate', 'certificate.json')).catch(() => null)).toBeNull();
    expect([(await spawn('doctor', [], unchecked)).code, received()]).toEqual([3, 0]);
  });

  it('ends those of conditions with an address or a set-up of their own too', async () => {
    expectWarnings(
      /NODE_TLS_REJECT_UNAUTHORIZED is set/,
      /^! inconclusive/,
      /^! Excluded/,
      /^! The condition could not/,
    );
    const other = await openUntrusted();
    const { profile } = other;
    const url = profile.baseUrl;
    const plain = await openReference();
    const conditions = {
      'ip-blocked': { baseUrl: url },
      unavailable: { setup: { request: { method: 'POST', url: `${url}/down` } } },
    };
    const own = { ...plain.profile, conditions };
    await writeFile(plain.target, stringify(own));
    const words = [
      'run',
      '--target',
      'target.yaml',
      '--quiet',
      '--case',
      'b.ip-blocked',
      '--case',
      'b.unavailable',
    ];
    const { code } = await spawnProgram(plain.folder, [...words, '--out', 'reports'], unchecked);
    const { cases } = await plain.results();
    expect([code, other.received()]).toEqual([3, 0]);
    expect(cases.map(({ id, reason }) => [id, reason])).toEqual([
      ['b.ip-blocked', 'setup-failed'],
      ['b.unavailable', 'setup-failed'],
    ]);
  });

  it('is taken where the profile says so; every report, the last line and the record say it, and nothing is certified', async () => {
    expectWarnings(/tls\.verify: false/);
    const { ask, run, folder, results } = await openUntrusted({ verify: false });
    const all = Object.keys(formats).join(',');
    const { code, out, err } = await run(...few, '--format', all);
    const said = 'TLS not verified (tls.verify: false)';
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, expect.stringContaining(said)]);
    expect(err.replaceAll(/\n {2}/g, ' ')).toContain('! tls.verify: false');
    expect((await results()).target).toMatchObject({ tls: { verify: false } });
    for (const { file } of Object.values(formats)) {
      const text = await readFile(join(folder, 'reports', file), 'utf8');
      expect([file, /TLS not verified|"verify":\s*false/.test(text)]).toEqual([file, true]);
    }
    expect(await readFile(join(folder, 'reports', 'report.html'), 'utf8')).toContain('--insecure');
    await run(...few, '--language', 'ru', '--quiet');
    expect(await readFile(join(folder, 'reports', 'summary.md'), 'utf8')).toContain('TLS не проверен');
    await ask('certify', '--init-authority', 'demo');
    const signer = ['--key', 'demo/signer.key', '--cert', 'demo/signer.pem', '--out', 'certificate'];
    const certified = await ask('certify', '--target', 'target.yaml', ...signer);
    expect([certified.code, certified.err]).toEqual([
      3,
      expect.stringMatching(/No certificate, but a signed record of this run.*\n {2}✗ TLS was not verified/),
    ]);
  });

  it('is a warning of `doctor` where the profile says so', async () => {
    const { ask } = await openUntrusted({ verify: false });
    const { code, out } = await ask('doctor', '--target', 'target.yaml');
    expect([code, out]).toEqual([0, expect.stringContaining('! TLS: not verified (tls.verify: false)')]);
  });
});

describe('the environment', { timeout }, () => {
  it('is in the record by the names of what may change what is sent or trusted, without values', async () => {
    expectWarnings(/tls\.verify: false/);
    const { spawn, folder, results } = await openUntrusted({ verify: false });
    await writeFile(join(folder, 'loaded.cjs'), '');
    await writeFile(join(folder, 'more.pem'), '');
    const env = {
      NODE_OPTIONS: '--max-old-space-size=512 --require ./loaded.cjs --no-warnings',
      NODE_EXTRA_CA_CERTS: 'more.pem',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      SSL_CERT_FILE: '',
      SSL_CERT_DIR: '',
    };
    await spawn('run', ['--quiet', ...few, '--out', 'reports'], env);
    const { environment } = await results();
    expect(environment.influences).toEqual(['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS --require']);
    expect(JSON.stringify(environment)).not.toMatch(/loaded|more\.pem/);
    const page = await readFile(join(folder, 'reports', 'report.html'), 'utf8');
    expect(page).toContain('NODE_EXTRA_CA_CERTS, NODE_OPTIONS --require');
  });

  it('is on a certificate, and `verify` shows it', async () => {
    const { ask, folder, spawn } = await openReference().then(async (site) => {
      await site.ask('certify', '--init-authority', 'demo');
      const call = (words: readonly string[], env = {}) => spawnProgram(site.folder, words, env);
      return { ...site, spawn: call };
    });
    await writeFile(join(folder, 'loaded.mjs'), '');
    const signer = ['--key', 'demo/signer.key', '--cert', 'demo/signer.pem', '--out', 'certificate'];
    const env = { NODE_OPTIONS: `--import ${join(folder, 'loaded.mjs')}` };
    const { code } = await spawn(['certify', '--target', 'target.yaml', ...signer, '--quiet'], env);
    const { code: valid, out } = await ask('verify', 'certificate', '--ca', 'demo/root.pem');
    expect([code, valid, out]).toEqual([
      0,
      0,
      expect.stringMatching(/! Set in the environment of the run[^!]*NODE_OPTIONS\s+--import/),
    ]);
    const page = await readFile(join(folder, 'certificate', 'certificate.html'), 'utf8');
    expect(page).toContain('NODE_OPTIONS --import');
  });

  it('names a proxy only in the record of a run that uses it, and nobody else is sent anything', async () => {
    expectWarnings(/no usable answer from the target: the proxy/);
    const seen: string[] = [];
    const proxy = await untilEnd<string>(async (work) => {
      const server = createServer((request, response) => {
        seen.push(String(request.url));
        response.writeHead(502).end();
      });
      server.on('connect', (request, socket) => {
        seen.push(String(request.url));
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    });
    const { folder, results, profile, target } = await openReference();
    const env = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      NO_PROXY: '',
      no_proxy: '',
    };
    const words = ['run', '--target', 'target.yaml', '--quiet', ...few, '--out', 'reports'];
    expect((await spawnProgram(folder, words, env)).code).toBe(0);
    expect([seen, (await results()).environment.influences?.filter((name) => /proxy/i.test(name))]).toEqual([
      [],
      [],
    ]);
    await writeFile(target, stringify({ ...profile, proxy: 'environment' }));
    expect((await spawnProgram(folder, words, env)).code).toBe(3);
    expect(seen.length).toBeGreaterThan(0);
    expect((await results()).environment.influences).toContain('http_proxy');
  });
});
