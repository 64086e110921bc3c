import type { Answer, Change, Outcome, VariantId, Visit } from '../behaviour.ts';
import { type Selector, withAnswer } from '../change.ts';
import { textOf } from '../credentials.ts';
import { mistake } from '../defect.ts';
import type { Defect } from '../defect.ts';
import { errorBodyIds, errorStatusIds, missingNameIds } from '../requirement-ids.ts';

function delivered(where: VariantId, selector: Selector, delivery: Answer['delivery']): Change {
  return withAnswer(where, selector, (answer) => ({ ...answer, delivery }));
}

function redirect(status: number, to: (visit: Visit) => string): (answer: Answer, visit: Visit) => Answer {
  return (answer, visit) => ({
    ...answer,
    status,
    headers: { ...answer.headers, Location: to(visit) },
    body: Buffer.alloc(0),
  });
}

function gatewayPage(answer: Answer): Answer {
  return {
    ...answer,
    status: 502,
    headers: { 'Content-Type': 'text/html' },
    body: Buffer.from('<html><body><h1>502 Bad Gateway</h1></body></html>'),
  };
}

/** Replaces an answer by the list. */
function listInstead(answer: Answer, { service }: Visit): Answer {
  return { ...answer, status: 200, body: Buffer.from(JSON.stringify({ banks: service.banks })) };
}

function without(answer: Answer): Answer {
  return { ...answer, body: Buffer.from('{}') };
}

/** Remembers the partners that got the list, and serves them from this memory. */
function cached(answer: Answer, visit: Visit, { kind }: Outcome): Answer {
  const key = `list of ${textOf(visit.fields, 'partnerName')}`;
  if (kind === 'success') visit.service.seen(key);
  return kind === 'unauthorized' && visit.service.has(key) ? listInstead(answer, visit) : answer;
}

const ids = (prefix: string, ...aspects: readonly string[]): readonly string[] =>
  aspects.map((aspect) => `${prefix}.${aspect}`);

const loginIds = (variant: VariantId): readonly string[] => [
  ...ids(`${variant}.unauthorized`, 'status', 'meaning'),
  `${variant}.authorization.enforced`,
];

