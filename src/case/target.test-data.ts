import type { Specification } from '../spec/specification.ts';
import type { Target, VariantTarget } from '../target/target.ts';

/** Settings of a variant for which nothing is provisioned. */
export const bareSettings: VariantTarget = {
  bankCode: 'bank',
  credentials: { partnerName: '1', partnerPassword: 'password', useAuthByCert: 'true' },
  encryption: { scheme: 'module', module: '', template: '{password}' },
  headers: {},
  texts: {},
  conditions: {},
};

/** Settings of a variant for which every condition is provisioned without changing the target. */
export const fullSettings: VariantTarget = {
  ...bareSettings,
  conditions: {
    'partner-blocked': { credentials: { partnerName: '2' } },
    'ip-blocked': { localAddress: '127.0.0.2' },
    'reward-unavailable': { credentials: { partnerName: '3' } },
    unavailable: { headers: { 'X-Fault': '1' } },
  },
};

/** A target that claims all variants of the specification with the same settings. */
export const targetOf = (spec: Specification, settings: VariantTarget): Target => ({
  name: 'Test',
  source: null,
  folder: '.',
  baseUrl: 'http://127.0.0.1',
  variants: Object.fromEntries(spec.variants.map(({ id }) => [id, settings])),
  limits: { concurrency: 1, rate: null, timeout: 1, retries: 0, maxBody: 1, failedLogins: 0 },
  tls: {},
  http2: false,
  language: 'en',
  production: [],
  waivers: [],
  reviewsFile: null,
  secrets: [],
  warnings: [],
});
