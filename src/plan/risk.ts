/**
 * What a request may cost a real partner if the service counts failed logins.
 *
 * - `none`: it names no real partner, or has no password.
 * - `right`: it has the values of the plain request in their usual place and spelling. No failed login once the
 *   plain request was accepted.
 * - `misreadable`: anything else with a real partner that a service may take for a failed login: a password
 *   that is not encrypted, another spelling or place, another flag, the partner of a condition.
 * - `wrong`: a real partner with a wrong password, correctly encrypted.
 */
export type Risk = 'none' | 'right' | 'misreadable' | 'wrong';

/** True if a request takes no place of `limits.failedLogins` once the plain request was accepted. */
export const isHarmless = ({ risk }: { readonly risk: Risk }): boolean => risk === 'none' || risk === 'right';

/**
 * Whether a request has a valid partner name and a valid, encrypted password. `nearly`: a service may accept
 * the wrong password or name on purpose. `open`: the specification does not say.
 */
export type Validity = 'valid' | 'invalid' | 'nearly' | 'open';
