import { isIP } from 'node:net';
import { finding } from '../../doctor/finding.ts';
import type { Finding } from '../../doctor/finding.ts';
import { inspectTls } from '../../doctor/inspect-tls.ts';
import { suspectsTls } from '../../doctor/inspect-baseline.ts';
import type { Target } from '../../target/target.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { endpointOf, reach, resolveHost, shakeHands } from './network.ts';
import type { Endpoint } from './network.ts';

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
  if (!isSecure(baseUrl)) {
    const isNear = endpoint.host === 'localhost' || /^(127\.|::1$)/.test(endpoint.host);
    yield isNear
      ? finding('good', 'TLS: none, the target is on this machine')
      : finding('warning', 'TLS: none, passwords travel readable', ['use https:// in baseUrl']);
    return;
  }
  const settings = {
    host: endpoint.host,
    hasCa: tls.ca !== undefined,
    hasClientCertificate: hasClientCertificate(target),
  };
  yield inspectTls(await shakeHands(endpoint, tls, timeout), settings, now);
}

/** Whether the profile has a client certificate to show. */
function hasClientCertificate({ tls }: Target): boolean {
  return tls.cert !== undefined || tls.pfx !== undefined;
}

/** Whether the port of an http:// address speaks TLS; tried only where the answer gives reason to. */
export async function speaksTls({ baseUrl, limits }: Target, evidence: Evidence): Promise<boolean> {
  if (isSecure(baseUrl) || !suspectsTls(evidence)) return false;
  const shaken = await shakeHands(endpointOf(baseUrl), {}, limits.timeout);
  // A server that wants a client certificate, or another version, speaks TLS all the same.
  return shaken.kind !== 'failed' || /ALERT|CERTIFICATE/.test(shaken.code);
}

const isSecure = (url: string): boolean => /^https:/i.test(url);

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
