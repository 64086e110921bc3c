import type { Answer, Behaviour, Incoming, ParameterName, Service, VariantId } from './behaviour.ts';
import { parameterNames } from './behaviour.ts';
import { answerRequest } from './answer.ts';
import { createState } from './handler.ts';
import { splitTarget } from './incoming.ts';
import { testPartners } from './profile.ts';
import { encrypt, options, type Sent, toA, toB, type Values, valid } from './running.test-data.ts';
import { createService } from './service.ts';

/** A request with what the specification says about it, read by hand. */
export interface Probe {
  readonly variant: VariantId;
  /** Its requirements without the aspect; null where the specification is silent. */
  readonly condition: string | null;
  readonly status: number | null;
  /** Parameters of which one has to be named. */
  readonly names: readonly ParameterName[];
  readonly hasMeaning: boolean;
  /** The list must not be handed out. */
  readonly isIntruder: boolean;
  readonly incoming: Incoming;
}

interface Details {
  readonly address?: string;
  readonly isFaulty?: boolean;
}

function arriving(sent: Sent, { address = '127.0.0.1', isFaulty = false }: Details): Incoming {
  return {
    method: sent.method ?? 'POST',
    ...splitTarget(sent.path),
    headers: {
      ...sent.headers,
      'accept-encoding': 'gzip',
      ...(isFaulty ? { 'x-fault': 'unavailable' } : {}),
    },
    body: Buffer.from(sent.body ?? ''),
    isTooLarge: false,
    address,
    number: 1,
    onConnection: 2,
    open: 2,
  };
}

const subsets: readonly (readonly ParameterName[])[] = [
  ['partnerName', 'partnerPassword'],
  ['partnerName', 'useAuthByCert'],
  ['partnerPassword', 'useAuthByCert'],
  parameterNames,
];

const lacking = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, null]));

const login = ({ name, password }: { readonly name: string; readonly password: string }): Values => ({
  partnerName: name,
  partnerPassword: encrypt(password),
});

function probesOf(variant: VariantId, to: (values?: Values) => Sent): readonly Probe[] {
  const probe = (condition: string | null, sent: Sent, other: Partial<Probe> & Details = {}): Probe => ({
    variant,
    condition: condition === null ? null : `${variant}.${condition}`,
    status: null,
    names: [],
    hasMeaning: condition !== null,
    isIntruder: false,
    incoming: arriving(sent, other),
    ...other,
  });
  const unauthorized = { status: variant === 'a' ? 403 : 401, isIntruder: true };
  const plain = valid.partnerPassword;
  const broken = encrypt(plain).replaceAll(/[A-Y]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 1),
  );
  const silent = { isIntruder: true };
  const again = to();
  return [
    probe('success', to(), { status: 200, hasMeaning: false }),
    ...parameterNames.map((name) =>
      probe(`missing.${name}`, to(lacking([name])), {
        status: 422,
        names: [name],
        isIntruder: name !== 'useAuthByCert',
      }),
    ),
    ...subsets.map((names) =>
      probe('missing.several', to(lacking(names)), {
        status: 422,
        names,
        hasMeaning: false,
        isIntruder: true,
      }),
    ),
    probe('unencrypted.partnerPassword', to({ partnerPassword: plain }), {
      status: 422,
      names: ['partnerPassword'],
      isIntruder: true,
    }),
    probe('unauthorized', to({ partnerPassword: encrypt('wrong') }), unauthorized),
    probe('unauthorized', to({ partnerName: '900900' }), unauthorized),
    probe('unavailable', to(), { status: 500, isFaulty: true }),
    ...[Buffer.from(plain).toString('base64'), Buffer.from(plain).toString('hex'), '', broken].map(
      (partnerPassword) => probe(null, to({ partnerPassword }), silent),
    ),
    probe(null, to({ partnerName: '' }), silent),
    probe(null, to({ partnerPassword: plain, partnerName: '900900' }), silent),
    probe(null, to({ partnerPassword: plain, useAuthByCert: null }), silent),
    probe(null, to({ partnerName: '900900', useAuthByCert: null }), silent),
    probe(null, to({ useAuthByCert: '' })),
    probe(null, to({ useAuthByCert: 'false' })),
    probe(null, { ...to(), method: 'GET' }),
    probe(null, {
      ...to(),
      path: to().path.replace(/banks\/?/, (end) => (end === 'banks' ? 'banks/' : 'banks')),
    }),
    probe(null, { ...to(), path: '/elsewhere' }),
    probe(null, again),
    probe(null, again),
  ];
}