/** Answers that get lost on their way, come from somebody else, or are wrong only now and then. */
export const wireDefects: readonly Defect[] = [
  {
    id: 'b-redirects-slash-away',
    summary: 'B redirects authorized partners to its path without the slash.',
    violates: ['b.success.status'],
    change: withAnswer(
      'b',
      { kind: 'success' },
      redirect(307, ({ request }) => request.path.replace(/\/$/, '')),
    ),
  },
  {
    id: 'a-redirects-to-login',
    summary: 'A redirects unauthorized partners to a login page.',
    violates: ids('a.unauthorized', 'status', 'meaning'),
    change: withAnswer(
      'a',
      { kind: 'unauthorized' },
      redirect(302, () => '/login'),
    ),
  },
  {
    id: 'a-resets-without-name',
    summary: 'A crashes on a request without a name and drops the connection.',
    violates: [
      ...ids('a.missing.partnerName', 'status', 'names', 'meaning'),
      ...ids('a.missing.several', 'status', 'names'),
    ],
    change: delivered('a', { kind: 'missing', parameter: 'partnerName' }, { kind: 'reset' }),
  },
  {
    id: 'b-resets-on-plain-password',
    summary: 'B crashes on a password that it cannot decrypt and drops the connection.',
    violates: ids('b.unencrypted.partnerPassword', 'status', 'names', 'meaning'),
    change: delivered('b', { kind: 'unencrypted' }, { kind: 'reset' }),
  },
  {
    id: 'b-resets-blocked-ip',
    summary: 'The firewall of B drops connections from a blocked address.',
    violates: ids('b.ip-blocked', 'status', 'meaning'),
    change: delivered('b', { kind: 'ip-blocked' }, { kind: 'reset' }),
  },
  {
    id: 'a-silent-without-parameters',
    summary: 'A never answers a request without any parameter.',
    violates: ids('a.missing.several', 'status', 'names'),
    change: delivered('a', { kind: 'missing', atLeast: 3 }, { kind: 'silent', ms: 2_000 }),
  },
  {
    id: 'a-success-reset',
    summary: 'A drops the connection where it has to send the list.',
    violates: ['a.success.status'],
    change: delivered('a', { kind: 'success' }, { kind: 'reset' }),
  },
  {
    id: 'b-success-cut',
    summary: 'B drops the connection in the middle of the list.',
    violates: ['b.success.status'],
    change: delivered('b', { kind: 'success' }, { kind: 'cut' }),
  },
  {
    id: 'b-success-502',
    summary: 'The gateway of B answers every good request with an error page.',
    violates: ['b.success.status', 'b.error.body'],
    change: withAnswer('b', { kind: 'success' }, gatewayPage),
  },
  {
    id: 'a-unencrypted-502',
    summary: 'A crashes on a plain password, so that the gateway answers.',
    violates: [...ids('a.unencrypted.partnerPassword', 'status', 'names', 'meaning'), 'a.error.body'],
    change: withAnswer('a', { kind: 'unencrypted' }, gatewayPage),
  },
  {
    id: 'b-unavailable-502-page',
    summary: 'The gateway of B answers while the service is unavailable.',
    violates: [...ids('b.unavailable', 'status', 'meaning'), 'b.error.body'],
    change: withAnswer('b', { kind: 'unavailable' }, gatewayPage),
  },
  {
    id: 'a-unavailable-reset',
    summary: 'A drops connections while it is unavailable.',
    violates: ids('a.unavailable', 'status', 'meaning'),
    change: delivered('a', { kind: 'unavailable' }, { kind: 'reset' }),
  },
  {
    id: 'a-every-fourth-error-empty',
    summary: 'A answers every fourth error with an empty object.',
    violates: errorBodyIds('a'),
    intermittent: true,
    change: withAnswer('a', { kind: 'error' }, (answer, { service }) =>
      service.seen('error of a') % 4 === 3 ? without(answer) : answer,
    ),
  },
  {
    id: 'b-every-third-missing-unnamed',
    summary: 'One of three servers of B has an old template that names no parameter.',
    violates: missingNameIds('b'),
    intermittent: true,
    change: withAnswer('b', { kind: 'missing' }, (answer, { service }, { parameters }) =>
      service.seen('missing of b') % 3 === 2 ? { ...answer, body: renamed(answer.body, parameters) } : answer,
    ),
  },
  {
    id: 'b-blocked-partner-401-from-second',
    summary:
      'B sends a blocked partner to the manager once, and then treats it as one that it does not know.',
    violates: ['b.partner-blocked.status'],
    intermittent: true,
    change: withAnswer('b', { kind: 'partner-blocked' }, (answer, { service }) =>
      service.seen('blocked partner of b') === 0 ? answer : { ...answer, status: 401 },
    ),
  },
  {
    id: 'b-every-tenth-missing-400',
    summary: 'One of ten servers of B answers a missing parameter with 400.',
    violates: errorStatusIds('b').filter((id) => id.startsWith('b.missing.')),
    intermittent: true,
    change: withAnswer('b', { kind: 'missing' }, (answer, { service }) =>
      service.seen('refusal of b') % 10 === 4 ? { ...answer, status: 400 } : answer,
    ),
  },
  {
    id: 'a-every-second-intruder-gets-list',
    summary: 'One of two servers of A has its authorization switched off.',
    violates: loginIds('a'),
    intermittent: true,
    change: withAnswer('a', { kind: 'unauthorized' }, (answer, visit) =>
      visit.service.seen('intruder') % 2 === 1 ? listInstead(answer, visit) : answer,
    ),
  },
  ...mistake(
    'both',
    'list-cached-by-name',
    'serves the list from a cache that knows the name and not the password.',
    (variant) => ({
      violates: loginIds(variant),
      intermittent: true,
      change: withAnswers(variant, cached),
    }),
  ),
  {
    id: 'a-error-empty-on-reused-connection',
    summary: 'A loses the text of an error that is not the first answer on its connection.',
    violates: errorBodyIds('a'),
    intermittent: true,
    change: withAnswer('a', { kind: 'error' }, (answer, { request }) =>
      request.onConnection > 1 ? without(answer) : answer,
    ),
  },
  {
    id: 'b-error-empty-under-concurrency',
    summary: 'B loses the text of an error while it is busy with another request.',
    violates: errorBodyIds('b'),
    intermittent: true,
    change: withAnswers('b', (answer, { request }, { kind }) => ({
      ...(request.open > 1 && kind !== 'success' ? without(answer) : answer),
      delivery: { kind: 'delayed', ms: 10 },
    })),
  },
];

function withAnswers(
  where: VariantId,
  finish: (answer: Answer, visit: Visit, outcome: Outcome) => Answer,
): Change {
  return (behaviour) =>
    withAnswer(where, { kind: 'success' }, finish)(withAnswer(where, { kind: 'error' }, finish)(behaviour));
}

function renamed(body: Uint8Array, parameters: Outcome['parameters']): Uint8Array {
  return Buffer.from(
    Buffer.from(body)
      .toString('utf8')
      .replace(parameters[0] ?? '', 'null'),
  );
}
