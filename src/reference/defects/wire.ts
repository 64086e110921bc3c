import type { Answer, Outcome, Patch, Visit } from '../behaviour.ts';
import { all, delivered, listInstead, toText, withAnswer } from '../change.ts';
import type { Selector } from '../change.ts';
import { textOf, toJson } from '../conforming.ts';
import { errorBodyIds, ids, inA, inB, inBoth, loginIds } from '../defect.ts';
import type { Altered } from '../defect.ts';

/** Sends answers in another way, so that nothing of them is right. */
const lost = (selector: Selector, delivery: Answer['delivery']) => ({
  violates: ids(selector),
  patch: delivered(selector, delivery),
});

const redirected = (selector: Selector, status: number, to: (path: string) => string) => ({
  violates: ids(selector),
  patch: withAnswer(selector, (answer, { request }) => {
    const headers = { ...answer.headers, Location: to(request.path) };
    return { ...answer, status, headers, body: Buffer.alloc(0) };
  }),
});

/** Every request is sent elsewhere, before anything of it is read. */
const slashed = (to: (path: string) => string): Patch =>
  withAnswer('any', (answer, { request }) => ({
    ...answer,
    status: 308,
    headers: { ...answer.headers, Location: to(request.path) },
    body: Buffer.alloc(0),
  }));

/** The page of a gateway in place of answers. */
const gateway = (selector: Selector) => ({
  violates: [...ids(selector), 'error.body'],
  patch: withAnswer(selector, (answer) => ({
    ...answer,
    status: 502,
    headers: { 'Content-Type': 'text/html' },
    body: Buffer.from('<html><body><h1>502 Bad Gateway</h1></body></html>'),
  })),
});

const without = (answer: Answer): Answer => ({ ...answer, body: Buffer.from('{}') });

/** Answers that are wrong each time a counter says so. */
const counted = (
  selector: Selector,
  isWrong: (count: number) => boolean,
  disturb: (answer: Answer, visit: Visit, outcome: Outcome) => Answer,
): Patch =>
  withAnswer(selector, (answer, visit, outcome) =>
    isWrong(visit.service.seen(selector)) ? disturb(answer, visit, outcome) : answer,
  );

