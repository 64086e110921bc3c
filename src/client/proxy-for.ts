import { BlockList, isIP } from 'node:net';
import type { TlsMaterial } from './exchange.ts';

/** The proxy of requests, by the scheme of their address; null: none. */
interface Proxies {
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are reached without a proxy. */
  readonly except: readonly string[];
}

/** The proxy for a request to that address. `own`: what it asks for itself. */
export function proxyFor(
  proxies: Proxies,
  url: string,
  own: { readonly proxy?: string; readonly localAddress?: string } = {},
): string | null {
  if (own.proxy !== undefined) return own.proxy === 'none' ? null : own.proxy;
  // The target must see this address, not the proxy's.
  if (own.localAddress !== undefined) return null;
  const { protocol, hostname, port } = new URL(url);
  const proxy = protocol === 'https:' ? proxies.https : proxies.http;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isExcepted = proxies.except.some((entry) =>
    matches(entry, host, port || (protocol === 'https:' ? '443' : '80')),
  );
  return isExcepted ? null : proxy;
}

/** The TLS settings for a request to that address: `serverName` stands for the host of the base URL alone. */
export function tlsFor(
  { tls, baseUrl }: { readonly tls: TlsMaterial; readonly baseUrl: string },
  url: string,
): TlsMaterial {
  const { serverName: _name, ...others } = tls;
  return new URL(url).hostname === new URL(baseUrl).hostname ? tls : others;
}

/** Whether an entry means the host: `*`, a network (CIDR), a name (subdomains too) or address (`:port`). */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [network = '', bits] = entry.split('/');
  if (bits !== undefined && isIP(network) !== 0) return isInNetwork(host, network, Number(bits));
  const [, name = entry, own = port] =
    /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `${entry}:${port}` : entry) ?? [];
  const plain = name.toLowerCase().replace(/^\[(.*)\]$|^\*?\.|\.$/g, '$1');
  return own === port && (host === plain || (isIP(host) === 0 && host.endsWith(`.${plain}`)));
}

function isInNetwork(host: string, network: string, bits: number): boolean {
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(host) !== isIP(network)) return false;
  const most = family === 'ipv6' ? 128 : 32;
  if (!Number.isInteger(bits) || bits < 0 || bits > most) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(host, family);
}
