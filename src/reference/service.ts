import type { Bank, Language, Partners, Service } from './behaviour.ts';
import { createDecryptor, type ReferenceEncryption } from './decrypt.ts';
import type { State } from './handler.ts';
import { normalizeAddress } from './incoming.ts';

interface Settings {
  readonly language: Language;
  readonly banks: readonly Bank[];
  readonly privateKey: string;
  readonly encryption: ReferenceEncryption;
  readonly partners: Partners;
  readonly blockedAddresses: readonly string[];
  readonly faultHeader: boolean;
}

/** What the behaviour may ask the server for; throws a UserError for an unreadable key. */
export function createService(settings: Settings, state: State): Service {
  const blocked = new Set(settings.blockedAddresses.map(normalizeAddress));
  return {
    language: settings.language,
    banks: settings.banks,
    partners: settings.partners,
    isBlocked: (address) => blocked.has(address),
    isUnavailable: ({ headers }) =>
      state.isUnavailable || (settings.faultHeader && headers['x-fault'] === 'unavailable'),
    decrypt: createDecryptor(settings.encryption, settings.privateKey),
    seen: (key) => {
      const count = state.counts.get(key) ?? 0;
      state.counts.set(key, count + 1);
      return count;
    },
    has: (key) => state.counts.has(key),
  };
}
