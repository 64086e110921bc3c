import { finding } from '../../doctor/finding.ts';
import type { Finding } from '../../doctor/finding.ts';
import type { Target } from '../../target/target.ts';
import { endpointOf, tryProxy } from './network.ts';

/** What came of a proxy that conditions name. */
export interface ProxyCheck {
  readonly proxy: string;
  readonly found: Finding;
}

/** Whether each proxy that a condition names opens a tunnel to the target; each is asked once. */
export async function checkProxies({ variants, baseUrl, limits }: Target): Promise<readonly ProxyCheck[]> {
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
  const status = /^HTTP_(\d+)$/.exec(code)?.[1];
  if (status === '407' || status === '401') {
    const mend = 'check user and password in the address of the proxy';
    return finding('bad', `${what}: refuses its user or password (${status})`, [mend]);
  }
  if (status !== undefined) {
    const mend = 'have the rules of the proxy let this target through, or name another proxy';
    return finding('bad', `${what}: opens no tunnel to the target, it answers ${status}`, [mend]);
  }
  const seen = code === 'ECONNREFUSED' ? 'nothing listens there' : 'it is not reached';
  return finding('bad', `${what}: ${seen} (${code})`, [
    'check that the proxy runs, its address and its port',
  ]);
}
