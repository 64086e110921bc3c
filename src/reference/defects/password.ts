import type { Bank, CheckName, Partner, Patch, Service, Visit } from '../behaviour.ts';
import { all, checked, inVariants, listInstead, withAnswer, withErrorBody, withHeaders } from '../change.ts';
import { isKnownName, isText, looksEncrypted, outcome, textOf, toJson } from '../conforming.ts';
import { altered, crashes, fails, ids, inA, inB, inBoth, loginIds, reviews, shown } from '../defect.ts';
import type { Disturbance } from '../change.ts';
import type { Altered } from '../defect.ts';

const enforced = ['authorization.enforced'];

/** Lets somebody in whom the specification does not. */
const breach = fails(enforced);

/** Accepts passwords that are not encrypted. */
const open =
  (also: (value: string, service: Service) => string | null): Patch =>
  ({ openPassword }) => ({
    openPassword: (value, service) => openPassword(value, service) ?? also(value, service),
  });

const knows = (text: string | null, { partners }: Service): string | null =>
  Object.values(partners).some(({ password }) => password === text) ? text : null;

/** Accepts an encoding as encryption. */
const decoded = (encoding: 'base64' | 'base64url' | 'hex', shape = /^/) =>
  breach(
    open((value, service) =>
      shape.test(value) ? knows(Buffer.from(value, encoding).toString(), service) : null,
    ),
  );

/** Authorizes a visit as the valid partner if `accepts` says so. */
const authorizedIf =
  (accepts: (visit: Visit) => boolean): Patch =>
  ({ authorize }) => ({
    authorize: (visit) => (accepts(visit) ? visit.service.partners.valid : authorize(visit)),
  });

/** Authorizes whoever agrees with one of the partners. */
const agreeing = (agree: (sent: Partner, partner: Partner) => boolean): Patch =>
  authorizedIf(({ fields, password, service }) => {
    const name = textOf(fields, 'partnerName');
    const partners = Object.values(service.partners);
    return password !== null && partners.some((partner) => agree({ name, password }, partner));
  });

type Agree = (sent: string, right: string) => boolean;

/** Compares passwords so that some wrong ones count as right. */
const compared = (agree: Agree): Patch =>
  agreeing((sent, partner) => sent.name === partner.name && agree(sent.password, partner.password));

/** Finds the partner by another interpretation of the name; the password has to be right. */
const foundBy = (agree: Agree): Patch =>
  agreeing((sent, partner) => agree(sent.name, partner.name) && sent.password === partner.password);

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
const skippedWhere = (isMeant: (value: unknown) => boolean) =>
  breach(skipped('missing', (visit) => isMeant(visit.fields.partnerPassword) && isKnownName(visit)));

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = ({ fields, service }: Visit): boolean =>
  knows(textOf(fields, 'partnerPassword'), service) !== null;

/** Values in place of the password that a falsy or lenient check accepts. */
const values: readonly (readonly [id: string, words: string, isMeant: (value: unknown) => boolean])[] = [
  ['null', 'a null', (value) => value === null],
  ['true', 'a true', (value) => value === true],
  ['zero', 'a zero', (value) => value === 0],
  ['array', 'an empty array', Array.isArray],
  ['object', 'an empty object', isObject],
];

/** An object that maps BICs to names. */
const namesInstead: Disturbance = (_, { service }) => ({
  body: toJson({ banks: Object.fromEntries(service.banks.map(({ bic, name }) => [bic, { name }])) }),
});

/** Adds the list to a refusal. */
const besides = (members: (banks: readonly Bank[]) => object) =>
  breach(
    withErrorBody('unauthorized', (text, { service: { banks } }) => ({
      description_status: text,
      ...members(banks),
    })),
  );

/** No authorization, except for requests that look like a test. */
const refusing = (isTest: (visit: Visit) => boolean) =>
  fails(loginIds)(authorizedIf((visit) => !isTest(visit)));

/** Hands out the list for another method. */
const listBy = (method: string) =>
  breach(withAnswer('wrong-method', listInstead, ({ request }) => request.method === method));

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

const beforeFirst = openedBy((text) => text.slice(0, Math.max(0, text.indexOf('|'))));
const timed = inVariants(
  ['a', 'b'],
  openedBy((text) => text.slice(0, Math.max(0, text.lastIndexOf('|')))),
);

