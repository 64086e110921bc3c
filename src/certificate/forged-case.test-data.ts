import { caseOf, drop, must } from './forgery.test-data.ts';
import type { Forgery } from './forgery.test-data.ts';

/** Cases removed, added or hollowed out. */
export const cases: readonly Forgery[] = [
  [
    'a whole case that was removed',
    (results) => drop(results, 'a.missing.compared'),
    /case a\.missing\.compared is missing/,
  ],
  [
    'an observed case that was removed',
    (results) => drop(results, 'a.observed.password.empty'),
    /case a\.observed\.password\.empty is missing/,
  ],
  [
    'a case of another suite',
    (results) => {
      const copied = structuredClone(caseOf(results, 'a.missing.compared'));
      results.cases.push({ ...copied, id: 'a.missing.everything', exchanges: [], trials: [] });
    },
    /case a\.missing\.everything is no case of this specification/,
  ],
  [
    'a case twice',
    (results) => {
      results.cases.push(structuredClone(caseOf(results, 'a.success')));
    },
    /a case stands in the record twice/,
  ],
  [
    'a case that lost one of its requests',
    (results) => {
      const found = caseOf(results, 'b.texts.compared');
      found.trials = found.trials.slice(0, -1);
      found.exchanges = found.exchanges.slice(0, -1);
    },
    /case b\.texts\.compared: its requests are not those that the case consists of/,
  ],
  [
    'a provisioned condition that is called not provisioned',
    (results) => {
      const found = caseOf(results, 'b.partner-blocked');
      Object.assign(found, {
        trials: [],
        exchanges: [],
        controls: [],
        checks: found.checks.map((check) => ({
          ...check,
          verdict: 'inconclusive',
          reason: 'not-provisioned',
          exchange: null,
        })),
        verdict: 'inconclusive',
        reason: 'not-provisioned',
      });
    },
    /case b\.texts\.compared: its requests are not those|requests were sent, but the record holds/,
  ],
  [
    'a condition that needs no provisioning and is called not provisioned',
    (results) => {
      const found = caseOf(results, 'a.missing.partnerName');
      Object.assign(found, {
        trials: [],
        exchanges: [],
        verdict: 'inconclusive',
        reason: 'not-provisioned',
      });
    },
    /case a\.missing\.partnerName needs no provisioning/,
  ],
  [
    'a request that is said to be expected to be answered otherwise',
    (results) => {
      must(caseOf(results, 'a.missing.partnerName').trials[0]).expectation.status = null;
    },
    /case a\.missing\.partnerName: its requests are not those/,
  ],
  [
    'another title for a case',
    (results) => {
      caseOf(results, 'a.missing.partnerName').title = 'everything is fine';
    },
    /case a\.missing\.partnerName: variant, condition or title/,
  ],
];
