import type { Specification } from '../spec/specification.ts';
import type { Target, VariantTarget } from '../target/target.ts';

/** A target on paper that claims every variant and provisions every condition: what is derived for it is all there is. */
export function fullTarget(spec: Specification): Target {
  return {
    name: 'every case',
    source: null,
    folder: '.',
    baseUrl: 'http://localhost',
    variants: Object.fromEntries(spec.variants.map(({ id }) => [id, fullVariant])),
    limits: { concurrency: 1, rate: null, timeout: 1, retries: 0, maxBody: 1, failedLogins: 0 },
    tls: {},
    http2: false,
    language: 'en',
    production: [],
    waivers: [],
    reviewsFile: null,
    secrets: [],
    warnings: [],
  };
}

const provision = { headers: {} };

const fullVariant: VariantTarget = {
  bankCode: 'bank',
  credentials: { partnerName: '0', partnerPassword: '', useAuthByCert: '' },
  encryption: { scheme: 'module', module: '', template: '' },
  headers: {},
  texts: {},
  conditions: {
    'partner-blocked': provision,
    'ip-blocked': provision,
    'reward-unavailable': provision,
    unavailable: provision,
  },
};