const escape = (text: string): string =>
  Array.from(text, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const shout = (text: string): string =>
  Array.from(text, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join('');

const rotate = <Item>(items: readonly Item[]): Item[] => [...items.slice(1), ...items.slice(0, 1)];

const respell: readonly ((members: readonly (readonly [string, string])[]) => string)[] = [
  (members) => JSON.stringify(Object.fromEntries(members.toReversed())),
  (members) => JSON.stringify(Object.fromEntries(rotate(members))),
  (members) => JSON.stringify(Object.fromEntries(rotate(rotate(members)))),
  (members) => JSON.stringify(Object.fromEntries(members), null, 2),
  (members) => JSON.stringify(Object.fromEntries(members)).replaceAll('/', '\\/'),
  (members) => `{${members.map(([name, value]) => `"${name}":"${shout(value)}"`).join(',')}}`,
  (members) => `{${members.map(([name, value]) => `"${escape(name)}" : "${escape(value)}"`).join(',')}}`,
];

const requery: readonly ((query: string) => string)[] = [
  (query) => query.split('&').toReversed().join('&'),
  (query) => rotate(query.split('&')).join('&'),
  (query) => rotate(rotate(query.split('&'))).join('&'),
  (query) => query.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase()),
  (query) => query.replace('1042', '%31%30%34%32'),
];

function spelledA(): readonly Sent[] {
  return respell.map((write) => {
    const members = Object.entries(JSON.parse(String(toA().body)) as Record<string, string>);
    return { ...toA(), body: write(members) };
  });
}

function spelledB(): readonly Sent[] {
  return requery.map((write) => {
    const [path = '', query = ''] = toB().path.split('?');
    return { ...toB(), path: `${path}?${write(query)}` };
  });
}

const spelled = (variant: VariantId, condition: string, sents: readonly Sent[]): readonly Probe[] =>
  sents.map((sent) => ({
    variant,
    condition,
    status: 200,
    names: [],
    hasMeaning: false,
    isIntruder: false,
    incoming: arriving(sent, {}),
  }));

/** Anew each time, because a ciphertext may be taken once only. */
const blockedProbes = (): readonly Probe[] =>
  (
    [
      ['b.partner-blocked', login(testPartners.blocked), '127.0.0.1'],
      ['b.ip-blocked', {}, '127.0.0.2'],
      ['b.reward-unavailable', login(testPartners.withoutReward), '127.0.0.1'],
    ] as const
  ).map(([condition, values, address]) => ({
    variant: 'b',
    condition,
    status: 403,
    names: [],
    hasMeaning: true,
    isIntruder: false,
    incoming: arriving(toB(values), { address }),
  }));

const shownA = String(toA().body);
const oddlyPlaced: readonly Probe[] = [
  arriving({ ...toA(), body: '{' }, {}),
  arriving({ ...toA(), headers: {} }, {}),
  arriving({ ...toA(), body: shownA.replace('"1042"', '1042') }, {}),
  arriving({ ...toA(), body: shownA.padEnd(40_000) }, {}),
  arriving({ ...toA(), path: `/partner/sbp/banks?${toB().path.split('?')[1] ?? ''}`, body: '{}' }, {}),
  arriving({ ...toB(), path: '/partner/acme/sbp/banks/', body: shownA }, {}),
  arriving({ ...toB(), path: toB().path.replace('acme', 'other') }, {}),
  arriving({ ...toB(), path: toB().path.replace('1042', '%20%201042%20') }, {}),
  arriving({ ...toB(), path: toB().path.replaceAll('%2B', '+') }, {}),
  arriving({ ...toB(), path: `${toB().path}&partnerName=7` }, {}),
  arriving({ ...toB(), path: '/partner/acme/sbp/banks/?partnerName=%' }, {}),
  arriving(toB({ partnerName: testPartners.blocked.name }), {}),
  arriving(toB({ partnerName: '900900' }), { address: '127.0.0.2' }),
].map((incoming) => ({
  variant: incoming.path.includes('acme') ? 'b' : 'a',
  condition: null,
  status: null,
  names: [],
  hasMeaning: false,
  isIntruder: false,
  incoming,
}));

/** Requests for everything that the specification states, and some on which it is silent. */
export const probes: readonly Probe[] = [
  ...probesOf('a', toA),
  ...probesOf('b', toB),
  ...blockedProbes(),
  // A second time each, for answers that change.
  ...blockedProbes(),
  ...spelled('a', 'a.request.body', spelledA()),
  ...spelled('b', 'b.request.query', spelledB()),
  ...oddlyPlaced,
];

const base = createService(options, createState());
const plains = new Map<string, string | null>();

/** Decrypts every ciphertext once only: the same probes are used hundreds of times. */
function decryptOnce(ciphertext: string): string | null {
  const plain = plains.get(ciphertext) ?? base.decrypt(ciphertext);
  plains.set(ciphertext, plain);
  return plain;
}

/** The answers of a behaviour to all probes, one after the other, counted from `start`. */
export function answersOf(behaviour: Behaviour, start = 1): readonly Answer[] {
  const service: Service = { ...createService(options, createState()), decrypt: decryptOnce };
  return probes.map(({ incoming }, index) =>
    answerRequest({ ...incoming, number: start + index }, service, behaviour, options.bankCode),
  );
}
