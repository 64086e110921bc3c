import type { Patch } from '../behaviour.ts';
import { delivered, errorOf, listInstead, pageOf, toText, whileBusy, withAnswer } from '../change.ts';
import type { Disturbance, Selector } from '../change.ts';
import { textOf, toJson } from '../conforming.ts';
import { errorBodyIds, fails, ids, inA, inB, inBoth, loginIds } from '../defect.ts';
import type { Altered } from '../defect.ts';

/** Breaks delivery, so that nothing of the answer is right. */
const lost = (selector: Selector, kind: 'reset' | 'cut') =>
  fails(ids(selector))(delivered(selector, { kind }));

const redirected = (selector: Selector, status: number, to: (path: string) => string) => ({
  violates: ids(selector),
  patch: withAnswer(selector, ({ headers }, { request: { path } }) => ({
    status,
    headers: { ...headers, Location: to(path) },
    body: Buffer.alloc(0),
  })),
});

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Redirects every request before anything of it is read. */
const slashed = (to: (path: string) => string) => ({
  ...redirected('any', 308, to),
  violates: ['success.status'],
});

const gateway = (selector: Selector) =>
  fails([...ids(selector), 'error.body'])(
    withAnswer(selector, pageOf(502, '<html><body><h1>502 Bad Gateway</h1></body></html>')),
  );

const without: Disturbance = { body: toJson({}) };

const sometimes = (violates: readonly string[], patch: Patch) =>
  fails(violates, { intermittent: true })(patch);

type Holds = (count: number) => boolean;

/** Holds for one of every `many` answers: the last of them, or that at index `at`. */
const every =
  (many: number, at = many - 1): Holds =>
  (count) =>
    count % many === at;

const from =
  (first: number): Holds =>
  (count) =>
    count >= first;

/** Replaces an answer whenever the counter says so. */
const counted = (selector: Selector, violates: readonly string[], isWrong: Holds, by: Disturbance) =>
  sometimes(
    violates,
    withAnswer(selector, by, ({ service }) => isWrong(service.seen(selector))),
  );

const unnamed: Disturbance = ({ body }, _, { parameters }) => ({
  body: Buffer.from(toText(body).replace(parameters[0] ?? '', 'null')),
});

const withoutBics: Disturbance = (_, { service }) => ({
  body: toJson({ banks: service.banks.map(({ name }) => ({ name })) }),
});

/** Answers that get lost, come from somebody else, or are wrong only sometimes. */
export const wireDefects: readonly Altered[] = [
  inB`redirects-slash-away: {} redirects authorized partners to its path without the slash.`(
    redirected('success', 307, withoutSlash),
  ),
  inA`redirects-slash-added: The framework of {} redirects everything to the path with a slash.`(
    slashed((path) => `${path}/`),
  ),
  inB`redirects-slash-removed: The framework of {} redirects everything to the path without the slash.`(
    slashed(withoutSlash),
  ),
  inA`redirects-to-login: {} redirects unauthorized partners to a login page.`(
    redirected('unauthorized', 302, () => '/login'),
  ),
  inA`resets-without-name: {} crashes on a request without a name and drops the connection.`(
    fails([...ids('missing.partnerName'), ...ids('missing-several')])(
      delivered('missing-partner-name', { kind: 'reset' }),
    ),
  ),
  inB`resets-on-plain-password: {} crashes on a password that it cannot decrypt and drops the connection.`(
    lost('unencrypted', 'reset'),
  ),
  inB`resets-blocked-ip: The firewall of {} drops connections from a blocked address.`(
    lost('ip-blocked', 'reset'),
  ),
  inA`silent-without-parameters: {} never answers a request without any parameter.`(
    fails(ids('missing-everything'))(delivered('missing-everything', { kind: 'silent', ms: 2_000 })),
  ),
  inA`success-reset: {} drops the connection where it has to send the list.`(lost('success', 'reset')),
  inB`success-cut: {} drops the connection in the middle of the list.`(lost('success', 'cut')),
  inB`success-502: The gateway of {} answers every good request with an error page.`(gateway('success')),
  inA`unencrypted-502: {} crashes on a plain password, so that the gateway answers.`(gateway('unencrypted')),
  inB`unavailable-502-page: The gateway of {} answers while the service is unavailable.`(
    gateway('unavailable'),
  ),
  inA`unavailable-reset: {} drops connections while it is unavailable.`(lost('unavailable', 'reset')),
  inB`every-third-missing-unnamed: One of three servers of {} has an old template that names no parameter.`(
    counted('missing', ids('missing', 'names'), every(3), unnamed),
  ),
  inB`blocked-partner-401-from-second: {} sends a blocked partner to the manager once, and then treats it as one that it does not know.`(
    counted('partner-blocked', ['partner-blocked.status'], from(1), { status: 401 }),
  ),
  inB`every-tenth-missing-400: One of ten servers of {} answers a missing parameter with 400.`(
    counted('missing', ids('missing', 'status'), every(10, 4), { status: 400 }),
  ),
  inBoth`list-null-from-tenth: {} has no list once its cache has expired.`(
    counted('success', ['success.body'], from(9), { body: toJson({ banks: null }) }),
  ),
  inBoth`bic-missing-from-tenth: {} reads its list from another server after nine answers, which knows no BIC.`(
    counted('success', ['success.record'], from(9), withoutBics),
  ),
  inB`every-fourth-success-404: One of four servers of {} does not know the path for valid credentials.`(
    // By chance, both requests of one spelling may reach the wrong server.
    counted('success', ['success.status', 'request.query'], every(4), errorOf(404, 'Not found')),
  ),
  inA`every-fifth-success-empty: One of five servers of {} answers valid credentials 200 and nothing.`(
    counted('success', ['success.body', 'request.body'], every(5), { body: Buffer.alloc(0) }),
  ),
  inA`every-second-intruder-gets-list: One of two servers of {} has its authorization switched off.`(
    counted('unauthorized', loginIds, every(2), listInstead),
  ),
  inBoth`list-cached-by-name: {} serves the list from a cache that knows the name and not the password.`(
    sometimes(
      loginIds,
      withAnswer('any', (answer, visit, { kind }) => {
        const key = `list of ${textOf(visit.fields, 'partnerName')}`;
        if (kind === 'success') visit.service.seen(key);
        return kind === 'unauthorized' && visit.service.has(key) ? listInstead(answer, visit) : {};
      }),
    ),
  ),
  inA`error-empty-on-reused-connection: {} loses the text of an error that is not the first answer on its connection.`(
    sometimes(
      errorBodyIds,
      withAnswer('error', without, ({ request }) => request.onConnection > 1),
    ),
  ),
  inB`error-empty-under-concurrency: {} loses the text of an error while it is busy with another request.`(
    sometimes(errorBodyIds, whileBusy('error', without)),
  ),
  inBoth`partners-mixed-up: {} keeps the partner in a variable of the process, and takes an intruder beside another request for him.`(
    sometimes(loginIds, whileBusy('unauthorized', listInstead)),
  ),
].flat();
