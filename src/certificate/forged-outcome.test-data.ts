import { createHash } from 'node:crypto';
import { answer, caseOf, exchangeOf, must } from './forgery.test-data.ts';
import type { Edited, Forgery } from './forgery.test-data.ts';

const observed = 'a.observed.value.useAuthByCert.blank';

/** Empties a case as one that could not be sent. */
function blank(results: Edited, id: string): void {
  const found = caseOf(results, id);
  results.requests -= found.exchanges.length;
  Object.assign(found, { trials: [], exchanges: [], controls: [], checks: [], verdict: null, note: '' });
}

/** The version that made the run is said to be another one. */
function reversion(results: Edited): void {
  results.suite.version = '0.0.9';
  for (const { request } of [...results.cases.flatMap(({ exchanges }) => exchanges), ...results.controls]) {
    request.headers = request.headers.map(([name, value]) => [
      name,
      value.replace(/(conformance)\/\d+\.\d+\.\d+/, '$1/0.0.9'),
    ]);
  }
}

/** Answers, or ways to them, that are explained away. */
export const outcomes: readonly Forgery[] = [
  [
    'an observed case that was emptied',
    (results) => blank(results, observed),
    /case a\.observed\.value\.useAuthByCert\.blank has no request, though nothing kept the run from it/,
  ],
  [
    'every observed case emptied',
    (results) => {
      for (const { id, verdict } of results.cases) if (verdict === null) blank(results, id);
    },
    /has no request, though nothing kept the run from it/,
  ],
  [
    'an answered request that is called held back',
    (results) => {
      must(caseOf(results, observed).trials[0]).halted = { reason: 'not-selected', note: 'no login left' };
    },
    /was answered, yet its request is called held back/,
  ],
  [
    'an answer of 500 that nobody asked about again',
    (results) => {
      must(exchangeOf(results, observed).response ?? undefined).status = 500;
    },
    /exchange a\.observed\.value\.useAuthByCert\.blank is doubtful, and no control was asked/,
  ],
  [
    'an answer that is said to have been lost',
    (results) => {
      const error = { kind: 'reset', stage: 'exchange', code: 'ECONNRESET', message: 'reset' };
      Object.assign(exchangeOf(results, observed), { response: null, facts: null, error });
    },
    /exchange a\.observed\.value\.useAuthByCert\.blank is doubtful, and no control was asked/,
  ],
  [
    'a limit after a login that was none',
    (results) => {
      must(exchangeOf(results, observed).response ?? undefined).status = 429;
      must(caseOf(results, observed).trials[0]).earlierLogin = 'a.success';
    },
    /rests on login a\.success, which is none that was answered/,
  ],
  [
    'a gateway on the way of a request that takes no other way',
    (results) => {
      must(exchangeOf(results, observed).response ?? undefined).status = 502;
      Object.assign(must(caseOf(results, observed).trials[0]), { ownGateway: true, ownRoute: true });
    },
    /is said to have taken another way, which its condition cannot/,
  ],
  [
    'requests to another host',
    (results) => {
      const found = caseOf(results, 'a.missing.partnerName');
      must(found.trials[0]).ownGateway = true;
      must(found.trials[0]).ownRoute = true;
      must(found.exchanges[0]).request.url = 'http://other.test/partner/sbp/banks';
    },
    /a\.missing\.partnerName is said to have taken another way/,
  ],
  [
    'a gateway on the usual way',
    (results) => {
      must(caseOf(results, 'b.unauthorized.unknown-partner').trials[0]).ownGateway = true;
    },
    /is said to have met a gateway on the usual way/,
  ],
  [
    'a line for curl that does something else',
    (results) => {
      exchangeOf(results, observed).curl = 'echo well done';
    },
    /its line for curl is not that of its request/,
  ],
  [
    'a line for curl that does something else on its way',
    (results) => {
      const found = exchangeOf(results, observed);
      found.curl = found.curl.replace("--noproxy '*'", "--noproxy '*' ; rm -rf . ; curl");
    },
    /its line for curl is not that of its request/,
  ],
  [
    'a length that is not that of the body',
    (results) => {
      for (const header of must(exchangeOf(results, observed).response ?? undefined).headers) {
        if (header[0].toLowerCase() === 'content-length') header[1] = '9999999';
      }
    },
    /its Content-Length is not the length of its body/,
  ],
  [
    'a list that is called unreadable',
    (results) => {
      const found = exchangeOf(results, observed);
      answer(found, 200, '{"banks":[{"name":"Bank","bic":"044525225"}]}\ufffd');
      const response = must(found.response ?? undefined);
      response.bodySha256 = createHash('sha256').update('another').digest('hex');
      found.facts = { kind: 'not-json', problem: 'it is not UTF-8', showsList: false };
    },
    /what is said of its body is not what the masked body shows/,
  ],
  [
    'a masked secret that is to give a text its meaning',
    (results) => {
      const found = exchangeOf(results, 'a.missing.useAuthByCert');
      const text = 'useAuthByCert: go away <secret>';
      answer(found, 422, JSON.stringify({ description_status: text }));
      must(found.response ?? undefined).bodySha256 = '0'.repeat(64);
      if (found.facts?.kind === 'json' && found.facts.text !== null) found.facts.text.text = text;
    },
    /exchange a\.missing\.useAuthByCert: what is said of its body is not what the masked body shows/,
  ],
  [
    'another suite',
    (results) => {
      results.suite.name = 'gold-standard-suite';
    },
    /the run was made by another suite than sbp-banks-conformance/,
  ],
];

const stated = {
  case: 'a.success',
  text: 'x',
  decision: 'pass',
  name: 'Nobody',
  date: '2026-11-20',
  note: '',
  requirement: null,
} as const;

/** What must hold whichever version made the run. */
export const ofOtherVersion: readonly Forgery[] = [
  [
    'a decision in hiding, by another version',
    (results) => {
      reversion(results);
      results.reviews = [{ ...stated, state: 'used', requirements: ['a.success.status'] }];
    },
    /`reviews` of the results is not what follows/,
  ],
  [
    'a decision of a person on a requirement, by another version',
    (results) => {
      reversion(results);
      must(results.requirements[0]).decided = 'pass';
    },
    /requirement a\.success\.status: it is not waived or decided as is recorded/,
  ],
  [
    'a class, by another version',
    (results) => {
      reversion(results);
      must(results.variants['a']).classes.full.requirements = 99;
    },
    /`variants` of the results is not what follows/,
  ],
];
