import { isIP } from 'node:net';
import { finding } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { inspectTls } from '../doctor/inspect-tls.ts';
import type { Target } from '../target/target.ts';
import { endpointOf, reach, resolveHost, shakeHands, tryProxy } from './doctor-network.ts';
import type { Endpoint } from './doctor-network.ts';

/** Name resolution, connection and TLS of the base URL, one finding each; ends with the first that is bad. */
export async function* checkNetwork(target: Target, now: Date): AsyncGenerator<Finding> {
  const { baseUrl, tls } = target;
  const { timeout } = target.limits;
  const endpoint = endpointOf(baseUrl);
  const resolved = await checkName(endpoint.host, timeout);
  yield resolved;
  if (resolved.mark === 'bad') return;
  const reached = await checkPort(endpoint, timeout);
  yield reached;
  if (reached.mark === 'bad') return;
  if (!/^https:/i.test(baseUrl)) {
    const isNear = endpoint.host === 'localhost' || /^(127\.|::1$)/.test(endpoint.host);
    yield isNear
      ? finding('good', 'TLS: none, the target is on this machine')
      : finding('warning', 'TLS: none, passwords travel readable', ['use https:// in baseUrl']);
    return;
  }
  const settings = {
    host: endpoint.host,
    hasCa: tls.ca !== undefined,
    hasClientCertificate: tls.cert !== undefined || tls.pfx !== undefined,
  };
  yield inspectTls(await shakeHands(endpoint, tls, timeout), settings, now);
}

async function checkName(host: string, timeout: number): Promise<Finding> {
  if (isIP(host) !== 0) return finding('good', `name: ${host} is an address`);
  const found = await resolveHost(host, timeout);
  if (found.kind === 'reached') return finding('good', `name: ${host} is ${found.value.join(', ')}`);
  const mend = 'check the host name in baseUrl, and whether this machine needs a VPN or another name server';
  return finding('bad', `name: ${host} is not resolved (${found.code})`, [mend]);
}

async function checkPort(endpoint: Endpoint, timeout: number): Promise<Finding> {
  const where = `${endpoint.host}, port ${endpoint.port}`;
  const found = await reach(endpoint, timeout);
  if (found.kind === 'reached') return finding('good', `connection: ${where} accepts it`);
  return found.code === 'ECONNREFUSED'
    ? finding('bad', `connection: nothing listens on ${where} (ECONNREFUSED)`, [
        'check host and port of baseUrl, and that the target runs',
      ])
    : finding('bad', `connection: ${where} is not reached (${found.code})`, [
        'check host and port of baseUrl, and firewalls on the way',
      ]);
}

/** Whether each proxy that a condition names opens a tunnel to the target. */
export async function checkProxies({ variants, baseUrl, limits }: Target): Promise<readonly Finding[]> {
  const uses = Object.values(variants).flatMap(({ conditions }) =>
    Object.entries(conditions).flatMap(([name, { proxy, baseUrl: own }]) =>
      proxy === undefined ? [] : [{ name, proxy, url: own ?? baseUrl }],
    ),
  );
  const distinct = new Map(uses.map((use) => [`${use.proxy} ${use.url}`, use]));
  return Promise.all(
    [...distinct.values()].map(async ({ name, proxy, url }) => {
      const { host, port } = endpointOf(proxy);
      const problem = await tryProxy(proxy, endpointOf(url), limits.timeout);
      const what = `proxy ${host}, port ${port} (conditions.${name}.proxy)`;
      return problem === null
        ? finding('good', `${what}: opens a tunnel to the target`)
        : finding('bad', `${what}: ${problem}`, [
            'check that the proxy runs, its address and its credentials',
          ]);
    }),
  );
}
