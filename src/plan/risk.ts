/**
 * What a request may cost a real partner if the service counts failed logins.
 * `none`: no real partner, or no password. `right`: the profile's own credentials, a risk until accepted once.
 * `wrong`: an invalid password, or the right one in a shape that may be misread.
 */
export type Risk = 'none' | 'right' | 'wrong';

/**
 * Whether a request carries a valid partner name and a valid, encrypted password.
 * `nearly`: a service may accept the wrong password or name on purpose. `open`: the specification does not say.
 */
export type Validity = 'valid' | 'invalid' | 'nearly' | 'open';
