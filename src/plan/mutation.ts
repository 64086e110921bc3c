import type { Variant } from '../operation/specification.ts';
import { entriesOf, wordOf, writeJson, writeParts, writeQuery } from './write-parts.ts';
import type { Literal, Parts, Written } from './write-parts.ts';
import type { Risk, Validity } from './risk.ts';

/** Changes that only observations make, where the specification is silent. */
export type Mutation =
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'path'; readonly change: 'toggle-slash' }
  | { readonly kind: 'value'; readonly parameter: string; readonly value: Literal }
  /** The value as a number, if that reads the same: `0042` would be another partner's. */
  | { readonly kind: 'as-number'; readonly parameter: string }
  /** The value with a blank on either side. */
  | { readonly kind: 'padded'; readonly parameter: string }
  | { readonly kind: 'repeated'; readonly parameter: string; readonly first: 'right' | 'wrong' }
  | { readonly kind: 'raw-body'; readonly body: string; readonly contentType: string | null }
  | { readonly kind: 'content-type'; readonly contentType: string | null }
  /** Without the header `Accept`. */
  | { readonly kind: 'no-accept' }
  | { readonly kind: 'large-body'; readonly bytes: number }
  /** `+`, `/` and `=` of the ciphertext are not escaped in the query. */
  | { readonly kind: 'raw-ciphertext' }
  /** Sends the ciphertext of the baseline again. */
  | { readonly kind: 'replay' }
  /** Sends the cookie that the target set in its answer to the baseline. */
  | { readonly kind: 'cookie' }
  /** Sends a header that says the request was forwarded for another address. */
  | { readonly kind: 'forwarded' };

/** What the suite knows about one kind of mutation. */
interface MutationKind<Own extends Mutation> {
  /** `path`: not sent to the operation's path. `method`: sent there with another method. Default: neither. */
  readonly leaves?: 'path' | 'method';
  /** Whether the credentials are valid if everything else is right. Default: not specified. */
  validity?(own: Own, variant: Variant): Validity;
  /** Possible cost if everything else is right. Default: that of the plain request. */
  risk?(own: Own, variant: Variant): Risk;
  /** Default: as in the plain request. */
  write?(own: Own, written: Written): Parts;
}

type MutationKinds = {
  readonly [Kind in Mutation['kind']]: MutationKind<Extract<Mutation, { readonly kind: Kind }>>;
};

const plain = (written: Written): Parts => writeParts(written, entriesOf(written));

/** The same parameters with one or several other values for one of them. */
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

const misreadable = (): Risk => 'misreadable';

const mutations: MutationKinds = {
  method: {
    leaves: 'method',
    write: ({ method }, written) =>
      // Requests with GET and similar methods have no body: HTTP gives it no meaning (RFC 9110, 9.3).
      method === 'PUT' || method === 'PATCH'
        ? { ...plain(written), method }
        : { ...plain(written), method, body: null, contentType: null },
  },
  path: {
    leaves: 'path',
    write(_own, written) {
      const { path, ...others } = plain(written);
      return { ...others, path: path.endsWith('/') ? path.slice(0, -1) : `${path}/` };
    },
  },
  value: {
    // A number as the partner's name is only observed. Any other value is no valid partner and no valid
    // password.
    validity({ parameter, value }, variant) {
      const role = roleOf(variant, parameter);
      return role === 'flag' || (role === 'partner' && typeof value === 'number') ? 'open' : 'invalid';
    },
    // Neither a null nor another type than a number names a partner, and a null is no password.
    risk({ parameter, value }, variant) {
      const role = roleOf(variant, parameter);
      const isNone = role === 'partner' ? typeof value !== 'number' : role === 'password' && value === null;
      return isNone ? 'none' : 'misreadable';
    },
    write: ({ parameter, value }, written) => changed(written, parameter, () => [value]),
  },
  'as-number': {
    risk: misreadable,
    write: ({ parameter }, written) =>
      changed(written, parameter, (value) => [
        /^[1-9]\d{0,14}$/.test(wordOf(value)) ? Number(wordOf(value)) : value,
      ]),
  },
  padded: {
    risk: misreadable,
    write: ({ parameter }, written) => changed(written, parameter, (value) => [` ${wordOf(value)} `]),
  },
  repeated: {
    risk: misreadable,
    write: ({ parameter, first }, written) =>
      changed(written, parameter, (value) => (first === 'right' ? [value, '0'] : ['0', value])),
  },
  'raw-body': {
    // The query still carries the credentials when the body changes.
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
    risk: misreadable,
    write: (_own, written) => ({
      ...plain(written),
      query: writeQuery(entriesOf(written), 'raw', written.view),
    }),
  },
  replay: { risk: misreadable },
  cookie: {},
  forwarded: {},
};

const recordOf = ({ kind }: Mutation): MutationKind<Mutation> => mutations[kind];

/** True if the request goes to the operation's path, with any method. */
export const isOnPath = (mutation: Mutation | undefined): boolean =>
  mutation === undefined || recordOf(mutation).leaves !== 'path';

/** True if the request goes to the operation's path with the variant's method. */
export const isOnOperation = (mutation: Mutation | undefined): boolean =>
  mutation === undefined || recordOf(mutation).leaves === undefined;

/** Whether the credentials of a request with this mutation are valid if everything else is right. */
export const validityOf = (mutation: Mutation, variant: Variant): Validity =>
  recordOf(mutation).validity?.(mutation, variant) ?? 'open';

export const riskOf = (mutation: Mutation, variant: Variant): Risk =>
  recordOf(mutation).risk?.(mutation, variant) ?? 'right';

/** Parts of a request with this mutation; if undefined, those of the plain request. */
export const writeMutated = (mutation: Mutation | undefined, written: Written): Parts =>
  (mutation === undefined ? undefined : recordOf(mutation).write?.(mutation, written)) ?? plain(written);
