import { blocks } from '../behaviour.ts';
import type {
  Answer,
  Check,
  CheckName,
  Fields,
  Incoming,
  ParameterName,
  Patch,
  Visit,
} from '../behaviour.ts';
import { all, checked, pageOf, readAs, withAnswer, withHeaders } from '../change.ts';
import { isKnownName, isText, looksEncrypted, outcome, textOf, toJson } from '../conforming.ts';
import { pick, pickFirst, readJsonBody, readQuery } from '../conforming.ts';
import { tolerance, toleranceOfA, toleranceOfB } from '../defect.ts';
import type { Altered } from '../defect.ts';

const first =
  (name: CheckName): Patch =>
  ({ order }) => ({ order: [name, ...order.filter((each) => each !== name)] });

/** Skips a check unless these parameters are given. */
const ifGiven =
  (...names: readonly ('partnerName' | 'partnerPassword')[]): ((check: Check) => Check) =>
  (check) =>
  (visit, variant) =>
    names.every((name) => isText(visit.fields[name])) ? check(visit, variant) : null;

/** Uses another test for whether one of the parameters is given. */
const given =
  (wanted: ParameterName, isGiven: (value: unknown) => boolean): Patch =>
  () => ({ isGiven: (value, name) => (name === wanted ? isGiven(value) : isText(value)) });

const readAlso = (readElsewhere: (request: Incoming) => Fields | null): Patch =>
  readAs((fields, request) => pick((name) => fields[name] ?? readElsewhere(request)?.[name]));

/** Refuses such requests as it refuses what it cannot parse. */
const malformedIf = (isMeant: (visit: Visit) => boolean): Patch =>
  checked(
    'missing',
    (check) => (visit, variant) => (isMeant(visit) ? outcome('malformed') : check(visit, variant)),
  );

/** Does not read such requests, and answers whatever it cannot read with this status. */
const unread = (status: number, isMeant: (request: Incoming) => boolean): Patch =>
  all(
    ({ read }) => ({ read: (request) => (isMeant(request) ? null : read(request)) }),
    withAnswer('malformed', { status }),
  );

const isString = (value: unknown): boolean => typeof value === 'string';

const bank = { type: 'object', properties: { name: { type: 'string' }, bic: { type: 'string' } } };

/** The schema of a successful body, in place of an answer. */
const schema: Partial<Answer> = {
  status: 200,
  headers: { 'Content-Type': 'application/schema+json' },
  body: toJson({
    type: 'object',
    properties: { banks: { type: 'array', xml: { name: 'banks' }, items: bank } },
  }),
};

