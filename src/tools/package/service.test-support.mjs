import { startReference } from 'sbp-banks-conformance';

const waiver = (requirement) => ({ requirement, reason: 'known', owner: 'me', until: '2099-01-01' });

/** Starts the service of the examples, with one condition provisioned. `DEFECT` is what it does wrong; with `DOWN` it is gone at once. `WAIVED` lists requirements that the profile waives, `REVIEWS` is its file of decisions. */
export async function startService() {
  const { DEFECT, DOWN, WAIVED = '', REVIEWS } = process.env;
  const { profile, close } = await startReference({ defects: DEFECT ? [DEFECT] : [] });
  if (DOWN) await close();
  const own = {
    conditions: { unauthorized: profile.conditions.unauthorized },
    waivers: WAIVED.split(',').filter(Boolean).map(waiver),
    reviews: REVIEWS,
    limits: { retries: DOWN ? 0 : 4, failedLogins: 100 },
  };
  return { profile: { ...profile, ...own }, close: DOWN ? () => undefined : close };
}
