import type { Variant } from '../operation/specification.ts';
import { entriesOf, json, wordOf, writeJson, writeParts, writeQuery } from './write-parts.ts';
import type { Literal, Parts, Written } from './write-parts.ts';
import type { Risk, Validity } from './risk.ts';

/** Changes that only observations make, where the specification is silent. */
export type Mutation =
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'path'; readonly change: 'toggle-slash' | 'other-bank-code' }
  | { readonly kind: 'place'; readonly place: 'other' | 'both' }
  | { readonly kind: 'value'; readonly parameter: string; readonly value: Literal }
  /** The value padded with a blank on either side. */
  | { readonly kind: 'padded'; readonly parameter: string }
  | { readonly kind: 'unknown-parameter' }
  | { readonly kind: 'repeated'; readonly parameter: string; readonly first: 'right' | 'wrong' }
  | { readonly kind: 'raw-body'; readonly body: string; readonly contentType: string | null }
  | { readonly kind: 'content-type'; readonly contentType: string | null }
  /** Without the header `Accept`. */
  | { readonly kind: 'no-accept' }
  | { readonly kind: 'large-body'; readonly bytes: number }
  /** `+`, `/` and `=` of the ciphertext are in the query as they are. */
  | { readonly kind: 'raw-ciphertext' }
  /** The ciphertext of the baseline is sent again. */
  | { readonly kind: 'replay' }
  /** The cookie that the target has set with its answer to the baseline is sent. */
  | { readonly kind: 'cookie' }
  /** A header says that the request was forwarded for another address. */
  | { readonly kind: 'forwarded' };

/** All that the suite knows of one kind of mutation. */
interface MutationKind<Own extends Mutation> {
  /** Whether it goes to the operation's path, and there with the variant's method. Default: both. */
  readonly leaves?: 'path' | 'method';
  /** What the credentials beside it are worth if all else is right. Default: not specified. */
  validity?(own: Own, variant: Variant): Validity;
  /** What it may cost if all else is right. Default: no more than the plain request. */
  risk?(own: Own, variant: Variant): Risk;
  /** Default: as the plain request. */
  write?(own: Own, written: Written): Parts;
}

type MutationKinds = {
  readonly [Kind in Mutation['kind']]: MutationKind<Extract<Mutation, { readonly kind: Kind }>>;
};

const plain = (written: Written): Parts => writeParts(written, entriesOf(written));

/** The same parameters, with other values of one of them, or several. */
const changed = (
  written: Written,
  parameter: string,
  change: (value: Literal) => readonly Literal[],
): Parts =>
  writeParts(
    written,
    entriesOf(written).flatMap(([name, value]) =>
      (name === parameter ? change(value) : [value]).map((one) => [name, one] as const),
    ),
  );

const roleOf = (
  { parameters }: Variant,
  parameter: string,
): Variant['parameters'][number]['role'] | undefined =>
  parameters.find(({ name }) => name === parameter)?.role;

/** Another value of the password or of the flag beside it may be read as a wrong password. */
const ofParameter = ({ parameter }: { readonly parameter: string }, variant: Variant): Risk =>
  roleOf(variant, parameter) === 'partner' ? 'right' : 'wrong';

