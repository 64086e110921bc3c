import type { Change, Check, CheckName, VariantBehaviour } from '../behaviour.ts';
import { all, inVariant, type Where, withAnswer, withStatus } from '../change.ts';
import { isText, outcome, parseQuery, pick, readJsonBody, readQuery, textOf } from '../credentials.ts';
import type { Tolerance } from '../defect.ts';

function order(where: Where, arrange: (names: readonly CheckName[]) => readonly CheckName[]): Change {
  return inVariant(where, (variant) => ({ order: arrange(variant.order) }));
}

const first = (name: CheckName): ((names: readonly CheckName[]) => readonly CheckName[]) => {
  return (names) => [name, ...names.filter((each) => each !== name)];
};

function checked(where: Where, name: CheckName, make: (check: Check) => Check): Change {
  return inVariant(where, ({ checks }) => ({ checks: { ...checks, [name]: make(checks[name]) } }));
}

/** Makes a check only where these parameters are given. */
function ifGiven(...names: readonly ('partnerName' | 'partnerPassword')[]): (check: Check) => Check {
  return (check) => (visit, variant) =>
    names.every((name) => isText(visit.fields[name])) ? check(visit, variant) : null;
}

const isKnown = (visit: Parameters<Check>[0]): boolean =>
  Object.values(visit.service.partners).some(({ name }) => name === textOf(visit.fields, 'partnerName'));

function given(where: Where, isGiven: VariantBehaviour['isGiven']): Change {
  return inVariant(where, () => ({ isGiven }));
}

const looksEncrypted = (value: string): boolean => /^[A-Za-z0-9+/_=-]{100,}$/.test(value);

