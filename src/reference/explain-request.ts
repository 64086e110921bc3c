/** Says in one line what a client did wrong where the reference implementation refuses its request. */
import { isUtf8 } from 'node:buffer';
import { parameterNames } from './behaviour.ts';
import type { ParameterName } from './behaviour.ts';
import { bankCode, isText, texts } from './conforming.ts';
import { nameOfEncryption, nameOfHash } from './encryption.ts';
import type { Encryption } from './encryption.ts';
import { testPartners } from './profile.ts';
import type { Served } from './reference.ts';
import { clip, visible } from '../base/visible.ts';

/** The line of a refused request, without values of parameters; null for one that got the list. */
export function explainRefusal(served: Served, encryption: Encryption): string | null {
  const { request, status, at } = served;
  const why = whyRefused(served, encryption);
  // Hours, minutes and seconds of this machine, as its logs have them.
  const time = at.toTimeString().slice(0, 8);
  return why === null
    ? null
    : `${time} ${request.method} ${visible(clip(request.path, 200))} ${status}: ${why}`;
}

function whyRefused(served: Served, encryption: Encryption): string | null {
  const { kind, variant, request } = served;
  switch (kind) {
    case 'success':
      return null;
    case 'not-found':
      return inPath(request.path);
    case 'wrong-method':
      return `the method is ${request.method}, expected POST`;
    case 'malformed':
      if (isForm(served)) return inForm;
      return variant === 'a'
        ? 'the body is not a JSON object'
        : 'the query has a % without two hexadecimal digits; a % itself is written %25';
    case 'missing':
      if (isForm(served)) return inForm;
      return parameterNames
        .filter((name) => served.parameters.includes(name))
        .map((name) => inParameter(name, served))
        .join('; ');
    case 'unencrypted':
      return inPassword(served, encryption);
    case 'unauthorized':
      return inLogin(served);
    case 'too-large':
    case 'unavailable':
    case 'partner-blocked':
    case 'ip-blocked':
    case 'reward-unavailable':
      return texts.en[kind];
  }
}

function inPath(path: string): string {
  const [, code = bankCode] = /^\/partner\/([^/]+)\/sbp\/banks\/$/.exec(path) ?? [];
  return code === bankCode
    ? `no path of the operation, expected /partner/sbp/banks in A, /partner/${bankCode}/sbp/banks/ in B`
    : `another bank code, expected ${bankCode}`;
}

const inForm =
  'the parameters are in the body as in an HTML form; A expects a JSON object there, B the query';

/** True if the body holds the parameters as an HTML form does. */
const isForm = ({ request }: Served): boolean =>
  parameterNames.some((name) =>
    new RegExp(`(?:^|&)${name}=|\\bname="?${name}\\b`).test(request.body.toString('utf8')),
  );

function inParameter(name: ParameterName, { fields, variant, request }: Served): string {
  const value = fields[name] ?? null;
  if (value !== null && typeof value !== 'string')
    return `${name} is ${Array.isArray(value) ? 'an array' : `of type ${typeof value}`}, expected a string`;
  if (isText(value)) return `${name} is ${variant === 'b' ? 'no number, expected digits' : 'refused'}`;
  const isInQuery = request.query.split('&').some((part) => part.startsWith(`${name}=`));
  if (variant === 'a' && isInQuery) return `${name} is in the query, expected in the JSON body`;
  const isInBody = new RegExp(`"${name}"\\s*:`).test(request.body.toString('utf8'));
  if (variant === 'b' && isInBody) return `${name} is in the body, expected in the query`;
  return `${name} is ${value === null ? 'missing' : 'empty'}`;
}

function inPassword({ fields, otherEncryption }: Served, expected: Encryption): string {
  if (otherEncryption !== null) {
    const only = { ...otherEncryption, ...(expected.scheme === 'rsa-oaep' && { mgf1: expected.mgf1 }) };
    const isMgf1Alone = nameOfEncryption(only) === nameOfEncryption(expected);
    if (isMgf1Alone && otherEncryption.scheme === 'rsa-oaep' && expected.scheme === 'rsa-oaep') {
      const found =
        nameOfHash(otherEncryption.mgf1) + (otherEncryption.mgf1 === 'sha1' ? " (Java's default)" : '');
      return `partnerPassword opens with MGF1 ${found}, expected ${nameOfHash(expected.mgf1)}`;
    }
    return `partnerPassword opens with ${nameOfEncryption(otherEncryption)}, expected ${nameOfEncryption(expected)}`;
  }
  const sent = fields.partnerPassword;
  if (typeof sent !== 'string' || !mayBeEncrypted(sent)) return 'partnerPassword is not encrypted';
  return (
    `partnerPassword opens neither with ${nameOfEncryption(expected)}, nor with another hash, padding or encoding ` +
    'of RSA; was it encrypted for the key of this service?'
  );
}

/** Minimum number of base64 characters of any block cipher's output. */
const leastCiphertext = 22;

/** True if a text may be a ciphertext: long enough, in base64 or hex, and not an encoded text. */
function mayBeEncrypted(value: string): boolean {
  const isKnown = Object.values(testPartners).some(({ password }) => password === value);
  if (isKnown || value.length < leastCiphertext || !/^[\w+/=.: -]+$/.test(value)) return false;
  return !(['base64', 'base64url', 'hex'] as const).some((coding) => {
    const bytes = Buffer.from(value, coding);
    // Node decodes up to the first character that is not in the alphabet.
    const isWhole = bytes.toString(coding).replace(/=+$/, '') === value.replace(/=+$/, '');
    return isWhole && isUtf8(bytes) && !/\p{Cc}/u.test(bytes.toString('utf8'));
  });
}

function inLogin({ fields, password }: Served): string {
  const partner = Object.values(testPartners).find(({ name }) => name === fields.partnerName);
  if (partner === undefined) return 'partnerName is no partner of this service';
  return password !== partner.password && password?.trim() === partner.password
    ? 'partnerPassword has white space around the right password, such as the line break of echo'
    : 'partnerPassword opens, but is not the password of this partner';
}
