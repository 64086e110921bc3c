import { nginxConfiguration, startProgram } from './program.ts';
import type { Program } from './program.ts';
import { answerOf, startRelay } from './relay.ts';
import type { Relay, RelayOptions } from './relay.ts';
import type { Gateway } from './scenario.ts';
import { partnerNameOf } from './service.ts';

type Of<Kind extends Gateway['kind']> = Extract<Gateway, { kind: Kind }>;

export function startGateway(gateway: Gateway, to: string): Promise<Relay> {
  switch (gateway.kind) {
    case 'bucket':
      return startRelay(bucket(gateway, to));
    case 'backends':
      return startRelay(backends(gateway, to));
    case 'connections':
      return startRelay(connections(gateway, to));
    case 'nginx':
      return startProgram(nginx(gateway, to));
    case 'haproxy':
      return startProgram(haproxy(gateway, to));
  }
}

function bucket({ rate, status, latencyMs = 0, per }: Of<'bucket'>, to: string): RelayOptions {
  const full = new Map<string, number>();
  return {
    to,
    latencyMs,
    decide(received) {
      const key = per === undefined ? '' : partnerNameOf(received);
      if (key === null) return 'forward';
      const now = performance.now();
      if (now < (full.get(key) ?? 0)) return answerOf(status);
      full.set(key, now + 1000 / rate);
      return 'forward';
    },
  };
}

function backends({ count, start, outages }: Of<'backends'>, to: string): RelayOptions {
  let [index, startedAt] = [-1, 0];
  return {
    to,
    decide() {
      index += 1;
      if (index < start) return 'forward';
      if (index === start) startedAt = performance.now();
      const now = (performance.now() - startedAt) / 1000;
      const outage = outages.find(
        ({ from, to: end, backend }) => from <= now && now < end && backend === index % count,
      );
      if (outage === undefined) return 'forward';
      const { fault, to: end } = outage;
      return fault === 'refused' ? { goneFor: (end - now) * 1000 } : answerOf(fault);
    },
  };
}

function connections(gateway: Of<'connections'>, to: string): RelayOptions {
  const same: RelayOptions = { to, decide: () => 'forward' };
  if ('idleMs' in gateway) return { ...same, idleMs: gateway.idleMs };
  return { ...same, mostOnConnection: gateway.mostOnConnection };
}

const nginx = ({ http, server = '', location }: Of<'nginx'>, to: string): Program => ({
  name: 'nginx',
  configuration({ port, folder }) {
    const handOn = `proxy_http_version 1.1; proxy_bind $remote_addr; proxy_pass ${to};`;
    const listen = `listen 127.0.0.1:${port};`;
    return nginxConfiguration(folder, http, [
      `server { ${listen} ${server} location / { ${location} ${handOn} } }`,
    ]);
  },
  args: (file, folder) => ['-p', folder, '-e', `${folder}/error.log`, '-c', file],
  log: 'access.log',
});

/** It passes on which of the suite's two source addresses a request came from. */
const haproxy = ({ requests, seconds }: Of<'haproxy'>, to: string): Program => ({
  name: 'haproxy',
  configuration: ({ port }) => `global
  maxconn 256
  log stdout format raw local0
defaults
  mode http
  log global
  log-format "%HM %ST"
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:${port}
  stick-table type ip size 1k expire ${seconds}s store http_req_rate(${seconds}s)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt ${requests} }
  use_backend other if { src 127.0.0.2 }
  default_backend usual
backend usual
  server service ${new URL(to).host}
backend other
  source 127.0.0.2
  server service ${new URL(to).host}
`,
  args: (file) => ['-db', '-f', file],
  log: null,
});
