import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Partners } from './behaviour.ts';
import { bankCode } from './conforming.ts';
import { usualEncryption } from './encryption.ts';
import type { Encryption } from './encryption.ts';

/** TEST ONLY. */
export const testPartners: Partners = {
  valid: { name: '1042', password: 'test-only/valid+partner=1042' },
  blocked: { name: '1043', password: 'test-only/blocked+partner=1043' },
  withoutReward: { name: '1044', password: 'test-only/no+reward=1044' },
};

interface ProfileOptions {
  readonly url: string;
  /** Path of the public key or certificate, as written in the profile. */
  readonly keyPath: string;
  /** The blocked source address; null if it cannot be used, and a header replaces it. */
  readonly blockedSource: { readonly localAddress: string } | null;
  /** Path of the certificate authority for HTTPS, or null. */
  readonly caPath: string | null;
  readonly encryption: Encryption | undefined;
  /** The text to encrypt; null: the password alone. */
  readonly template: string | null;
}

const credentials = ({ name, password }: Partners['valid']): object => ({
  partnerName: Number(name),
  partnerPassword: password,
});

/** Target profile of a reference implementation, in the shape of its YAML. Its secrets are TEST ONLY. */
export function referenceProfile(options: ProfileOptions): Readonly<Record<string, unknown>> {
  const { url, keyPath, blockedSource, caPath, encryption = usualEncryption, template } = options;
  return {
    name: 'Reference implementation (TEST ONLY)',
    baseUrl: url,
    variants: { a: {}, b: { bankCode } },
    credentials: { ...credentials(testPartners.valid), useAuthByCert: 'true' },
    encryption: { ...encryption, key: keyPath, ...(template === null ? {} : { template }) },
    conditions: {
      unauthorized: {},
      'partner-blocked': { credentials: credentials(testPartners.blocked) },
      'ip-blocked': blockedSource ?? { headers: { 'X-Fault': 'ip-blocked' } },
      'reward-unavailable': { credentials: credentials(testPartners.withoutReward) },
      unavailable: { headers: { 'X-Fault': 'unavailable' } },
    },
    ...(caPath === null ? {} : { tls: { ca: caPath } }),
    limits: { concurrency: 8, failedLogins: 100 },
  };
}

/** True if a socket can be bound to the address. macOS does not allow that for 127.0.0.2. */
export async function canBind(address: string): Promise<boolean> {
  const server = createServer().listen(0, address);
  return once(server, 'listening').then(
    () => new Promise((resolve) => server.close(() => resolve(true))),
    () => false,
  );
}
