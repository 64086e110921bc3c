/**
 * What a request may cost a real partner if the service counts failed logins. `none`: it has no real partner,
 * or no password. `right`: it has the profile's credentials, a risk until they are accepted once. `wrong`: it
 * has an invalid password, or the right one in a form that may be misread.
 */
export type Risk = 'none' | 'right' | 'wrong';

/**
 * Whether a request has a valid partner name and a valid, encrypted password. `nearly`: a service may accept
 * the wrong password or name on purpose. `open`: the specification does not say.
 */
export type Validity = 'valid' | 'invalid' | 'nearly' | 'open';