/** Answers that get lost on their way, come from somebody else, or are wrong only now and then. */
export const wireDefects: readonly Altered[] = [
  inB('redirects-slash-away', {
    summary: '{} redirects authorized partners to its path without the slash.',
    ...redirected('success', 307, (path) => path.replace(/\/$/, '')),
  }),
  inA('redirects-slash-added', {
    summary: 'The framework of {} redirects everything to the path with a slash.',
    violates: ['success.status'],
    patch: slashed((path) => `${path}/`),
  }),
  inB('redirects-slash-removed', {
    summary: 'The framework of {} redirects everything to the path without the slash.',
    violates: ['success.status'],
    patch: slashed((path) => path.replace(/\/$/, '')),
  }),
  inA('redirects-to-login', {
    summary: '{} redirects unauthorized partners to a login page.',
    ...redirected('unauthorized', 302, () => '/login'),
  }),
  inA('resets-without-name', {
    summary: '{} crashes on a request without a name and drops the connection.',
    violates: [...ids('missing.partnerName'), ...ids('missing-several')],
    patch: delivered('missing-partner-name', { kind: 'reset' }),
  }),
  inB('resets-on-plain-password', {
    summary: '{} crashes on a password that it cannot decrypt and drops the connection.',
    ...lost('unencrypted', { kind: 'reset' }),
  }),
  inB('resets-blocked-ip', {
    summary: 'The firewall of {} drops connections from a blocked address.',
    ...lost('ip-blocked', { kind: 'reset' }),
  }),
  inA('silent-without-parameters', {
    summary: '{} never answers a request without any parameter.',
    ...lost('missing-everything', { kind: 'silent', ms: 2_000 }),
  }),
  inA('success-reset', {
    summary: '{} drops the connection where it has to send the list.',
    ...lost('success', {
      kind: 'reset',
    }),
  }),
  inB('success-cut', {
    summary: '{} drops the connection in the middle of the list.',
    ...lost('success', { kind: 'cut' }),
  }),
  inB('success-502', {
    summary: 'The gateway of {} answers every good request with an error page.',
    ...gateway('success'),
  }),
  inA('unencrypted-502', {
    summary: '{} crashes on a plain password, so that the gateway answers.',
    ...gateway('unencrypted'),
  }),
  inB('unavailable-502-page', {
    summary: 'The gateway of {} answers while the service is unavailable.',
    ...gateway('unavailable'),
  }),
  inA('unavailable-reset', {
    summary: '{} drops connections while it is unavailable.',
    ...lost('unavailable', {
      kind: 'reset',
    }),
  }),
  inA('every-fourth-error-empty', {
    summary: '{} answers every fourth error with an empty object.',
    violates: errorBodyIds,
    intermittent: true,
    patch: counted('error', (count) => count % 4 === 3, without),
  }),
  inB('every-third-missing-unnamed', {
    summary: 'One of three servers of {} has an old template that names no parameter.',
    violates: ids('missing', 'names'),
    intermittent: true,
    patch: counted(
      'missing',
      (count) => count % 3 === 2,
      (answer, _, { parameters }) => ({
        ...answer,
        body: Buffer.from(toText(answer.body).replace(parameters[0] ?? '', 'null')),
      }),
    ),
  }),
  inB('blocked-partner-401-from-second', {
    summary:
      '{} sends a blocked partner to the manager once, and then treats it as one that it does not know.',
    violates: ['partner-blocked.status'],
    intermittent: true,
    patch: counted(
      'partner-blocked',
      (count) => count > 0,
      (answer) => ({ ...answer, status: 401 }),
    ),
  }),
  inB('every-tenth-missing-400', {
    summary: 'One of ten servers of {} answers a missing parameter with 400.',
    violates: ids('missing', 'status'),
    intermittent: true,
    patch: counted(
      'missing',
      (count) => count % 10 === 4,
      (answer) => ({ ...answer, status: 400 }),
    ),
  }),
  inBoth('list-null-from-tenth', {
    summary: '{} has no list once its cache has expired.',
    violates: ['success.body'],
    intermittent: true,
    patch: counted(
      'success',
      (count) => count >= 9,
      (answer) => ({ ...answer, body: toJson({ banks: null }) }),
    ),
  }),
  inBoth('bic-missing-from-tenth', {
    summary: '{} reads its list from another server after nine answers, which knows no BIC.',
    violates: ['success.record'],
    intermittent: true,
    patch: counted(
      'success',
      (count) => count >= 9,
      (answer, { service }) => ({
        ...answer,
        body: toJson({ banks: service.banks.map(({ name }) => ({ name })) }),
      }),
    ),
  }),
  inB('every-fourth-success-404', {
    summary: 'One of four servers of {} does not know the path for valid credentials.',
    // Chance may have the same spelling meet that server twice.
    violates: ['success.status', 'request.query'],
    intermittent: true,
    patch: counted(
      'success',
      (count) => count % 4 === 3,
      (answer) => ({ ...answer, status: 404, body: toJson({ description_status: 'Not found' }) }),
    ),
  }),
  inA('every-second-intruder-gets-list', {
    summary: 'One of two servers of {} has its authorization switched off.',
    violates: loginIds,
    intermittent: true,
    patch: counted('unauthorized', (count) => count % 2 === 1, listInstead),
  }),
  inBoth('list-cached-by-name', {
    summary: '{} serves the list from a cache that knows the name and not the password.',
    violates: loginIds,
    intermittent: true,
    patch: withAnswer('any', (answer, visit, { kind }) => {
      const key = `list of ${textOf(visit.fields, 'partnerName')}`;
      if (kind === 'success') visit.service.seen(key);
      return kind === 'unauthorized' && visit.service.has(key) ? listInstead(answer, visit) : answer;
    }),
  }),
  inA('error-empty-on-reused-connection', {
    summary: '{} loses the text of an error that is not the first answer on its connection.',
    violates: errorBodyIds,
    intermittent: true,
    patch: withAnswer('error', (answer, { request }) =>
      request.onConnection > 1 ? without(answer) : answer,
    ),
  }),
  inB('error-empty-under-concurrency', {
    summary: '{} loses the text of an error while it is busy with another request.',
    violates: errorBodyIds,
    intermittent: true,
    patch: all(
      withAnswer('error', (answer, { request }) => (request.open > 1 ? without(answer) : answer)),
      delivered('any', { kind: 'delayed', ms: 10 }),
    ),
  }),
].flat();
