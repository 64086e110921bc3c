import type { CheckName, Patch, Service, Visit } from '../behaviour.ts';
import {
  all,
  checked,
  inVariants,
  listInstead,
  pageOf,
  withAnswer,
  withErrorBody,
  withHeaders,
} from '../change.ts';
import { isKnownName, isSame, isText, looksEncrypted, outcome, textOf, toJson } from '../conforming.ts';
import { altered, fails, ids, inA, inB, inBoth, loginIds, reviews, shown } from '../defect.ts';
import type { Disturbance } from '../change.ts';
import type { Altered, Mistaken } from '../defect.ts';

const enforced = ['authorization.enforced'];

/** Accepts passwords that are not encrypted. */
const open =
  (also: (value: string, service: Service) => string | null): Patch =>
  ({ openPassword }) => ({
    openPassword: (value, service) => openPassword(value, service) ?? also(value, service),
  });

const knows = (text: string | null, { partners }: Service): string | null =>
  Object.values(partners).some(({ password }) => isSame(password, text ?? '')) ? text : null;

/** Accepts an encoding as encryption. */
const decoded = (encoding: 'base64' | 'base64url' | 'hex', shape: RegExp) => ({
  violates: enforced,
  patch: open((value, service) =>
    shape.test(value) ? knows(Buffer.from(value, encoding).toString(), service) : null,
  ),
});

/** Authorizes a visit as the valid partner if `accepts` says so. */
const authorizedIf =
  (accepts: (visit: Visit) => boolean): Patch =>
  ({ authorize }) => ({
    authorize: (visit) => (accepts(visit) ? visit.service.partners.valid : authorize(visit)),
  });

/** Compares passwords so that some wrong ones count as right. */
const compared = (agree: (sent: string, right: string) => boolean): Patch =>
  authorizedIf(({ fields, password, service }) => {
    const partner = Object.values(service.partners).find(
      ({ name }) => name === textOf(fields, 'partnerName'),
    );
    return partner !== undefined && password !== null && agree(password, partner.password);
  });

/** Finds the valid partner by something else than his whole name; the password has to be right. */
const named = (matches: (sent: string, name: string) => boolean): Patch =>
  authorizedIf(({ fields, password, service: { partners } }) => {
    const sent = textOf(fields, 'partnerName') ?? '';
    return matches(sent, partners.valid.name) && isSame(partners.valid.password, password ?? '');
  });

/** Serves another path too, and hands the list out there to everybody. */
const unguarded = (isOther: (path: string) => boolean): Patch =>
  all(
    ({ isPath }) => ({ isPath: (path) => isPath(path) || isOther(path) }),
    skipped('missing', ({ request }) => isOther(request.path)),
  );

/** Skips a check for some visits. */
const skipped = (name: CheckName, isMeant: (visit: Visit) => boolean): Patch =>
  checked(name, (check) => (visit, variant) => (isMeant(visit) ? outcome('success') : check(visit, variant)));

/** Authorizes a known partner without any check if the password has this value. */
const skippedWhere = (isMeant: (value: unknown) => boolean) => ({
  violates: enforced,
  patch: skipped('missing', (visit) => isMeant(visit.fields.partnerPassword) && isKnownName(visit)),
});

const isPlain = ({ fields, service }: Visit): boolean =>
  knows(textOf(fields, 'partnerPassword'), service) !== null;

/** A page where the flag has such a value, whoever sends it. */
const crashesOn = (isMeant: (flag: unknown) => boolean) => ({
  violates: ['error.body'],
  failedLogins: 3,
  patch: withAnswer('any', pageOf(500, '<h1>Error</h1>'), ({ fields }) => isMeant(fields.useAuthByCert)),
});

const unflagged = { false: '', 0: '-zero', False: '-capital', no: '-no' } as const;

