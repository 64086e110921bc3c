import { escapeAll } from '../execution/spelling.ts';
import type { Stimulus } from '../case/test-case.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import type { Variant } from '../spec/specification.ts';

/** The parameters of a recorded request by name; none where it does not carry them as its variant does. */
export function readParameters(
  { url, body }: RecordedRequest,
  { carrier }: Variant,
): ReadonlyMap<string, string> {
  switch (carrier) {
    case 'json-body':
      return readJson(body ?? '');
    case 'query':
      return readQuery(url);
  }
}

function readJson(body: string): ReadonlyMap<string, string> {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return new Map();
    return new Map(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    return new Map();
  }
}

function readQuery(url: string): ReadonlyMap<string, string> {
  const at = url.indexOf('?');
  const pairs = at < 0 ? [] : url.slice(at + 1).split('&');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What stands for the password while a request is built. */
interface Seal {
  readonly sealed: string;
  /** What the record shows in its place. */
  readonly placeholder: string;
}

const seal = 'zqsealedzq';

/** What a record shows in the place of the password that a request sends. */
export function placeholderOf({ password = 'encrypted' }: Stimulus): Seal {
  switch (password) {
    case 'encrypted':
    case 'wrong':
    case 'undecryptable':
      return { sealed: seal, placeholder: '<ciphertext>' };
    case 'plain':
    case 'base64':
    case 'hex':
      return { sealed: seal, placeholder: '<password>' };
    case 'empty':
      return { sealed: '', placeholder: '' };
  }
}

const bytes = [...Buffer.from(seal)].map((byte) => byte.toString(16));

/** Every way in which a spelling may write the seal. */
const spelled: readonly string[] = [
  seal,
  bytes.map((byte) => `%${byte.toUpperCase()}`).join(''),
  bytes.map((byte) => `%${byte}`).join(''),
  escapeAll(seal),
];

/** A built request as the record would show it. */
export function unsealed(text: string, stimulus: Stimulus): string {
  const { placeholder } = placeholderOf(stimulus);
  return spelled.reduce((shown, form) => shown.replaceAll(form, () => placeholder), text);
}
