import { limitations, mostDays } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { isEqual } from './canonical.ts';

const minute = 60_000;
const hour = 60 * minute;
/** By which clocks may differ. */
const slack = 5 * minute;

/** Why dates of the certificate do not hold, or what belongs to every certificate is missing, each in a sentence. */
export function checkDates(certificate: Certificate, now: Date): readonly string[] {
  const { issuedAt, expiresAt, run, doesNotSay } = certificate;
  const [issued, expires] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  const [started, ended] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const age = issued - ended;
  return [
    ...(issued > now.getTime() + slack ? [`validity: issued in the future (${issuedAt})`] : []),
    ...(expires <= now.getTime() ? [`validity: the certificate expired on ${expiresAt}`] : []),
    ...(expires > issued + mostDays * 24 * hour
      ? [`validity: it holds for longer than ${mostDays} days (until ${expiresAt})`]
      : []),
    ...(expires <= issued ? ['validity: it ends before it begins'] : []),
    ...(started > ended || ended > issued + slack
      ? ['validity: the run did not end before the certificate was issued']
      : []),
    // What is certified has just been run.
    ...(age > hour
      ? [`validity: issued ${Math.round(age / hour)} h after the run, expected at its end`]
      : []),
    ...(isEqual(doesNotSay, limitations) ? [] : ['certificate: it conceals what it does not say']),
  ];
}
