import { isIP } from 'node:net';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { suspectsTls } from './baseline.ts';
import { dayOf, finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { endpointOf, reach, resolveHost, shakeHands, tryProxy } from './network.ts';
import type { ChainLink, Endpoint, Handshake } from './network.ts';

/** Name resolution, connection and TLS of the base URL, one finding each, as far as the first that is bad. */
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
  if (isSecure(baseUrl)) {
    yield inspectTls(await shakeHands(endpoint, tls, timeout), target, now);
    return;
  }
  const isNear = endpoint.host === 'localhost' || /^(127\.|::1$)/.test(endpoint.host);
  yield isNear
    ? finding('good', 'TLS: none, the target is on this machine')
    : finding('warning', 'TLS: none, passwords travel readable', ['use https:// in baseUrl']);
}

const isSecure = (url: string): boolean => /^https:/i.test(url);

async function checkName(host: string, timeout: number): Promise<Finding> {
  if (isIP(host) !== 0) return finding('good', `name: ${host} is an address`);
  const found = await resolveHost(host, timeout);
  if (found.kind === 'reached') return finding('good', `name: ${host} is ${found.value.join(', ')}`);
  const advice =
    'check the host name in baseUrl, and whether this machine needs a VPN or another name server';
  return finding('bad', `name: ${host} is not resolved (${found.code})`, [advice]);
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

/** Whether the port of an http:// address speaks TLS; tried only where the answer gives reason to. */
export async function speaksTls({ baseUrl, limits }: Target, evidence: Evidence): Promise<boolean> {
  if (isSecure(baseUrl) || !suspectsTls(evidence)) return false;
  const shaken = await shakeHands(endpointOf(baseUrl), {}, limits.timeout);
  // A server that wants a client certificate, or another version, speaks TLS all the same.
  return shaken.kind !== 'failed' || /ALERT|CERTIFICATE/.test(shaken.code);
}

/** Whether the profile has a client certificate to show. */
function hasClientCertificate({ tls }: Target): boolean {
  return tls.cert !== undefined || tls.pfx !== undefined;
}

/** What is wrong with a handshake, and what to do about it. */
function inspectTls(handshake: Handshake, target: Target, now: Date): Finding {
  switch (handshake.kind) {
    case 'failed':
      return inspectFailure(handshake, target);
    case 'dismissed':
      return clientCertificate(target, describeChain(handshake.chain, now));
    case 'done':
      return inspectChain(handshake, target, now);
  }
}

const unknownIssuer: readonly string[] = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
];

function inspectChain(
  { chain, problem }: Extract<Handshake, { readonly kind: 'done' }>,
  { baseUrl, tls }: Target,
  now: Date,
): Finding {
  const details = describeChain(chain, now);
  if (problem === null) return finding('good', 'TLS: the certificate is trusted', [], details);
  const bad = (found: string, advice: string): Finding => finding('bad', `TLS: ${found}`, [advice], details);
  const expired = chain.find(({ notAfter }) => notAfter < now);
  if (problem === 'CERT_HAS_EXPIRED' && expired !== undefined) {
    const found = `the certificate "${expired.subject}" expired on ${dayOf(expired.notAfter)}`;
    return bad(found, 'ask the operator of the target to renew it');
  }
  if (problem === 'CERT_NOT_YET_VALID') {
    const advice = 'check the clock of this machine, or ask the operator of the target';
    return bad('the certificate is not valid yet', advice);
  }
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const found = `the certificate "${chain[0]?.subject ?? ''}" is not made out for the name ${endpointOf(baseUrl).host}`;
    return bad(found, 'put a name into baseUrl that the certificate is made out for');
  }
  const newCa =
    tls.ca === undefined
      ? 'set tls.ca to the PEM file of the authority that issued the certificate'
      : 'tls.ca holds another authority: name the PEM file of the one that issued the certificate';
  return unknownIssuer.includes(problem)
    ? bad(`the issuer "${chain.at(-1)?.issuer ?? ''}" is unknown (${problem})`, newCa)
    : bad(`the certificate is not trusted (${problem})`, newCa);
}