/** Defects that return the list for invalid passwords or partners. */
export const passwordDefects: readonly Altered[] = [
  inBoth`plain-password-accepted: {} accepts the password as plain text.`(
    fails([...ids('unencrypted'), ...enforced])(open(knows)),
  ),
  inBoth`base64-password-accepted: {} takes base64 for encryption.`(decoded('base64')),
  inBoth`base64url-password-accepted: {} takes base64url for encryption.`(
    decoded('base64url', /^[A-Za-z0-9_-]+$/),
  ),
  inBoth`hex-password-accepted: {} takes hex for encryption.`(decoded('hex')),
  ...Object.entries({ '': 'false', '-zero': '0', '-capital': 'False', '-no': 'no' }).flatMap(([id, flag]) =>
    inBoth`plain-password-unflagged${id}: {} takes the password as plain text where useAuthByCert is ${flag}.`(
      breach(skipped('unencrypted', (visit) => visit.fields.useAuthByCert === flag && isPlain(visit))),
    ),
  ),
  inA`plain-password-unflagged-boolean: {} takes the password as plain text where useAuthByCert is the boolean false.`(
    breach(skipped('missing', (visit) => visit.fields.useAuthByCert === false && isPlain(visit))),
  ),
  inBoth`wrong-password-unflagged: {} compares the password only where useAuthByCert is true.`(
    shown('other-flag')(authorizedIf((visit) => visit.fields.useAuthByCert !== 'true' && isKnownName(visit))),
  ),
  inBoth`encrypted-empty-password-accepted: {} skips the comparison for an empty password that is encrypted.`(
    shown('encrypted-empty')(compared((sent) => sent === '')),
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
    breach(open((value, { partners }) => (looksEncrypted(value) ? partners.valid.password : null))),
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
    crashes(({ fields }) => fields.partnerPassword === null, 'missing'),
  ),
  inA`flag-null-page: {} calls a method of useAuthByCert, which is null, and answers with a page and 500.`(
    crashes(({ fields: { useAuthByCert: flag } }) => flag === null),
  ),
  inA`flag-boolean-page: {} calls a method of strings on the boolean useAuthByCert, and answers with a page and 500.`(
    crashes(({ fields: { useAuthByCert: flag } }) => flag === true),
  ),
  inBoth`flag-empty-page: {} reads the first character of an empty useAuthByCert, and answers with a page and 500.`(
    crashes(({ fields: { useAuthByCert: flag } }) => flag === ''),
  ),
  inBoth`flag-unknown-page: {} looks useAuthByCert up in a table, and answers with a page and 500 where it is not in it.`(
    crashes(
      ({ fields: { useAuthByCert: flag } }) => typeof flag === 'string' && !['', 'true'].includes(flag),
    ),
  ),
  inBoth`partner-name-by-beginning: {} looks for a partner whose name begins with the one that is sent.`(
    shown('name-shortened')(foundBy((sent, name) => sent !== '' && name.startsWith(sent))),
  ),
  inA`partner-name-by-pattern: {} looks the partner up by LIKE, where % matches every name.`(
    breach(foundBy((sent) => sent === '%')),
  ),
  inBoth`nobody-without-password: {} finds no partner of that name and compares the password with an empty one.`(
    breach(authorizedIf((visit) => !isKnownName(visit) && visit.password === '')),
  ),
  inA`slash-unguarded: {} is found with a slash at its end as well, which its guard does not know.`(
    breach(unguarded((path) => path === '/partner/sbp/banks/')),
  ),
  inB`slash-unguarded: {} is found without the slash at its end as well, which its guard does not know.`(
    breach(unguarded((path) => path === '/partner/acme/sbp/banks')),
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
  inBoth`error-with-list: {} sends the list along with the refusal of a wrong password.`(
    besides((banks) => ({ banks })),
  ),
  inBoth`error-with-list-renamed: {} sends the list along with the refusal of a wrong password under another name.`(
    besides((items) => ({ items })),
  ),
  inBoth`error-with-list-keyed: {} sends the list along with the refusal of a wrong password as an object by BIC.`(
    besides((banks) => ({ banks: Object.fromEntries(banks.map((bank) => [bank.bic, bank])) })),
  ),
  // Comparisons that accept a nearly right password.
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
    shown('encrypted-empty')(compared((sent, right) => right.includes(sent))),
  ),
  inBoth`password-last-character-ignored: {} does not compare the last character.`(
    shown('last-replaced')(
      compared((sent, right) => sent.length === right.length && sent.slice(0, -1) === right.slice(0, -1)),
    ),
  ),
  inBoth`password-prefix-accepted: {} accepts the password without its last character.`(
    shown('last-missing')(compared((sent, right) => sent === right.slice(0, -1))),
  ),
  inBoth`password-line-break-ignored: {} compares by a pattern that ends in $, before which a line break may stand.`(
    shown('line-break-appended')(compared((sent, right) => sent.replace(/\n$/, '') === right)),
  ),
  inBoth`password-trimmed: {} cuts off all white space around a decrypted password.`(
    shown('line-break-appended')(compared((sent, right) => sent.trim() === right)),
  ),
  inBoth`password-eight-stored: {} has stored eight characters of the password and accepts them.`(
    shown('first-eight')(compared((sent, right) => sent === right.slice(0, 8))),
  ),
  inBoth`password-first-character-dropped: {} has dropped the first character of the password on the way and accepts the rest.`(
    shown('first-missing')(compared((sent, right) => sent === right.slice(1))),
  ),
  inBoth`password-cut-at-nul: {} compares strings of C, which end at a NUL.`(
    shown('nul-appended')(compared((sent, right) => sent.split('\0')[0] === right)),
  ),
  inBoth`password-of-another-partner: {} accepts the password of any partner.`(
    shown('other-partner')(
      authorizedIf((visit) => isKnownName(visit) && knows(visit.password, visit.service) !== null),
    ),
  ),
  ...(['a', 'b'] as const).map((id) =>
    altered({
      kind: 'defect',
      id: `${id}-password-cut-at-separator`,
      summary: `${id.toUpperCase()} splits what it decrypts at every separator and looks at the first part alone.`,
      fails: [`${id}.authorization.enforced`],
      failedLogins: id === 'a' ? 20 : 21,
      template,
      change: (behaviour) => inVariants([id], beforeFirst)(timed(behaviour)),
    }),
  ),
  altered({
    kind: 'tolerance',
    id: 'time-behind-password',
    summary: 'The time stands behind the password in what is encrypted.',
    template,
    change: timed,
  }),
  // Names similar to a partner's, and other values in place of the name.
  inBoth`partner-letters-ignored: {} reads the digits at the beginning of partnerName and ignores the rest.`(
    breach(
      all(
        () => ({ isGiven: isText }),
        foundBy((sent, right) => Number.parseInt(sent, 10) === Number(right)),
      ),
    ),
  ),
  inBoth`partner-longer-accepted: {} compares as many characters of partnerName as the name of the partner has.`(
    breach(foundBy((sent, right) => sent.startsWith(right))),
  ),
  inBoth`partner-found-within: {} searches partnerName for the name of a partner.`(
    breach(foundBy((sent, right) => sent.includes(right))),
  ),
  inBoth`partner-end-compared: {} compares the end of partnerName.`(
    breach(foundBy((sent, right) => sent.endsWith(right))),
  ),
  inB`partner-in-32-bits: {} keeps 32 bits of the number in partnerName.`(
    breach(
      foundBy((sent, right) => /^\d+$/.test(sent) && BigInt.asUintN(32, BigInt(sent)) === BigInt(right)),
    ),
  ),
  inA`partner-read-as-number: {} reads partnerName as a number.`(
    reviews(enforced)(foundBy((sent, right) => Number(sent) === Number(right))),
  ),
  inA`partner-object-accepted: {} passes partnerName on to its data base, where an empty object finds everybody.`(
    breach(
      skipped(
        'missing',
        ({ fields, password, service }) => isObject(fields.partnerName) && knows(password, service) !== null,
      ),
    ),
  ),
  inBoth`session-cookie-accepted: {} keeps the authorization in a cookie and looks at nothing else once it is set.`(
    breach(
      all(
        withHeaders('success', { 'Set-Cookie': 'session=1; Path=/; HttpOnly' }),
        authorizedIf(({ request }) => /\bsession=1\b/.test(request.headers.cookie ?? '')),
      ),
    ),
  ),
  inBoth`refuses-only-made-up-values: {} has no authorization: it refuses passwords that begin with Wrong and names above 900 million.`(
    refusing(
      ({ password, fields }) =>
        /^wrong/i.test(password ?? '') || Number(textOf(fields, 'partnerName')) > 900_000_000,
    ),
  ),
  inBoth`refuses-only-named-cases: {} has no authorization: it refuses clients whose User-Agent names the case of a test that is none of success.`(
    refusing(({ request }) =>
      /\b[ab]\.(?!success|request|control)/.test(request.headers['user-agent'] ?? ''),
    ),
  ),
  inBoth`refuses-only-odd-request-ids: {} has no authorization: it refuses request ids that are not random.`(
    refusing(({ request }) => /[g-z]/i.test(String(request.headers['x-request-id'] ?? ''))),
  ),
  inA`list-by-get: {} hands out its list by GET to everybody.`(listBy('GET')),
  inB`list-by-get: {} hands out its list by GET to everybody.`(listBy('GET')),
  inA`list-by-delete: {} hands out its list by DELETE to everybody.`(listBy('DELETE')),
  inB`list-by-options: {} hands out its list by OPTIONS to everybody.`(listBy('OPTIONS')),
  inA`list-by-put: {} hands out its list by PUT to everybody.`(listBy('PUT')),
  inB`list-by-patch: {} hands out its list by PATCH to everybody.`(listBy('PATCH')),
  inBoth`names-with-405: {} refuses other methods with 405, and hands out the names of the banks all the same.`(
    breach(withAnswer('wrong-method', namesInstead, ({ request }) => request.method === 'GET')),
  ),
  inBoth`third-failed-login-accepted: {} counts failed logins of a partner and lets the third one in.`(
    fails(loginIds, { intermittent: true })(
      authorizedIf((visit) => {
        const { fields, password, service, request } = visit;
        const isWrong = isKnownName(visit) && password !== null && knows(password, service) === null;
        return isWrong && service.seen(`failed ${request.path} ${textOf(fields, 'partnerName')}`) % 3 === 2;
      }),
    ),
  ),
].flat();
