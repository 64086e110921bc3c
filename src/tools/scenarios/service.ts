import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOfJson, pickFirst, textOf, texts } from '../../reference/conforming.ts';
import { createDecryptor } from '../../reference/decrypt.ts';
import type { Partner } from '../../reference/behaviour.ts';
import { testPartners } from '../../reference/profile.ts';
import { packageFolder } from '../../base/package.ts';
import { answerOf, startRelay } from './relay.ts';
import type { Answer, Received, Relay } from './relay.ts';
import type { Manner } from './scenario.ts';

/** A service that counts logins, in front of the reference, which answers everything else. */
export interface Service extends Relay {
  /** Failed logins of real partners so far. */
  readonly failedLogins: () => number;
}

/** A login as the service sees it. */
interface Login {
  readonly variant: 'a' | 'b';
  /** The real partner that is named; null if it is none. */
  readonly partner: Partner | null;
  readonly password: 'none' | 'plain' | 'right' | 'wrong';
  readonly hasFlag: boolean;
}

const partners: readonly Partner[] = Object.values(testPartners);

/** The partner name in a request to either path, as it was sent; null if it has none. */
export const partnerNameOf = (received: Received): string | null => {
  const fields = fieldsOf(received);
  return fields === null ? null : textOf(fields.values, 'partnerName') || null;
};

function fieldsOf({ target, body }: Received) {
  const [path, query = ''] = target.split(/\?(.*)/s);
  if (path === '/partner/sbp/banks') {
    const values = fieldsOfJson(body.toString('utf8'));
    return values === null ? null : ({ variant: 'a', values } as const);
  }
  const values = path === '/partner/acme/sbp/banks/' ? pickFirst(query) : null;
  return values === null ? null : ({ variant: 'b', values } as const);
}

function loginOf(received: Received, decrypt: (text: string) => string | null): Login | null {
  const fields = received.method === 'POST' ? fieldsOf(received) : null;
  if (fields === null) return null;
  const { variant, values } = fields;
  const name = textOf(values, 'partnerName');
  const partner = partners.find((one) => one.name === name) ?? null;
  const sent = textOf(values, 'partnerPassword');
  const opened = partner === null ? null : decrypt(sent);
  const isRight = opened === partner?.password;
  const password = sent === '' ? 'none' : opened === null ? 'plain' : isRight ? 'right' : 'wrong';
  return { variant, partner, password, hasFlag: textOf(values, 'useAuthByCert') !== '' };
}

/** The documented answer to a failed authorization. */
const unauthorized = (variant: 'a' | 'b'): Answer => ({
  status: variant === 'a' ? 403 : 401,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ description_status: texts.ru.unauthorized }),
});

export async function startService(to: string, manner: Manner): Promise<Service> {
  const { refusal, countsForms = false, locksAfter = Infinity } = manner;
  const key = await readFile(join(packageFolder, 'fixtures', 'keys', 'service.key'), 'utf8');
  const decrypt = createDecryptor(key).open;
  let failed = 0;

  const isFailed = ({ password, hasFlag }: Login): boolean =>
    (password === 'wrong' && hasFlag) || (countsForms && (password === 'plain' || !hasFlag));

  const relay = await startRelay({
    to,
    decide(received) {
      const login = loginOf(received, decrypt);
      if (login === null || login.partner === null || login.password === 'none') return 'forward';
      if (failed >= locksAfter) return unauthorized(login.variant);
      if (!isFailed(login)) return 'forward';
      failed += 1;
      if (refusal === undefined || login.password !== 'wrong') return 'forward';
      const isDocumented = refusal === (login.variant === 'a' ? 403 : 401);
      return isDocumented ? unauthorized(login.variant) : answerOf(refusal);
    },
  });
  return { ...relay, failedLogins: () => failed };
}