function inspectFailure(
  { code, message }: Extract<Handshake, { readonly kind: 'failed' }>,
  target: Target,
): Finding {
  const said = `${message} (${code})`;
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|ALERT_UNKNOWN_CA/.test(code)) {
    return clientCertificate(target, [said]);
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/.test(code)) {
    const advice = 'check scheme and port of baseUrl: http:// may be meant';
    return finding('bad', 'TLS: what answers on this port does not speak TLS', [advice]);
  }
  if (/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO/.test(code)) {
    const found = 'TLS: the target and this machine have no version of TLS in common';
    return finding('bad', found, ['ask the operator of the target for TLS 1.2 or 1.3'], [said]);
  }
  if (code === 'ECONNRESET' && hasClientCertificate(target)) {
    const found =
      'TLS: the target ended the handshake, as one does that refuses the client certificate of the profile';
    return finding('bad', found, [checkClientCertificate]);
  }
  const advice = 'check scheme and port of baseUrl, and gateways on the way';
  return finding('bad', `TLS: the handshake failed: ${said}`, [advice]);
}

const checkClientCertificate = 'check tls.cert and tls.key (or tls.pfx) with the operator of the target';

function clientCertificate(target: Target, details: readonly string[]): Finding {
  if (hasClientCertificate(target)) {
    const found = 'TLS: the target refuses the client certificate of the profile';
    return finding('bad', found, [checkClientCertificate], details);
  }
  const found = 'TLS: the target wants a client certificate, and the profile names none';
  return finding('bad', found, ['set tls.cert and tls.key (or tls.pfx and tls.passphrase)'], details);
}

function describeChain(chain: readonly ChainLink[], now: Date): readonly string[] {
  return chain.map(({ subject, issuer, notBefore, notAfter }) => {
    const days = Math.floor((notAfter.getTime() - now.getTime()) / 86_400_000);
    const left = days < 0 ? `expired ${-days} days ago` : `${days} days left`;
    return `${subject}, issued by ${issuer}, ${dayOf(notBefore)} to ${dayOf(notAfter)}, ${left}`;
  });
}

/** Whether each proxy that a condition names opens a tunnel to the target; each is asked once. */
export async function checkProxies({
  variants,
  baseUrl,
  limits,
}: Target): Promise<readonly { readonly proxy: string; readonly found: Finding }[]> {
  const uses = Object.values(variants).flatMap(({ conditions }) =>
    Object.entries(conditions).flatMap(([name, { proxy, baseUrl: own }]) =>
      proxy === undefined ? [] : [{ name, proxy, url: own ?? baseUrl }],
    ),
  );
  const distinct = new Map(uses.map((use) => [`${use.proxy} ${use.url}`, use]));
  return Promise.all(
    [...distinct.values()].map(async ({ name, proxy, url }) => {
      const { host, port } = endpointOf(proxy);
      const code = await tryProxy(proxy, endpointOf(url), limits.timeout);
      return { proxy, found: inspectProxy(`proxy ${host}, port ${port} (conditions.${name}.proxy)`, code) };
    }),
  );
}

function inspectProxy(what: string, code: string | null): Finding {
  if (code === null) return finding('good', `${what}: opens a tunnel to the target`);
  const bad = (found: string, advice: string): Finding => finding('bad', `${what}: ${found}`, [advice]);
  const status = /^HTTP_(\d+)$/.exec(code)?.[1];
  if (status === '407' || status === '401') {
    const advice = 'check user and password in the address of the proxy';
    return bad(`refuses its user or password (${status})`, advice);
  }
  if (status !== undefined) {
    const advice = 'have the rules of the proxy let this target through, or name another proxy';
    return bad(`opens no tunnel to the target, it answers ${status}`, advice);
  }
  const seen = code === 'ECONNREFUSED' ? 'nothing listens there' : 'it is not reached';
  return bad(`${seen} (${code})`, 'check that the proxy runs, its address and its port');
}
