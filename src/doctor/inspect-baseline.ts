import { visible } from '../report/visible.ts';
import { findRootCauses } from '../result/root-cause.ts';
import type { CaseResult } from '../result/results.ts';
import type { Variant } from '../spec/specification.ts';
import { message } from '../wording/message.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { addressCause } from './address-cause.ts';
import type { BaselineSettings, Cause } from './cause.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { pageInWords, saidBy } from './page.ts';
import { refusalCause } from './refusal-cause.ts';
import { transportCause } from './transport-cause.ts';

/** What the answer to the plain request of a variant shows: the list, or why there is none and what to mend. */
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
    return finding('warning', `${what}: answered 200, no list of banks, which a run judges`, [checkAddress]);
  }
  if (list.count > 0) return finding('good', `${what}: answered 200, ${list.count} banks`);
  const mend = 'have the operator of the target provide a bank: an empty list shows nothing of its records';
  return finding('bad', `${what}: answered 200, the list is empty`, [mend]);
}

const checkAddress = 'check that baseUrl is the address of the service meant';

/** The hints are those of a run, which takes them from a case that could not be judged. */
function usualCause(variant: Variant, evidence: Evidence, { target }: BaselineSettings): Cause {
  const [cause] = findRootCauses([caseOf(variant.id, evidence)], [], target);
  return {
    found: visible(cause?.message ?? `answered ${evidence.response?.status ?? 'nothing'}`),
    mend: cause?.hint ?? '',
  };
}

function caseOf(variant: string, evidence: Evidence): CaseResult {
  return {
    id: `${variant}.success`,
    variant,
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
}
