import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { start } from '../child.test-support.ts';
import { openFolder } from '../fake-terminal.test-support.ts';
import { openFolderWith, openReference } from '../small-profile.test-support.ts';
import { freePorts } from './nginx.test-support.ts';
import { allHold, runSuite, summaryOf } from './suite.test-support.ts';
import { findTool, need } from './tools.test-support.ts';

const program = findTool('tinyproxy');
const password = 'proxy-password-1';

beforeEach((context) => need(context, program !== null, 'tinyproxy'));

/** A typical corporate proxy: it requires a password and only opens tunnels to this port. */
async function openForwardProxy(tunnelPort: number): Promise<number> {
  const folder = await openFolder();
  const [port = 0] = await freePorts(1);
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 20',
    `PidFile "${join(folder, 'pid')}"`,
    `LogFile "${join(folder, 'log')}"`,
    'MaxClients 100',
    `BasicAuth user ${password}`,
    `ConnectPort ${tunnelPort}`,
  ];
  await writeFile(join(folder, 'conf'), `${lines.join('\n')}\n`);
  const proxy = start(program ?? '', ['-d', '-c', join(folder, 'conf')], folder);
  onTestFinished(() => {
    proxy.signal('SIGTERM');
    return proxy.ended.then(() => undefined);
  });
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return port;
    await sleep(50);
  }
  throw new Error('tinyproxy does not listen');
}

test.each([
  ['in absolute form', false],
  ['through tunnels, with TLS', true],
])('a target behind a proxy with a password conforms, asked %s', async (_form, tls) => {
  const { reference, profile } = await openReference({ tls });
  const port = await openForwardProxy(tls ? reference.port : 443);
  const proxy = `http://user:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  // This machine's address is the blocked one, so those requests bypass the proxy.
  const ran = await runSuite(await openFolderWith({ ...profile, proxy }));
  expect(summaryOf(ran)).toEqual(allHold);
  for (const text of [password, encodeURIComponent(password)]) expect(ran.text).not.toContain(text);
  const via = ran.results.cases
    .filter(({ id }) => id === 'a.success')
    .flatMap(({ exchanges }) => exchanges.flatMap(({ response }) => response?.headers ?? []))
    .some(([name]) => name.toLowerCase() === 'via');
  expect(via).toBe(!tls);
});

test.each([
  ['that refuses the password', 'wrong', 0, /answered 40[17]: it wants credentials/],
  ['that is not there', encodeURIComponent(password), 1, /cannot be used: connect ECONNREFUSED/],
  ['whose target is down', encodeURIComponent(password), 0, /answered 50\d in the place of the target/],
])('a proxy %s fails nothing, and is named as the reason', async (which, word, shift, said) => {
  const { reference, profile } = await openReference({});
  const port = await openForwardProxy(443);
  const proxy = `http://user:${word}@127.0.0.1:${port + shift}`;
  if (which === 'whose target is down') await reference.close();
  const ran = await runSuite(await openFolderWith({ ...profile, proxy }), '--retries', '0');
  expect(ran.code).toBe(3);
  expect(ran.results.requirements.filter(({ verdict }) => verdict !== 'inconclusive')).toEqual([]);
  expect(ran.results.rootCauses.map(({ message }) => message).join('\n')).toMatch(said);
});