/** Decisions that the specification leaves open. */
export const choiceTolerances: readonly Tolerance[] = [
  {
    id: 'unencrypted-before-missing',
    summary: 'A plain password is refused before another parameter is found missing.',
    change: all(
      checked('both', 'unencrypted', ifGiven('partnerPassword')),
      order('both', first('unencrypted')),
    ),
  },
  {
    id: 'unauthorized-before-missing',
    summary: 'Authorization fails before useAuthByCert is found missing.',
    change: all(
      checked(
        'both',
        'unauthorized',
        (check) => (visit, variant) =>
          visit.password === null ? null : ifGiven('partnerName', 'partnerPassword')(check)(visit, variant),
      ),
      order('both', first('unauthorized')),
    ),
  },
  {
    id: 'unknown-partner-before-unencrypted',
    summary: 'An unknown partner is refused before the password is decrypted.',
    change: checked(
      'both',
      'unencrypted',
      (check) => (visit, variant) => (isKnown(visit) ? check(visit, variant) : outcome('unauthorized')),
    ),
  },
  {
    id: 'b-block-before-authorization',
    summary: 'B finds a partner blocked before it compares the password.',
    change: order('b', (names) => [
      ...names.slice(0, 3),
      'partner-blocked',
      ...names.slice(3).filter((name) => name !== 'partner-blocked'),
    ]),
  },
  {
    id: 'b-ip-block-first',
    summary: 'B looks at the address before anything else.',
    change: order('b', first('ip-blocked')),
  },
  {
    id: 'missing-from-the-end',
    summary: 'Parameters are checked in the opposite order.',
    change: inVariant('both', ({ required }) => ({ required: required.toReversed() })),
  },
  {
    id: 'empty-password-is-unencrypted',
    summary: 'An empty password is not missing, it is not encrypted.',
    change: given('both', (value, name) =>
      name === 'partnerPassword' ? typeof value === 'string' : isText(value),
    ),
  },
  {
    id: 'empty-name-is-unauthorized',
    summary: 'An empty name is not missing, it is unknown.',
    change: given('both', (value, name) =>
      name === 'partnerName' ? typeof value === 'string' : isText(value),
    ),
  },
  {
    id: 'empty-flag-accepted',
    summary: 'An empty useAuthByCert is accepted.',
    change: given('both', (value, name) => (name === 'useAuthByCert' ? value !== undefined : isText(value))),
  },
  {
    id: 'flag-must-be-true',
    summary: 'Any other value of useAuthByCert than true counts as missing.',
    change: given('both', (value, name) =>
      name === 'useAuthByCert' ? String(value) === 'true' : isText(value),
    ),
  },
  {
    id: 'a-number-as-name',
    summary: 'A accepts the name as a number.',
    change: inVariant('a', ({ read }) => ({
      read: (request) => {
        const fields = read(request);
        const name = fields?.partnerName;
        return fields && (typeof name === 'number' ? { ...fields, partnerName: String(name) } : fields);
      },
    })),
  },
  {
    id: 'b-padded-values-trimmed',
    summary: 'B cuts off blanks around values.',
    change: inVariant('b', ({ read }) => ({
      read: (request) => {
        const fields = read(request);
        return fields && pick((name) => textOf(fields, name).trim());
      },
    })),
  },
  {
    id: 'undecryptable-is-unauthorized',
    summary: 'What looks like a ciphertext and cannot be decrypted counts as a wrong password.',
    change: inVariant('both', ({ openPassword }) => ({
      openPassword: (value, service) => openPassword(value, service) ?? (looksEncrypted(value) ? '' : null),
    })),
  },
  {
    id: 'padded-password-trimmed',
    summary: 'Blanks around a decrypted password are cut off.',
    change: inVariant('both', ({ openPassword }) => ({
      openPassword: (value, service) => openPassword(value, service)?.trim() ?? null,
    })),
  },
  {
    id: 'locked-after-three-failed-logins',
    summary: 'A partner whose wrong passwords are more than three is refused from then on.',
    failedLogins: 3,
    change: checked('both', 'unauthorized', (check) => (visit, variant) => {
      const name = textOf(visit.fields, 'partnerName');
      const found = check(visit, variant);
      const isFailed = found !== null && isKnown(visit);
      if (isFailed && visit.service.seen(`failed ${name}`) > 2) visit.service.seen(`locked ${name}`);
      return visit.service.has(`locked ${name}`) ? outcome('unauthorized') : found;
    }),
  },
  {
    id: 'replay-refused',
    summary: 'A ciphertext that was accepted once is refused as a wrong password.',
    change: checked('both', 'unauthorized', (check) => (visit, variant) => {
      const found = check(visit, variant);
      if (found !== null) return found;
      return visit.service.seen(textOf(visit.fields, 'partnerPassword')) > 0 ? outcome('unauthorized') : null;
    }),
  },
  {
    id: 'a-slash-accepted',
    summary: 'A is found with a slash at the end of its path as well.',
    change: inVariant('a', () => ({ isPath: (path) => /^\/partner\/sbp\/banks\/?$/.test(path) })),
  },
  {
    id: 'b-slash-optional',
    summary: 'B is found without the slash at the end of its path as well.',
    change: inVariant('b', ({ isPath }) => ({
      isPath: (path, bankCode) => isPath(path, bankCode) || isPath(`${path}/`, bankCode),
    })),
  },
  {
    id: 'b-any-bank-code',
    summary: 'B accepts any bank code.',
    change: inVariant('b', () => ({ isPath: (path) => /^\/partner\/[^/]+\/sbp\/banks\/$/.test(path) })),
  },
  {
    id: 'a-query-as-well',
    summary: 'A takes from the query what is not in the body.',
    change: inVariant('a', () => ({
      read: (request) => {
        const [body, query] = [readJsonBody(request), readQuery(request)];
        return body && pick((name) => body[name] ?? query?.[name]);
      },
    })),
  },
  {
    id: 'b-body-as-well',
    summary: 'B takes from a JSON body what is not in the query.',
    change: inVariant('b', () => ({
      read: (request) => {
        const [query, body] = [readQuery(request), readJsonBody(request)];
        return query && pick((name) => query[name] ?? body?.[name]);
      },
    })),
  },
  {
    id: 'b-raw-plus-is-space',
    summary: 'B reads a raw + in the query as a space.',
    change: inVariant('b', () => ({
      read: ({ query }) => {
        const pairs = parseQuery(query.replaceAll('+', '%20'));
        return pairs && pick((name) => pairs.find(([key]) => key === name)?.[1]);
      },
    })),
  },
  {
    id: 'b-last-of-repeated',
    summary: 'B takes the last of repeated parameters.',
    change: inVariant('b', () => ({
      read: ({ query }) => {
        const pairs = parseQuery(query)?.toReversed();
        return pairs ? pick((name) => pairs.find(([key]) => key === name)?.[1]) : null;
      },
    })),
  },
  {
    id: 'malformed-422',
    summary: 'A request that cannot be read is answered 422.',
    change: withStatus('both', { kind: 'malformed' }, 422),
  },
  {
    id: 'malformed-is-missing',
    summary: 'In a request that cannot be read every parameter is missing.',
    change: inVariant('both', ({ read }) => ({ read: (request) => read(request) ?? {} })),
  },
  {
    id: 'wrong-method-404',
    summary: 'Other methods are answered 404.',
    change: withStatus('both', { kind: 'wrong-method' }, 404),
  },
  {
    id: 'wrong-method-501',
    summary: 'Other methods are answered 501.',
    change: withStatus('both', { kind: 'wrong-method' }, 501),
  },
  {
    id: 'wrong-method-allow',
    summary: 'A 405 names the methods that there are.',
    change: withAnswer('both', { kind: 'wrong-method' }, (answer) => ({
      ...answer,
      headers: { ...answer.headers, Allow: 'POST' },
    })),
  },
  {
    id: 'not-found-page',
    summary: 'Paths that there are not are answered with a page in HTML.',
    change: withAnswer('both', { kind: 'not-found' }, (answer) => ({
      ...answer,
      headers: { 'Content-Type': 'text/html' },
      body: Buffer.from('<html><body>404</body></html>'),
    })),
  },
  {
    id: 'a-json-type-required',
    summary: 'A answers 415 to bodies that are not declared as JSON.',
    change: inVariant('a', (variant) => ({
      read: (request) =>
        /^application\/json\b/i.test(request.headers['content-type'] ?? '') ? variant.read(request) : null,
      status: (found) => (found.kind === 'malformed' ? 415 : variant.status(found)),
    })),
  },
  {
    id: 'large-bodies-refused',
    summary: 'Bodies beyond sixteen kilobytes are answered 413.',
    change: inVariant('both', (variant) => ({
      read: (request) => (request.body.length > 16_384 ? null : variant.read(request)),
      status: (found) => (found.kind === 'malformed' ? 413 : variant.status(found)),
    })),
  },
];