/** Values in place of the password that a falsy or lenient check accepts. */
const values = [
  ['null', 'a null', (value: unknown) => value === null],
  ['true', 'a true', (value: unknown) => value === true],
  ['zero', 'a zero', (value: unknown) => value === 0],
  ['array', 'an empty array', (value: unknown) => Array.isArray(value)],
  [
    'object',
    'an empty object',
    (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
] as const;

/** Places where a refusal can contain the list. */
const refusalsWithList: readonly (readonly [
  id: string,
  words: string,
  members: (banks: Service['banks']) => object,
])[] = [
  ['', '', (banks) => ({ banks })],
  ['-renamed', ' under another name', (items) => ({ items })],
  [
    '-keyed',
    ' as an object by BIC',
    (banks) => ({ banks: Object.fromEntries(banks.map((bank) => [bank.bic, bank])) }),
  ],
];

/** Defects that return the list for invalid passwords or partners. */
export const passwordDefects: readonly Altered[] = [
  inBoth`plain-password-accepted: {} accepts the password as plain text.`(
    fails([...ids('unencrypted'), ...enforced])(open(knows)),
  ),
  inBoth`base64-password-accepted: {} takes base64 for encryption.`(decoded('base64', /^/)),
  inBoth`base64url-password-accepted: {} takes base64url for encryption.`(
    decoded('base64url', /^[A-Za-z0-9_-]+$/),
  ),
  inBoth`hex-password-accepted: {} takes hex for encryption.`(decoded('hex', /^/)),
  ...(['false', '0', 'False', 'no'] as const).flatMap((flag) =>
    inBoth`plain-password-unflagged${unflagged[flag]}: {} takes the password as plain text where useAuthByCert is ${flag}.`(
      fails(enforced)(
        skipped('unencrypted', (visit) => visit.fields.useAuthByCert === flag && isPlain(visit)),
      ),
    ),
  ),
  inA`plain-password-unflagged-boolean: {} takes the password as plain text where useAuthByCert is the boolean false.`(
    fails(enforced)(skipped('missing', (visit) => visit.fields.useAuthByCert === false && isPlain(visit))),
  ),
  inBoth`wrong-password-unflagged: {} compares the password only where useAuthByCert is true.`(
    shown(
      'other-flag',
      enforced,
    )(authorizedIf((visit) => visit.fields.useAuthByCert !== 'true' && isKnownName(visit))),
  ),
  inBoth`encrypted-empty-password-accepted: {} skips the comparison for an empty password that is encrypted.`(
    shown('encrypted-empty', enforced)(compared((sent) => sent === '')),
  ),
  inBoth`empty-password-accepted: {} checks that the password is there, and skips authorization where it is empty.`(
    skippedWhere((value) => value === ''),
  ),
  inBoth`blank-password-accepted: {} skips authorization for a blank password.`(
    skippedWhere((value) => value === ' '),
  ),
  ...values.map(([name, words, isMeant]) =>
    inA`${name}-password-accepted: {} skips authorization for ${words} as password.`(skippedWhere(isMeant)),
  ),
  inA`null-password-401: {} has a 401 of its own for a null as password.`(
    fails(['status.no-401'])(
      withAnswer('missing', { status: 401 }, ({ fields }) => fields.partnerPassword === null),
    ),
  ),
  inBoth`undecryptable-password-accepted: {} accepts whatever looks like a ciphertext and cannot be decrypted.`(
    fails(enforced)(open((value, { partners }) => (looksEncrypted(value) ? partners.valid.password : null))),
  ),
  inBoth`ciphertext-remembered: {} remembers ciphertexts that were accepted, and lets in whoever sends one of them.`(
    fails(enforced, { failedLogins: 3 })(({ authorize }) => ({
      authorize(visit) {
        const key = `accepted ${textOf(visit.fields, 'partnerPassword')}`;
        if (visit.service.has(key)) return visit.service.partners.valid;
        const partner = authorize(visit);
        if (partner !== null) visit.service.seen(key);
        return partner;
      },
    })),
  ),
  inBoth`wrong-password-accepted: {} looks the partner up and does not compare the password.`(
    fails(loginIds)(authorizedIf(isKnownName)),
  ),
  inBoth`unknown-partner-accepted: {} accepts every name with a password that any partner has.`(
    fails(loginIds)(authorizedIf(({ password, service }) => knows(password, service) !== null)),
  ),
  inA`null-password-page: {} reads the length of a password that is null, and answers with a page and 500.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer('missing', pageOf(500, '<h1>Error</h1>'), ({ fields }) => fields.partnerPassword === null),
    ),
  ),
  inA`flag-null-page: {} calls a method of useAuthByCert, which is null, and answers with a page and 500.`(
    crashesOn((flag) => flag === null),
  ),
  inA`flag-boolean-page: {} calls a method of strings on the boolean useAuthByCert, and answers with a page and 500.`(
    crashesOn((flag) => flag === true),
  ),
  inBoth`flag-empty-page: {} reads the first character of an empty useAuthByCert, and answers with a page and 500.`(
    crashesOn((flag) => flag === ''),
  ),
  inBoth`flag-unknown-page: {} looks useAuthByCert up in a table, and answers with a page and 500 where it is not in it.`(
    crashesOn((flag) => typeof flag === 'string' && !['', 'true'].includes(flag)),
  ),
  inBoth`partner-name-by-beginning: {} looks for a partner whose name begins with the one that is sent.`(
    shown('name-shortened', enforced)(named((sent, name) => sent !== '' && name.startsWith(sent))),
  ),
  inA`partner-name-by-pattern: {} looks the partner up by LIKE, where % matches every name.`(
    fails(enforced)(named((sent) => sent === '%')),
  ),
  inBoth`nobody-without-password: {} finds no partner of that name and compares the password with an empty one.`(
    fails(enforced)(authorizedIf((visit) => !isKnownName(visit) && visit.password === '')),
  ),
  inA`slash-unguarded: {} is found with a slash at its end as well, which its guard does not know.`(
    fails(enforced)(unguarded((path) => path === '/partner/sbp/banks/')),
  ),
  inB`slash-unguarded: {} is found without the slash at its end as well, which its guard does not know.`(
    fails(enforced)(unguarded((path) => path === '/partner/acme/sbp/banks')),
  ),
  inBoth`everybody-accepted: {} has its authorization switched off and only checks that the password is encrypted.`(
    fails(loginIds)(authorizedIf(() => true)),
  ),
  inA`any-password-accepted: {} compares nothing and decrypts nothing; only known names are let in.`(
    fails([...ids('unencrypted'), ...enforced, ...ids('unauthorized')])(
      all(
        open((value) => value || null),
        authorizedIf(isKnownName),
      ),
    ),
  ),
  ...refusalsWithList.map(([id, words, members]) =>
    inBoth`error-with-list${id}: {} sends the list along with the refusal of a wrong password${words}.`(
      fails(enforced)(
        withErrorBody('unauthorized', (text, { service }) => ({
          description_status: text,
          ...members(service.banks),
        })),
      ),
    ),
  ),
].flat();

/** Comparisons that accept a nearly right password. */
export const nearMissDefects: readonly Altered[] = [
  inBoth`password-case-ignored: {} ignores upper and lower case in passwords.`(
    reviews(enforced, { shownBy: 'case-swapped' })(
      compared((sent, right) => sent.toLowerCase() === right.toLowerCase()),
    ),
  ),
  inBoth`password-blanks-trimmed: {} cuts off blanks around a decrypted password.`(
    reviews(enforced, { shownBy: 'surrounded' })(
      compared((sent, right) => sent.replace(/^ +/, '').replace(/ +$/, '') === right),
    ),
  ),
  inBoth`password-first-eight: {} compares eight characters of the password.`(
    fails(loginIds)(compared((sent, right) => sent.slice(0, 8) === right.slice(0, 8))),
  ),
  inBoth`password-cut-off: {} compares a column that is too short for the password, as bcrypt compares 72 bytes.`(
    fails(loginIds)(compared((sent, right) => sent.slice(0, 24) === right.slice(0, 24))),
  ),
  inBoth`password-continuation-accepted: {} accepts whatever begins with the password.`(
    fails(loginIds)(compared((sent, right) => sent.startsWith(right))),
  ),
  inBoth`password-contained: {} compares by LIKE '%…%' and accepts whatever contains the password.`(
    fails(loginIds)(compared((sent, right) => sent.includes(right))),
  ),
  inBoth`password-part-accepted: {} compares by LIKE '%…%' the other way round and accepts every part of the password.`(
    shown('encrypted-empty', enforced)(compared((sent, right) => right.includes(sent))),
  ),
  inBoth`password-last-character-ignored: {} does not compare the last character.`(
    shown(
      'last-replaced',
      enforced,
    )(compared((sent, right) => sent.length === right.length && sent.slice(0, -1) === right.slice(0, -1))),
  ),
  inBoth`password-prefix-accepted: {} accepts the password without its last character.`(
    shown('last-missing', enforced)(compared((sent, right) => sent === right.slice(0, -1))),
  ),
  inBoth`password-line-break-ignored: {} compares by a pattern that ends in $, before which a line break may stand.`(
    shown('line-break-appended', enforced)(compared((sent, right) => sent.replace(/\n$/, '') === right)),
  ),
  inBoth`password-trimmed: {} cuts off all white space around a decrypted password.`(
    shown('line-break-appended', enforced)(compared((sent, right) => sent.trim() === right)),
  ),
  inBoth`password-eight-stored: {} has stored eight characters of the password and accepts them.`(
    shown('first-eight', enforced)(compared((sent, right) => sent === right.slice(0, 8))),
  ),
  inBoth`password-first-character-dropped: {} has dropped the first character of the password on the way and accepts the rest.`(
    shown('first-missing', enforced)(compared((sent, right) => sent === right.slice(1))),
  ),
  inBoth`password-cut-at-nul: {} compares strings of C, which end at a NUL.`(
    shown('nul-appended', enforced)(compared((sent, right) => sent.split('\0')[0] === right)),
  ),
  inBoth`password-of-another-partner: {} accepts the password of any partner.`(
    shown(
      'other-partner',
      enforced,
    )(authorizedIf((visit) => isKnownName(visit) && knows(visit.password, visit.service) !== null)),
  ),
].flat();

/** A password followed by the time, which many services require against replays. */
const template = '{password}|{timestamp}';

/** Takes the password from a decrypted text that ends with the time. */
const openedBy =
  (passwordIn: (text: string) => string): Patch =>
  () => ({
    openPassword(value, service) {
      const text = service.decrypt(value);
      return text === null ? null : passwordIn(text);
    },
  });
const beforeLast = openedBy((text) => text.slice(0, Math.max(0, text.lastIndexOf('|'))));
const beforeFirst = openedBy((text) => text.slice(0, Math.max(0, text.indexOf('|'))));

/** Services that require the time after the password. */
export const templateSubjects: readonly Altered[] = [
  ...(['a', 'b'] as const).map((id) =>
    altered({
      kind: 'defect',
      id: `${id}-password-cut-at-separator`,
      summary: `${id.toUpperCase()} splits what it decrypts at every separator and looks at the first part alone.`,
      fails: [`${id}.authorization.enforced`],
      failedLogins: id === 'a' ? 20 : 21,
      template,
      change: (behaviour) =>
        inVariants([id], beforeFirst)(inVariants([id === 'a' ? 'b' : 'a'], beforeLast)(behaviour)),
    }),
  ),
  altered({
    kind: 'tolerance',
    id: 'time-behind-password',
    summary: 'The time stands behind the password in what is encrypted.',
    template,
    change: inVariants(['a', 'b'], beforeLast),
  }),
];

/** Finds the partner by another interpretation of the name. */
const foundBy = (agree: (sent: string, right: string) => boolean): Patch =>
  authorizedIf(({ fields, password, service }) =>
    Object.values(service.partners).some(
      (partner) =>
        agree(textOf(fields, 'partnerName'), partner.name) && isSame(partner.password, password ?? ''),
    ),
  );

/** Names similar to a partner's, and other values in place of the name. */
export const partnerDefects: readonly Altered[] = [
  inBoth`partner-letters-ignored: {} reads the digits at the beginning of partnerName and ignores the rest.`(
    fails(enforced)(
      all(
        () => ({ isGiven: isText }),
        foundBy((sent, right) => Number.parseInt(sent, 10) === Number(right)),
      ),
    ),
  ),
  inBoth`partner-longer-accepted: {} compares as many characters of partnerName as the name of the partner has.`(
    fails(enforced)(foundBy((sent, right) => sent.startsWith(right))),
  ),
  inBoth`partner-found-within: {} searches partnerName for the name of a partner.`(
    fails(enforced)(foundBy((sent, right) => sent.includes(right))),
  ),
  inBoth`partner-end-compared: {} compares the end of partnerName.`(
    fails(enforced)(foundBy((sent, right) => sent.endsWith(right))),
  ),
  inB`partner-in-32-bits: {} keeps 32 bits of the number in partnerName.`(
    fails(enforced)(
      foundBy((sent, right) => /^\d+$/.test(sent) && BigInt.asUintN(32, BigInt(sent)) === BigInt(right)),
    ),
  ),
  inA`partner-read-as-number: {} reads partnerName as a number.`(
    reviews(enforced)(foundBy((sent, right) => Number(sent) === Number(right))),
  ),
  inA`partner-object-accepted: {} passes partnerName on to its data base, where an empty object finds everybody.`(
    fails(enforced)(
      skipped('missing', ({ fields, password, service }) => {
        const { partnerName: name } = fields;
        return (
          typeof name === 'object' &&
          name !== null &&
          !Array.isArray(name) &&
          knows(password, service) !== null
        );
      }),
    ),
  ),
  inBoth`session-cookie-accepted: {} keeps the authorization in a cookie and looks at nothing else once it is set.`(
    fails(enforced)(
      all(
        withHeaders('success', { 'Set-Cookie': 'session=1; Path=/; HttpOnly' }),
        authorizedIf(({ request }) => /\bsession=1\b/.test(request.headers.cookie ?? '')),
      ),
    ),
  ),
].flat();

/** Services without authorization that refuse requests which look like a test. */
const recognised: readonly (readonly [id: string, what: string, isTest: (visit: Visit) => boolean])[] = [
  [
    'made-up-values',
    'passwords that begin with Wrong and names above 900 million',
    ({ password, fields }) =>
      /^wrong/i.test(password ?? '') || Number(textOf(fields, 'partnerName')) > 900_000_000,
  ],
  [
    'named-cases',
    'clients whose User-Agent names the case of a test that is none of success',
    ({ request }) => /\b[ab]\.(?!success|request|control)/.test(request.headers['user-agent'] ?? ''),
  ],
  [
    'odd-request-ids',
    'request ids that are not random',
    ({ request }) => /[g-z]/i.test(String(request.headers['x-request-id'] ?? '')),
  ],
];

/** No authorization, except for requests that look like a test. */
export const recogniserDefects: readonly Altered[] = recognised.flatMap(([id, what, isTest]) =>
  inBoth`refuses-only-${id}: {} has no authorization: it refuses ${what}.`(
    fails(loginIds)(authorizedIf((visit) => !isTest(visit))),
  ),
);

const methods: readonly (readonly [where: Mistaken, method: string])[] = [
  [inA, 'GET'],
  [inB, 'GET'],
  [inA, 'DELETE'],
  [inB, 'OPTIONS'],
  [inA, 'PUT'],
  [inB, 'PATCH'],
];

/** An object that maps BICs to names. */
const namesInstead: Disturbance = (_, { service }) => ({
  body: toJson({ banks: Object.fromEntries(service.banks.map(({ bic, name }) => [bic, { name }])) }),
});

/** Defects that return the list for another method. */
export const methodDefects: readonly Altered[] = [
  ...methods.flatMap(([where, method]) =>
    where`list-by-${method.toLowerCase()}: {} hands out its list by ${method} to everybody.`(
      fails(enforced)(withAnswer('wrong-method', listInstead, ({ request }) => request.method === method)),
    ),
  ),
  ...inBoth`names-with-405: {} refuses other methods with 405, and hands out the names of the banks all the same.`(
    fails(enforced)(withAnswer('wrong-method', namesInstead, ({ request }) => request.method === 'GET')),
  ),
];

/** Failed logins are counted, and the third one is accepted. */
export const countingDefects: readonly Altered[] =
  inBoth`third-failed-login-accepted: {} counts failed logins of a partner and lets the third one in.`(
    fails(loginIds, { intermittent: true })(
      authorizedIf((visit) => {
        const { fields, password, service, request } = visit;
        const isWrong = isKnownName(visit) && password !== null && knows(password, service) === null;
        return isWrong && service.seen(`failed ${request.path} ${textOf(fields, 'partnerName')}`) % 3 === 2;
      }),
    ),
  );