const mutations: MutationKinds = {
  method: {
    leaves: 'method',
    write: ({ method }, written) =>
      // GET and similar methods have no body: HTTP gives it no meaning there (RFC 9110, 9.3).
      method === 'PUT' || method === 'PATCH'
        ? { ...plain(written), method }
        : { ...plain(written), method, body: null, contentType: null },
  },
  path: {
    leaves: 'path',
    write({ change }, written) {
      const { path, ...others } = plain(written);
      const toggled = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
      const other = path.replace(`/${written.bankCode}/`, () => `/${written.bankCode}-other/`);
      return { ...others, path: change === 'toggle-slash' ? toggled : other };
    },
  },
  place: {
    write({ place }, written) {
      const [isInBody, isInQuery] = (['query', 'json-body'] as const).map(
        (carrier) => written.variant.carrier === carrier || place === 'both',
      );
      const entries = entriesOf(written);
      return {
        ...plain(written),
        query: isInQuery ? writeQuery(entries, 'usual', written.view) : null,
        body: isInBody ? writeJson(entries, 'usual', written.view) : null,
        contentType: isInBody ? json : null,
      };
    },
  },
  value: {
    // A number as the partner's name is observed only. Any other value is no partner and no password.
    validity({ parameter, value }, variant) {
      const role = roleOf(variant, parameter);
      return role === 'flag' || (role === 'partner' && typeof value === 'number') ? 'open' : 'invalid';
    },
    // Neither a null nor another type than a number names a partner, and a null is no password.
    risk({ parameter, value }, variant) {
      const role = roleOf(variant, parameter);
      const isNone = role === 'partner' ? typeof value !== 'number' : role === 'password' && value === null;
      return isNone ? 'none' : ofParameter({ parameter }, variant);
    },
    write: ({ parameter, value }, written) => changed(written, parameter, () => [value]),
  },
  padded: {
    risk: ofParameter,
    write: ({ parameter }, written) => changed(written, parameter, (value) => [` ${wordOf(value)} `]),
  },
  repeated: {
    risk: ofParameter,
    write: ({ parameter, first }, written) =>
      changed(written, parameter, (value) => (first === 'right' ? [value, '0'] : ['0', value])),
  },
  'unknown-parameter': {
    write: (_own, written) => writeParts(written, [...entriesOf(written), ['unknownParameter', 'unknown']]),
  },
  'raw-body': {
    // Beside another body a query still carries the credentials.
    validity: (_own, { carrier }) => (carrier === 'json-body' ? 'invalid' : 'open'),
    risk: (_own, { carrier }) => (carrier === 'json-body' ? 'none' : 'right'),
    write: ({ body, contentType }, written) => ({ ...plain(written), body, contentType }),
  },
  'content-type': {
    write: ({ contentType }, written) => ({ ...plain(written), contentType }),
  },
  'no-accept': {},
  'large-body': {
    write({ bytes }, written) {
      if (written.variant.carrier === 'query')
        return { ...plain(written), body: ' '.repeat(bytes), contentType: 'text/plain' };
      const sent = { ...written, view: 'sent' } as const;
      const { length } = writeJson(entriesOf(sent), written.spelling, 'sent');
      const filler = ' '.repeat(Math.max(0, bytes - length - '"filler":"",'.length));
      return writeParts(written, [...entriesOf(written), ['filler', filler]]);
    },
  },
  'raw-ciphertext': {
    risk: () => 'wrong',
    write: (_own, written) => ({
      ...plain(written),
      query: writeQuery(entriesOf(written), 'raw', written.view),
    }),
  },
  replay: { risk: () => 'wrong' },
  cookie: {},
  forwarded: {},
};

const recordOf = ({ kind }: Mutation): MutationKind<Mutation> => mutations[kind];

/** Whether the request goes to the operation's path, with any method. */
export const isOnPath = (mutation: Mutation | undefined): boolean =>
  mutation === undefined || recordOf(mutation).leaves !== 'path';

/** Whether the request goes to the operation's path with the variant's method. */
export const isOnOperation = (mutation: Mutation | undefined): boolean =>
  mutation === undefined || recordOf(mutation).leaves === undefined;

/** What the credentials beside a mutation are worth if all else is right. */
export const validityOf = (mutation: Mutation, variant: Variant): Validity =>
  recordOf(mutation).validity?.(mutation, variant) ?? 'open';

/** What a mutation may cost if all else is right. */
export const riskOf = (mutation: Mutation, variant: Variant): Risk =>
  recordOf(mutation).risk?.(mutation, variant) ?? 'right';

/** The parts of a request with this mutation; undefined: of the plain request. */
export const writeMutated = (mutation: Mutation | undefined, written: Written): Parts =>
  (mutation === undefined ? undefined : recordOf(mutation).write?.(mutation, written)) ?? plain(written);
