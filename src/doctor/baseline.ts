import { readableBody } from '../http/exchange.ts';
import { clip, visible } from '../report/visible.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { findRootCauses } from '../result/root-cause.ts';
import { findCondition } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { message } from '../wording/message.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** What of the profile and the network bears upon the answer to the plain request. */
export interface BaselineSettings {
  readonly target: Results['target'];
  /** Paths of all variants, the bank code filled in where it is known. */
  readonly paths: readonly string[];
  readonly hasClientCertificate: boolean;
  /** The port of an http:// address speaks TLS; known only where an answer gave reason to try. */
  readonly speaksTls: boolean;
}

/** What was found and what to fix. */
interface Cause {
  readonly found: string;
  readonly mend: string;
}

/** What the answer to the plain request of a variant shows: the list, or why there is none and what to fix. */
export function inspectBaseline(variant: Variant, evidence: Evidence, settings: BaselineSettings): Finding {
  const what = `variant ${variant.id}, plain request`;
  if (evidence.response?.status === 200) return inspectList(what, evidence);
  const { found, mend } =
    transportCause(evidence, settings) ??
    addressCause(variant, evidence, settings) ??
    refusalCause(variant, evidence) ??
    usualCause(variant, evidence, settings);
  return finding('bad', `${what}: ${found}`, mend === '' ? [] : [mend], saidBy(evidence));
}

function inspectList(what: string, evidence: Evidence): Finding {
  const { facts } = evidence;
  const page = pageInWords(evidence);
  if (page !== null) {
    const mend =
      'check baseUrl: a gateway, a log-in page or another service may answer in place of the target';
    return finding('bad', `${what}: answered 200 with ${page} instead of JSON`, [mend]);
  }
  const list = facts?.kind === 'json' ? facts.list : null;
  if (list?.type !== 'array') {
    const mend = 'check that baseUrl is the address of the service meant';
    return finding('warning', `${what}: answered 200, no list of banks, which a run judges`, [mend]);
  }
  if (list.count > 0) return finding('good', `${what}: answered 200, ${list.count} banks`);
  const mend = 'have the operator of the target provide a bank: an empty list shows nothing of its records';
  return finding('bad', `${what}: answered 200, the list is empty`, [mend]);
}

/** Whether an answer to http:// is such as a port gives that speaks TLS. */
export function suspectsTls(evidence: Evidence): boolean {
  const { response, error } = evidence;
  if (response !== null) return response.status === 400 && pageInWords(evidence) !== null;
  return error !== null && ['reset', 'malformed', 'cut', 'timeout'].includes(error.kind);
}

