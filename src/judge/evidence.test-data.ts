import type { Header, TransportError } from '../client/exchange.ts';
import { baseline } from '../plan/test-case.ts';
import { message, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { specification, variantById } from '../operation/specification.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import type { Control, Evidence, Trial } from './evidence.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { inspectBody } from './inspect.ts';
import type { Inspection } from './inspect.ts';
import type { JudgeContext } from './check.ts';

export const variantA = variantById(specification, 'a');
export const variantB = variantById(specification, 'b');
export const parameters = variantA.parameters.map(({ name }) => name);

/** What differs from an exchange that says nothing special. */
export interface Sent {
  readonly id?: string;
  /** Id of the request within its variant. */
  readonly request?: string;
  /** Milliseconds since the run began. */
  readonly at?: number;
  readonly url?: string;
  /** Of the answer. */
  readonly headers?: readonly Header[];
}

export const inspection: Inspection = {
  contract: specification.body,
  parameters,
};

export const contextOf = (variant: Variant): JudgeContext => ({
  variant,
  list: specification.body.list,
  text: specification.body.text,
});

const bytesOf = (body: unknown): Uint8Array =>
  body instanceof Uint8Array
    ? body
    : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));

/** The words of a request. */
const wordsOf = (request: string): Message =>
  request === baseline.id ? message('request-baseline') : verbatim(request);

const usualUrl = 'http://127.0.0.1/partner/sbp/banks';

const common = ({ id = 'x', request = 'request', at = 0, url = usualUrl }: Sent) => ({
  id,
  variant: id.startsWith('b.') ? 'b' : 'a',
  planned: `${id.startsWith('b.') ? 'b' : 'a'}.${request}`,
  label: say(wordsOf(request), 'en'),
  words: wordsOf(request),
  request: { method: 'POST', url, headers: [], body: null },
  startedAt: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
  durationMs: 1,
  curl: 'curl',
});

/** An answer; a body that is neither text nor bytes is written as JSON. */
export function answered(status: number, body: unknown, sent: Sent = {}): Evidence {
  const bytes = bytesOf(body);
  return {
    ...common(sent),
    response: {
      status,
      headers: sent.headers ?? [],
      httpVersion: '1.1',
      body: new TextDecoder().decode(bytes),
      bodyLength: bytes.length,
      bodySha256: '',
      bodyTruncated: false,
    },
    error: null,
    facts: inspectBody(bytes, null, inspection),
  };
}

/** An error body with that text. */
export const refused = (status: number, text: string, sent: Sent = {}): Evidence =>
  answered(status, { description_status: text }, sent);

/** No answer at all. */
export function silent(error: Partial<TransportError> = {}, sent: Sent = {}): Evidence {
  const usual = { kind: 'reset', stage: 'exchange', code: 'ECONNRESET', message: 'reset' } as const;
  const words = verbatim(error.message ?? usual.message);
  return { ...common(sent), response: null, error: { ...usual, words, ...error }, facts: null };
}

export const good = (at: number): Control => ({ evidence: answered(200, list, { id: 'c', at }), good: true });
export const bad = (at: number): Control => ({ evidence: silent({}, { id: 'c', at }), good: false });

/** An answer that stays the same when it is asked for again, beside good controls. */
export const persistent = (evidence: Evidence): Pick<Trial, 'attempts' | 'controls'> => ({
  attempts: [evidence, evidence],
  controls: [good(0), good(0)],
});

export const list = { banks: [{ name: 'Bank', bic: '044525225' }] };

const testRequest: Omit<TestRequest, 'words'> = {
  id: 'request',
  condition: 'missing',
  status: 422,
  credentials: 'valid',
  onOperation: true,
  onPath: true,
  risk: 'none',
};

export type TrialParts = Partial<Omit<Trial, 'testRequest'>> & {
  readonly testRequest?: Partial<TestRequest>;
};

/** A trial of a request without `useAuthByCert`, as far as nothing else is said. */
export const trialOf = (parts: TrialParts): Trial => {
  const expected = { ...testRequest, ...parts.testRequest };
  return {
    request: `a.${expected.id}`,
    attempts: [],
    controls: [],
    outage: false,
    unserved: false,
    route: null,
    earlierLogin: null,
    halted: null,
    ...parts,
    testRequest: { words: wordsOf(expected.id), ...expected },
  };
};

/** One request of a condition with its one answer. */
export const trialFor = (
  variant: Variant,
  condition: ConditionName,
  evidence: Evidence,
  parts: TrialParts = {},
): Trial =>
  trialOf({
    attempts: [evidence],
    ...parts,
    testRequest: {
      id: evidence.planned.slice(2),
      condition,
      status: variant.conditions.find(({ name }) => name === condition)?.status ?? null,
      ...parts.testRequest,
    },
  });

/** The plain success request with its answer, a list of one bank if nothing else is said. */
export const baselineTrial = (
  evidence: Evidence = answered(200, list, { id: 'baseline', request: baseline.id }),
  parts: TrialParts = {},
): Trial =>
  trialFor(variantA, 'success', evidence, {
    ...parts,
    testRequest: { id: baseline.id, ...parts.testRequest },
  });
