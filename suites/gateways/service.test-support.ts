// A service that counts logins, in front of the reference, which answers everything else.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../src/base/package.ts';
import type { Fields, Partner } from '../../src/reference/behaviour.ts';
import { fieldsOfJson, pickFirst, textOf, texts } from '../../src/reference/conforming.ts';
import { createDecryptor } from '../../src/reference/decrypt.ts';
import { testPartners } from '../../src/reference/profile.ts';
import { answerOf, startRelay } from './relay.test-support.ts';
import type { Answer, Fault, Received, Relay } from './relay.test-support.ts';

/** How the service differs from the reference. */
export interface Manner {
  /** Its answer to a wrong password of a real partner; default: as documented. */
  readonly refusal?: Fault;
  /** It also counts plain passwords and missing flags, which it answers with 422. */
  readonly countsForms?: true;
  /** Number of failed logins after which it refuses everything that names a real partner. */
  readonly locksAfter?: number;
  /** It answers each wrong form with a page of its own. */
  readonly hasPages?: true;
}

export interface Service extends Relay {
  /** Of real partners so far. */
  readonly failedLogins: () => number;
}

interface Login {
  readonly variant: 'a' | 'b';
  readonly name: string;
  /** The real partner that is named; null if it is none. */
  readonly partner: Partner | null;
  readonly password: 'none' | 'plain' | 'right' | 'wrong';
  readonly hasFlag: boolean;
}

const partners: readonly Partner[] = Object.values(testPartners);

function fieldsOf({ method, target, body }: Received): readonly ['a' | 'b', Fields] | null {
  const [path, query = ''] = target.split(/\?(.*)/s);
  const variant = ({ '/partner/sbp/banks': 'a', '/partner/acme/sbp/banks/': 'b' } as const)[path ?? ''];
  if (method !== 'POST' || variant === undefined) return null;
  const fields = variant === 'a' ? fieldsOfJson(body.toString('utf8')) : pickFirst(query);
  return fields === null ? null : [variant, fields];
}

/** The partner name in a request to either path, as it was sent; null if it has none. */
export const partnerNameOf = (received: Received): string | null =>
  textOf(fieldsOf(received)?.[1] ?? {}, 'partnerName') || null;

function loginOf(received: Received, decrypt: (text: string) => string | null): Login | null {
  const [variant, fields] = fieldsOf(received) ?? [null, {}];
  if (variant === null) return null;
  const name = textOf(fields, 'partnerName');
  const partner = partners.find((one) => one.name === name) ?? null;
  const sent = textOf(fields, 'partnerPassword');
  const opened = decrypt(sent);
  const isRight = opened === partner?.password;
  const password = sent === '' ? 'none' : opened === null ? 'plain' : isRight ? 'right' : 'wrong';
  return { variant, name, partner, password, hasFlag: textOf(fields, 'useAuthByCert') !== '' };
}

const statusOf = { a: 403, b: 401 } as const;
const unauthorized = (variant: 'a' | 'b'): Answer => ({
  status: statusOf[variant],
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ description_status: texts.ru.unauthorized }),
});

/** What is wrong with the form; null: nothing. */
const wrongForm = ({ name, password, hasFlag }: Login): string | null =>
  name !== '' && hasFlag && (password === 'right' || password === 'wrong')
    ? null
    : `name ${name === '' ? 'missing' : 'present'}, password ${password}, flag ${hasFlag ? 'present' : 'missing'}`;

export async function startService(to: string, manner: Manner): Promise<Service> {
  const { refusal, countsForms = false, locksAfter = Infinity, hasPages = false } = manner;
  const key = await readFile(join(packageFolder, 'fixtures', 'keys', 'short.key'), 'utf8');
  const decrypt = createDecryptor(key).open;
  let failed = 0;

  const isFailed = ({ password, hasFlag }: Login): boolean =>
    (password === 'wrong' && hasFlag) || (countsForms && (password === 'plain' || !hasFlag));

  const relay = await startRelay({
    to,
    decide(received) {
      const login = loginOf(received, decrypt);
      const form = login === null || !hasPages ? null : wrongForm(login);
      if (form !== null) return answerOf(400, form);
      if (login === null || login.partner === null || login.password === 'none') return 'forward';
      if (failed >= locksAfter) return unauthorized(login.variant);
      if (!isFailed(login)) return 'forward';
      failed += 1;
      if (refusal === undefined || login.password !== 'wrong') return 'forward';
      return refusal === statusOf[login.variant] ? unauthorized(login.variant) : answerOf(refusal);
    },
  });
  return { ...relay, failedLogins: () => failed };
}