/** Decisions that the specification leaves open. */
export const choiceTolerances: readonly Altered[] = [
  tolerance`unencrypted-before-missing: A plain password is refused before another parameter is found missing.`(
    all(checked('unencrypted', ifGiven('partnerPassword')), first('unencrypted')),
  ),
  tolerance`unauthorized-before-missing: Authorization fails before useAuthByCert is found missing.`(
    all(
      checked(
        'unauthorized',
        (check) => (visit, variant) =>
          visit.password === null ? null : ifGiven('partnerName', 'partnerPassword')(check)(visit, variant),
      ),
      first('unauthorized'),
    ),
  ),
  tolerance`unknown-partner-before-unencrypted: An unknown partner is refused before the password is decrypted.`(
    checked(
      'unencrypted',
      (check) => (visit, variant) => (isKnownName(visit) ? check(visit, variant) : outcome('unauthorized')),
    ),
  ),
  toleranceOfB`b-block-before-authorization: B finds a partner blocked before it compares the password.`(
    ({ order }) => ({ order: [...new Set([...order.slice(0, 3), 'partner-blocked' as const, ...order])] }),
  ),
  toleranceOfB`b-ip-block-first: B looks at the address before anything else.`(first('ip-blocked')),
  tolerance`missing-from-the-end: Parameters are checked in the opposite order.`(({ required }) => ({
    required: required.toReversed(),
  })),
  toleranceOfA`flag-no-string-malformed: A cannot read a useAuthByCert that is no string.`(
    malformedIf(({ fields: { useAuthByCert: flag } }) => flag !== undefined && typeof flag !== 'string'),
  ),
  toleranceOfB`b-name-beyond-32-bits-malformed: B cannot read a partnerName that does not fit into 32 bits.`(
    malformedIf(({ fields }) => Number(textOf(fields, 'partnerName')) >= 2 ** 31),
  ),
  tolerance`empty-password-is-unencrypted: An empty password is not missing, it is not encrypted.`(
    given('partnerPassword', isString),
  ),
  tolerance`empty-name-is-unauthorized: An empty name is not missing, it is unknown.`(
    given('partnerName', isString),
  ),
  tolerance`empty-flag-accepted: An empty useAuthByCert is accepted.`(
    given('useAuthByCert', (value) => value !== undefined),
  ),
  tolerance`flag-must-be-true: Any other value of useAuthByCert than true counts as missing.`(
    given('useAuthByCert', (value) => String(value) === 'true'),
  ),
  toleranceOfA`a-number-as-name: A accepts the name as a number.`(
    readAs((fields) =>
      typeof fields.partnerName === 'number' ? { ...fields, partnerName: `${fields.partnerName}` } : fields,
    ),
  ),
  toleranceOfB`b-padded-values-trimmed: B cuts off blanks around values.`(
    readAs((fields) => pick((name) => textOf(fields, name).trim())),
  ),
  tolerance`undecryptable-is-unauthorized: What looks like a ciphertext and cannot be decrypted counts as a wrong password.`(
    ({ openPassword }) => ({
      openPassword: (value, service) => openPassword(value, service) ?? (looksEncrypted(value) ? '' : null),
    }),
  ),
  {
    ...tolerance`locked-after-three-failed-logins: A partner whose wrong passwords are more than three is refused from then on.`(
      checked('unauthorized', (check) => (visit, variant) => {
        const name = textOf(visit.fields, 'partnerName');
        const refusal = check(visit, variant);
        const isFailed = refusal !== null && isKnownName(visit);
        if (isFailed && visit.service.seen(`failed ${name}`) > 2) visit.service.seen(`locked ${name}`);
        return visit.service.has(`locked ${name}`) ? outcome('unauthorized') : refusal;
      }),
    ),
    failedLogins: 3,
  },
  tolerance`replay-refused: A ciphertext that was accepted once is refused as a wrong password.`(
    checked('unauthorized', (check) => (visit, variant) => {
      const refusal = check(visit, variant);
      if (refusal !== null) return refusal;
      return visit.service.seen(textOf(visit.fields, 'partnerPassword')) > 0 ? outcome('unauthorized') : null;
    }),
  ),
  toleranceOfA`a-slash-accepted: A is found with a slash at the end of its path as well.`(() => ({
    isPath: (path) => /^\/partner\/sbp\/banks\/?$/.test(path),
  })),
  toleranceOfB`b-slash-optional: B is found without the slash at the end of its path as well.`(
    ({ isPath }) => ({ isPath: (path) => isPath(path) || isPath(`${path}/`) }),
  ),
  toleranceOfB`b-any-bank-code: B accepts any bank code.`(() => ({
    isPath: (path) => /^\/partner\/[^/]+\/sbp\/banks\/$/.test(path),
  })),
  toleranceOfA`a-query-as-well: A takes from the query what is not in the body.`(readAlso(readQuery)),
  toleranceOfB`b-body-as-well: B takes from a JSON body what is not in the query.`(readAlso(readJsonBody)),
  toleranceOfB`b-raw-plus-is-space: B reads a raw + in the query as a space.`(() => ({
    read: ({ query }) => pickFirst(query.replaceAll('+', '%20')),
  })),
  toleranceOfB`b-last-of-repeated: B takes the last of repeated parameters.`(() => ({
    read: ({ query }) => pickFirst(query.split('&').toReversed().join('&')),
  })),
  toleranceOfA`a-blocks: A refuses a blocked partner and a blocked address as B does.`(({ order }) => ({
    order: [...order, ...blocks],
  })),
  toleranceOfB`b-forwarded-address: B takes the address of the caller from X-Forwarded-For.`(
    checked('ip-blocked', (check) => (visit, variant) => {
      const address = visit.request.headers['x-forwarded-for'];
      return typeof address === 'string' && !visit.service.isBlocked(address) ? null : check(visit, variant);
    }),
  ),
  tolerance`malformed-422: A request that cannot be read is answered 422.`(
    withAnswer('malformed', { status: 422 }),
  ),
  tolerance`malformed-is-missing: In a request that cannot be read every parameter is missing.`(
    ({ read }) => ({ read: (request) => read(request) ?? {} }),
  ),
  tolerance`wrong-method-404: Other methods are answered 404.`(withAnswer('wrong-method', { status: 404 })),
  tolerance`wrong-method-501: Other methods are answered 501.`(withAnswer('wrong-method', { status: 501 })),
  tolerance`get-describes: A GET is answered with the JSON Schema of the list.`(
    withAnswer('wrong-method', schema, ({ request }) => request.method === 'GET'),
  ),
  tolerance`wrong-method-allow: A 405 names the methods that there are.`(
    withHeaders('wrong-method', { Allow: 'POST' }),
  ),
  tolerance`page-without-accept: Who does not ask for JSON gets the list as a page.`(
    withAnswer(
      'success',
      pageOf(200, '<ul><li>Bank</li></ul>'),
      ({ request }) => request.headers.accept === undefined,
    ),
  ),
  tolerance`not-found-page: Paths that there are not are answered with a page in HTML.`(
    withAnswer('not-found', pageOf(404, '<html><body>404</body></html>')),
  ),
  toleranceOfA`a-json-type-required: A answers 415 to bodies that are not declared as JSON.`(
    unread(415, ({ headers }) => !/^application\/json\b/i.test(headers['content-type'] ?? '')),
  ),
  tolerance`large-bodies-refused: Bodies beyond sixteen kilobytes are answered 413.`(
    unread(413, ({ body }) => body.length > 16_384),
  ),
];
