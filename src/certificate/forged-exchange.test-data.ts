import { answer, caseOf, exchangeOf, must } from './forgery.test-data.ts';
import type { Forgery } from './forgery.test-data.ts';

/** Exchanges edited, swapped or copied. */
export const exchanges: readonly Forgery[] = [
  [
    'facts that the body does not show',
    (results) => {
      const { facts } = exchangeOf(results, 'a.missing.useAuthByCert');
      if (facts?.kind === 'json' && facts.text !== null) facts.text.meanings = ['try-later'];
    },
    /exchange a\.missing\.useAuthByCert: what is said of its body is not what the body shows/,
  ],
  [
    'a body without its digest',
    (results) => {
      const { response } = exchangeOf(results, 'a.missing.useAuthByCert');
      if (response !== null) response.body = '{"description_status":"x"}';
    },
    /exchange a\.missing\.useAuthByCert: its body is not the one of that length and digest/,
  ],
  [
    'a short body that is called cut, so that nobody looks at it',
    (results) => {
      const { response } = exchangeOf(results, 'a.missing.useAuthByCert');
      if (response !== null) response.bodyTruncated = true;
    },
    /its body of \d+ bytes is called cut/,
  ],
  [
    'a placeholder, so that nobody looks at the text',
    (results) =>
      answer(exchangeOf(results, 'a.missing.useAuthByCert'), 422, '{"description_status":"<secret>"}'),
    /what is said of its body is not what/,
  ],
  [
    'a pattern of the profile that nobody can see',
    (results) => {
      const { facts } = exchangeOf(results, 'a.missing.useAuthByCert');
      if (facts?.kind === 'json' && facts.text !== null) facts.text.matchesPattern = true;
    },
    /judged by a pattern that the certificate does not state/,
  ],
  [
    "a case that rests on another case's exchange",
    (results) => {
      const found = caseOf(results, 'a.missing.partnerName');
      must(found.trials[0]).attempts = ['a.missing.useAuthByCert'];
    },
    /case a\.missing\.partnerName rests on exchange a\.missing\.useAuthByCert of another request/,
  ],
  [
    'one exchange for two cases',
    (results) => {
      const copied = structuredClone(exchangeOf(results, 'a.missing.useAuthByCert'));
      const found = caseOf(results, 'a.missing.partnerName');
      found.exchanges = [copied];
      must(found.trials[0]).attempts = [copied.id];
    },
    /exchange a\.missing\.useAuthByCert is used for more than one case/,
  ],
  [
    'a copied exchange under another id',
    (results) => {
      const copied = structuredClone(exchangeOf(results, 'a.missing.useAuthByCert'));
      const found = caseOf(results, 'a.missing.partnerName');
      found.exchanges = [{ ...copied, id: 'a.missing.partnerName', label: 'without partnerName' }];
    },
    /exchange a\.missing\.partnerName is not the request that a\.missing\.partnerName means: partnerName is there/,
  ],
  [
    'a plain request recorded as the one without partnerName',
    (results) => {
      const plain = exchangeOf(results, 'b.success').request;
      exchangeOf(results, 'b.missing.partnerName').request.url = plain.url;
    },
    /exchange b\.missing\.partnerName is not the request that b\.missing\.partnerName means: partnerName is there/,
  ],
  [
    'an encrypted password recorded as the plain one',
    (results) => {
      const { request } = exchangeOf(results, 'a.unencrypted.partnerPassword');
      request.body = request.body?.replace('<password>', '<ciphertext>') ?? null;
    },
    /exchange a\.unencrypted\.partnerPassword is not the request .* written otherwise/,
  ],
  [
    'a spelling that was not tried',
    (results) => {
      exchangeOf(results, 'a.request.body.escapes').request.body = exchangeOf(
        results,
        'a.success',
      ).request.body;
    },
    /exchange a\.request\.body\.escapes is not the request .* written otherwise/,
  ],
  [
    'the known partner in the place of the unknown one',
    (results) => {
      exchangeOf(results, 'a.unauthorized.unknown-partner').request.body = exchangeOf(
        results,
        'a.success',
      ).request.body;
    },
    /partnerName is that of the known partner/,
  ],
  [
    'another path',
    (results) => {
      const { request } = exchangeOf(results, 'a.missing.partnerName');
      request.url = request.url.replace('/banks', '/health');
    },
    /exchange a\.missing\.partnerName was sent to POST/,
  ],
  [
    'another method',
    (results) => {
      exchangeOf(results, 'a.missing.partnerName').request.method = 'GET';
    },
    /exchange a\.missing\.partnerName was sent to GET/,
  ],
  [
    'a plain request that was replaced',
    (results) => {
      must(results.baselines['a']).attempts = ['a.request.body.escapes'];
    },
    /the plain request of variant a is not that of its case/,
  ],
  [
    'a control that is called good and is not',
    (results) => {
      const control = must(results.controls.find(({ id }) => id === 'b.partner-blocked.control'));
      answer(control, 503, '{"description_status":"Сервис временно недоступен, повторите позже"}');
    },
    /control b\.partner-blocked\.control of b\.partner-blocked is called good and is not/,
  ],
  [
    'an exchange that was made away with',
    (results) => {
      results.controls = results.controls.slice(1);
    },
    /requests were sent, but the record holds/,
  ],
];
