import type { Exchange } from '../client/exchange.ts';
import { say } from '../messages/message.ts';
import type { Specification } from '../operation/specification.ts';
import type { Request } from '../plan/plan.ts';
import type { BodyFacts, Evidence } from './evidence.ts';
import { inspectBody } from './inspect.ts';

/** What only the run could see of a body. */
interface Stated {
  /** Facts about a body of which the record contains only the beginning, or nothing. */
  readonly facts: BodyFacts | null;
  readonly maskingChangedFacts: boolean;
}

/** Computes facts of recorded bodies, each only once: a service repeats the same few. */
function createBodyReader({ body: contract }: Specification) {
  const known = new Map<string, Map<string, BodyFacts>>();
  return (response: NonNullable<Exchange['response']>, { parameters }: Request['variant']): BodyFacts => {
    const { body, bodyEncoding = 'utf8', bodyProblem } = response;
    // A body that could not be decompressed is not JSON, whatever its bytes look like.
    const isReadable = bodyProblem === undefined || bodyProblem.code === 'body-not-utf8';
    const error = isReadable ? null : say(bodyProblem, 'en');
    const names = parameters.map(({ name }) => name);
    const key = [bodyEncoding, error, ...names].join('\n');
    const alike = known.get(key) ?? new Map<string, BodyFacts>();
    const facts =
      alike.get(body) ?? inspectBody(Buffer.from(body, bodyEncoding), error, { contract, parameters: names });
    known.set(key, alike.set(body, facts));
    return facts;
  };
}

/** Makes what adds to an exchange all that follows from it: its request, and the facts of its recorded body. */
export function createEvidenceReader(spec: Specification) {
  const readBody = createBodyReader(spec);
  return (
    { id, ...exchange }: Exchange,
    { id: planned, variant, testRequest: { words } }: Pick<Request, 'id' | 'variant' | 'testRequest'>,
    stated: Stated,
  ): Evidence => {
    const { response } = exchange;
    const evidence = { id, variant: variant.id, planned, ...exchange, label: say(words, 'en'), words };
    const masking = stated.maskingChangedFacts ? { maskingChangedFacts: true as const } : {};
    if (stated.facts !== null) return { ...evidence, facts: stated.facts, stated: true, ...masking };
    if (response === null) return { ...evidence, facts: null };
    return { ...evidence, facts: readBody(response, variant), ...masking };
  };
}
