import { readableBody } from '../http/exchange.ts';
import { visible } from '../report/visible.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { BaselineSettings, Cause } from './cause.ts';
import { pageInWords } from './page.ts';

/** Whether an answer to http:// is such as a port gives that speaks TLS. */
export function suspectsTls(evidence: Evidence): boolean {
  const { response, error } = evidence;
  if (response !== null) return response.status === 400 && pageInWords(evidence) !== null;
  return error !== null && ['reset', 'malformed', 'cut', 'timeout'].includes(error.kind);
}

/** What the answer says of the way of the connection: a client certificate that is wanted, TLS that is spoken; null where it says nothing of it. */
export function transportCause({ response, error }: Evidence, settings: BaselineSettings): Cause | null {
  const isCertificateWanted =
    response?.status === 400 && /SSL certificate|client certificate/i.test(readableBody(response));
  if (isCertificateWanted && !settings.hasClientCertificate) {
    return {
      found: 'answered 400: the target wants a client certificate, and the profile names none',
      mend: 'set tls.cert and tls.key (or tls.pfx and tls.passphrase)',
    };
  }
  if (isCertificateWanted) {
    return {
      found: 'answered 400: the target refuses the client certificate of the profile',
      mend: 'check tls.cert and tls.key (or tls.pfx) with the operator of the target',
    };
  }
  if (!settings.speaksTls) return null;
  const seen = response === null ? (error?.message ?? 'no answer') : `answered ${response.status}`;
  return {
    found: `the port speaks TLS, and baseUrl says http:// (${visible(seen)})`,
    mend: 'write https:// in baseUrl',
  };
}