/** A client certificate that is wanted, or TLS that is spoken. */
function transportCause({ response, error }: Evidence, settings: BaselineSettings): Cause | null {
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

/** An answer that comes from no service, or from another one. */
function addressCause(
  variant: Variant,
  evidence: Evidence,
  { target, paths }: BaselineSettings,
): Cause | null {
  const { response } = evidence;
  if (response === null) return null;
  const { status } = response;
  const page = pageInWords(evidence);
  const doubled = doubledPath(target.baseUrl, paths);
  const isDocumented = variant.conditions.some((condition) => condition.status === status);
  if (doubled !== null && (!isDocumented || page !== null)) {
    return {
      found: `answered ${status}: baseUrl ends with ${visible(doubled)}, which the suite appends itself`,
      mend: `leave ${visible(doubled)} out of baseUrl`,
    };
  }
  if (status >= 300 && status < 400) {
    const location = headerOf(evidence, 'location');
    const where = location === '' ? '' : ` to ${clip(visible(location), 120)}`;
    const mend = /^https:/i.test(location)
      ? 'redirects are not followed: write the address that it leads to, https:// included, into baseUrl'
      : 'redirects are not followed: check scheme, host and path of baseUrl';
    return { found: `answered ${status}, a redirect${where}`, mend };
  }
  if (status === 429) {
    const pause = headerOf(evidence, 'retry-after');
    const wait = pause === '' ? '' : `, Retry-After ${clip(visible(pause), 40)}`;
    return {
      found: `answered 429: the target limits the rate${wait}`,
      mend: 'set limits.rate and limits.concurrency to what the target allows, and wait before the next try',
    };
  }
  if (page === null || !/HTML/.test(page)) return null;
  return { found: `answered ${status} with ${page} instead of JSON`, mend: pageHint(status) };
}

function pageHint(status: number): string {
  if (status === 404 || status === 405) return 'check baseUrl and bankCode: the path may be wrong';
  return status >= 500
    ? 'a gateway answers in place of the target: check that the target runs, or try later'
    : 'a gateway or firewall answers in place of the target: check baseUrl, headers and the way there';
}

const headerOf = ({ response }: Evidence, wanted: string): string =>
  response?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

/** The longest end of a base URL's path that one of the suite's own paths begins with, and that would therefore stand twice; null where there is none. */
export function doubledPath(baseUrl: string, paths: readonly string[]): string | null {
  const segments = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');
  const base = `/${segments(new URL(baseUrl).pathname).join('/')}`;
  const starts = paths.flatMap((path) =>
    segments(path).map((_, index, own) => `/${own.slice(0, index + 1).join('/')}`),
  );
  const doubled = starts.filter((start) => base.endsWith(start));
  return doubled.toSorted((left, right) => right.length - left.length)[0] ?? null;
}

/** A documented refusal of the plain request. */
function refusalCause(variant: Variant, { response, facts }: Evidence): Cause | null {
  if (response === null) return null;
  const { status } = response;
  const text = facts?.kind === 'json' ? facts.text : null;
  if (status === findCondition(variant, 'unauthorized')?.status) {
    return {
      found: `answered ${status}: the partner's name and password are refused`,
      mend: 'check credentials.partnerPassword, then credentials.partnerName and encryption.key',
    };
  }
  if (status === 403) {
    const mend = 'access of this partner or of this address is blocked: ask the assigned manager';
    return { found: 'answered 403', mend };
  }
  if (status !== 422) return null;
  const lacking = variant.parameters.find(({ name }) => text?.naming[name] === 'named')?.name;
  if (text?.meanings.includes('correct-data') === true && lacking !== undefined) {
    return {
      found: `answered 422: the target does not see ${lacking}, which was sent`,
      mend: `check what credentials.${lacking} holds, and that no gateway on the way takes parameters away`,
    };
  }
  return {
    found: 'answered 422: the target does not take the password for encrypted',
    mend: 'check encryption (scheme, hash, mgf1, encoding, key): is the key the present one of this service?',
  };
}

/** The hints are those of a run, which takes them from a case that could not be judged. */
function usualCause(variant: Variant, evidence: Evidence, { target }: BaselineSettings): Cause {
  const plain: CaseResult = {
    id: `${variant.id}.success`,
    variant: variant.id,
    condition: 'success',
    title: '',
    words: message('title-success'),
    kind: 'judged',
    verdict: null,
    reason: 'control-failed',
    note: '',
    durationMs: evidence.durationMs,
    checks: [],
    exchanges: [evidence],
    trials: [],
    controls: [],
  };
  const [cause] = findRootCauses([plain], [], target);
  return {
    found: visible(cause?.message ?? `answered ${evidence.response?.status ?? 'nothing'}`),
    mend: cause?.hint ?? '',
  };
}

/** What stands in an answer where JSON should be, in words; null where there is JSON, or no answer. */
export function pageInWords({ response, facts }: Evidence): string | null {
  if (response === null || facts?.kind === 'json') return null;
  if (response.bodyLength === 0) return 'an empty body';
  const body = readableBody(response);
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isHtml = /html/i.test(type) || /^\s*<(?:!doctype html|html)/i.test(body);
  if (!isHtml) return 'a body that is not JSON';
  const title = /<title[^>]*>\s*([^<]*?)\s*<\/title/i.exec(body)?.[1] ?? '';
  return title === '' ? 'an HTML page' : `an HTML page ("${clip(visible(title), 60)}")`;
}

/** What the target says about an error, as one line; empty where it says nothing. */
export function saidBy({ facts }: Evidence): readonly string[] {
  const text = facts?.kind === 'json' ? (facts.text?.text ?? '') : '';
  return text === '' ? [] : [`it says: ${clip(visible(text), 200)}`];
}
