import { createServer } from 'node:net';
import type { Partners, VariantId } from './behaviour.ts';
import type { ReferenceEncryption } from './decrypt.ts';

/** Partners of the reference implementation. TEST ONLY. */
export const testPartners: Partners = {
  valid: { name: '1042', password: 'test-only/valid+partner=1042' },
  blocked: { name: '1043', password: 'test-only/blocked+partner=1043' },
  withoutReward: { name: '1044', password: 'test-only/no+reward=1044' },
};

/** How the blocked source address is reached: by binding it, or by another address of the server. */
type BlockedSource =
  | { readonly kind: 'local-address'; readonly address: string }
  | { readonly kind: 'base-url'; readonly baseUrl: string };

/** What the profile of a running reference implementation depends on. */
export interface ProfileOptions {
  readonly url: string;
  readonly variants: readonly VariantId[];
  readonly bankCode: string;
  readonly partners: Partners;
  readonly encryption: ReferenceEncryption;
  /** Path of the public key or the certificate, as the profile shall name it. */
  readonly keyPath: string;
  readonly blockedSource: BlockedSource;
  /** Path of the certificate authority for HTTPS, or null. */
  readonly caPath: string | null;
}

function credentials(partner: { readonly name: string; readonly password: string }): object {
  return { partnerName: Number(partner.name), partnerPassword: partner.password };
}

function ipBlocked(source: BlockedSource): object {
  return source.kind === 'local-address' ? { localAddress: source.address } : { baseUrl: source.baseUrl };
}

/** The target profile that fits a reference implementation, in the shape of the profile's YAML; its secrets are TEST ONLY. */
export function referenceProfile(options: ProfileOptions): Readonly<Record<string, unknown>> {
  const { partners, encryption, caPath } = options;
  const settings = { a: {}, b: { bankCode: options.bankCode } } as const;
  return {
    name: 'Reference implementation (TEST ONLY)',
    baseUrl: options.url,
    variants: Object.fromEntries(options.variants.map((id) => [id, settings[id]])),
    credentials: { ...credentials(partners.valid), useAuthByCert: 'true' },
    encryption: { ...encryption, key: options.keyPath },
    conditions: {
      unauthorized: {},
      'partner-blocked': { credentials: credentials(partners.blocked) },
      'ip-blocked': ipBlocked(options.blockedSource),
      'reward-unavailable': { credentials: credentials(partners.withoutReward) },
      unavailable: { headers: { 'X-Fault': 'unavailable' } },
    },
    ...(caPath === null ? {} : { tls: { ca: caPath } }),
    limits: { concurrency: 8, failedLogins: 100 },
  };
}

/** Whether this machine lets a socket be bound to an address; macOS does not for 127.0.0.2. */
export function canBind(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(0, address, () => server.close(() => resolve(true)));
  });
}
