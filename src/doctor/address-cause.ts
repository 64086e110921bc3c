import { clip, visible } from '../report/visible.ts';
import type { Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { doubledPath } from './base-path.ts';
import type { BaselineSettings, Cause } from './cause.ts';
import { pageInWords } from './page.ts';

/** What an answer that comes from no service, or from another one, says of the address; null where it says nothing of it. */
export function addressCause(
  variant: Variant,
  evidence: Evidence,
  { target, paths }: BaselineSettings,
): Cause | null {
  const { response } = evidence;
  if (response === null) return null;
  const { status } = response;
  const doubled = doubledPath(target.baseUrl, paths);
  const isDocumented = variant.conditions.some((condition) => condition.status === status);
  if (doubled !== null && (!isDocumented || pageInWords(evidence) !== null)) {
    return {
      found: `answered ${status}: baseUrl ends with ${visible(doubled)}, which the suite appends itself`,
      mend: `leave ${visible(doubled)} out of baseUrl`,
    };
  }
  if (status >= 300 && status < 400) return redirectCause(status, headerOf(evidence, 'location'));
  if (status === 429) return rateCause(headerOf(evidence, 'retry-after'));
  const page = pageInWords(evidence);
  if (page === null || !/HTML/.test(page)) return null;
  return { found: `answered ${status} with ${page} instead of JSON`, mend: pageHint(status) };
}

function redirectCause(status: number, location: string): Cause {
  const where = location === '' ? '' : ` to ${clip(visible(location), 120)}`;
  const mend = /^https:/i.test(location)
    ? 'redirects are not followed: write the address that it leads to, https:// included, into baseUrl'
    : 'redirects are not followed: check scheme, host and path of baseUrl';
  return { found: `answered ${status}, a redirect${where}`, mend };
}

function rateCause(pause: string): Cause {
  const wait = pause === '' ? '' : `, Retry-After ${clip(visible(pause), 40)}`;
  return {
    found: `answered 429: the target limits the rate${wait}`,
    mend: 'set limits.rate and limits.concurrency to what the target allows, and wait before the next try',
  };
}

function pageHint(status: number): string {
  if (status === 404 || status === 405) return 'check baseUrl and bankCode: the path may be wrong';
  if (status >= 500)
    return 'a gateway answers in place of the target: check that the target runs, or try later';
  return 'a gateway or firewall answers in place of the target: check baseUrl, headers and the way there';
}

function headerOf({ response }: Evidence, wanted: string): string {
  return response?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
