import type { Request } from '../plan/plan.ts';
import type { Exchange, HttpOutcome } from '../client/exchange.ts';
import type { Redactor } from '../client/masking.ts';
import type { Specification } from '../operation/specification.ts';
import type { BodyFacts, Evidence } from '../judge/evidence.ts';
import { createInspector, inspectBeginning } from '../judge/inspect.ts';
import { createEvidenceReader } from '../judge/read-evidence.ts';
import { say } from '../messages/message.ts';

interface Needed {
  readonly spec: Specification;
  readonly redactor: Redactor;
}

const plain = { facts: null, maskingChangedFacts: false };

/** Computes the facts of an answer: from the record if that is complete, else from the body before masking. */
export function createAnswerReader({ spec, redactor }: Needed) {
  const readEvidence = createEvidenceReader(spec);
  const inspect = createInspector();
  return (exchange: Exchange, outcome: HttpOutcome, request: Request): Evidence => {
    const { response } = exchange;
    if (outcome.kind === 'failed' || response === null) {
      const beginning = outcome.kind === 'failed' ? outcome.beginning : null;
      const facts = beginning === null ? null : inspectBeginning(beginning, spec.body);
      const seen = facts?.showsList === true ? facts : null;
      return readEvidence(exchange, request, { ...plain, facts: seen });
    }
    const { variant } = request;
    const { body, undecoded } = outcome.response;
    const inspection = {
      contract: spec.body,
      parameters: variant.parameters.map(({ name }) => name),
    };
    const problem = undecoded === null ? null : say(undecoded.problem, 'en');
    if (response.bodyTruncated) {
      const facts = inspect(body, problem, inspection, (text) => redactor.mask(text));
      return readEvidence(exchange, request, { ...plain, facts });
    }
    const evidence = readEvidence(exchange, request, plain);
    const isSame =
      Buffer.from(response.body, response.bodyEncoding ?? 'utf8').equals(body) ||
      (evidence.facts !== null && sameFacts(evidence.facts, inspect(body, problem, inspection)));
    return isSame ? evidence : readEvidence(exchange, request, { ...plain, maskingChangedFacts: true });
  };
}

/** Facts that no judge uses: quotations, digests and observations. */
const unjudged: readonly string[] = ['words', 'sha256', 'extraMembers'];

/** True if two bodies are judged alike. Quoted texts, digests and further members may differ. */
export function sameFacts(left: BodyFacts, right: BodyFacts): boolean {
  const [one, other] = [left, right].map((facts) =>
    JSON.stringify(facts, (key, value: unknown) =>
      unjudged.includes(key) || (key === 'text' && typeof value === 'string') ? undefined : value,
    ),
  );
  return one === other;
}
