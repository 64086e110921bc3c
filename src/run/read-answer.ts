import { createHash } from 'node:crypto';
import type { Request } from '../plan/plan.ts';
import { patternOf } from '../plan/test-case.ts';
import type { Exchange, HttpOutcome } from '../client/exchange.ts';
import type { Redactor } from '../client/masking.ts';
import { matchPattern } from '../base/pattern.ts';
import type { Specification } from '../operation/specification.ts';
import type { Target } from '../profile/target.ts';
import { sameFacts, textFactsOf } from '../judge/evidence.ts';
import type { BodyFacts, Evidence } from '../judge/evidence.ts';
import { inspectBeginning, inspectBody, maskFacts } from '../judge/inspect.ts';
import { createBodyReader, evidenceOf } from '../judge/read-evidence.ts';
import { say } from '../messages/message.ts';
import { settingsOf } from './settings.ts';

interface Needed {
  readonly spec: Specification;
  readonly target: Target;
  readonly redactor: Redactor;
}

const plain = { facts: null, matchesPattern: null, maskingChangedFacts: false };

/** Computes the facts of an answer: from the record if that is complete, else from the body before masking. */
export function createAnswerReader({ spec, target, redactor }: Needed) {
  const readBody = createBodyReader(spec);
  /** Facts of bodies that are recorded in part, by digest and what was looked for. */
  const large = new Map<string, BodyFacts>();
  const mask = (text: string): string => redactor.mask(text);
  return (exchange: Exchange, outcome: HttpOutcome, request: Request): Evidence => {
    const { response } = exchange;
    if (outcome.kind === 'failed' || response === null) {
      const beginning = outcome.kind === 'failed' ? outcome.beginning : null;
      const facts = beginning === null ? null : inspectBeginning(beginning, spec.body);
      const seen = facts?.showsList === true ? facts : null;
      return evidenceOf(exchange, request, readBody, { ...plain, facts: seen });
    }
    const { variant, testRequest } = request;
    const { body, undecoded } = outcome.response;
    const inspection = {
      contract: spec.body,
      parameters: variant.parameters.map(({ name }) => name),
      pattern: patternOf(testRequest, settingsOf(target, variant.id).texts, variant),
    };
    const problem = undecoded === null ? null : say(undecoded.problem, 'en');
    if (response.bodyTruncated) {
      const digest = createHash('sha256').update(body).digest('hex');
      const key = JSON.stringify([digest, problem, inspection.pattern, ...inspection.parameters]);
      // A substring would keep the whole body in memory, so facts are copied.
      const known = large.get(key) ?? structuredClone(inspectBody(body, problem, inspection));
      large.set(key, known);
      return evidenceOf(exchange, request, readBody, { ...plain, facts: maskFacts(known, mask) });
    }
    const evidence = evidenceOf(exchange, request, readBody, plain);
    const matchesPattern = outcomeOf(evidence, inspection.pattern);
    const isSame =
      Buffer.from(response.body, response.bodyEncoding ?? 'utf8').equals(body) ||
      (evidence.facts !== null &&
        sameFacts(
          evidenceOf(exchange, request, readBody, { ...plain, matchesPattern }).facts ?? evidence.facts,
          inspectBody(body, problem, inspection),
        ));
    if (isSame && matchesPattern === null) return evidence;
    return evidenceOf(exchange, request, readBody, {
      ...plain,
      matchesPattern,
      maskingChangedFacts: !isSame,
    });
  };
}

/** The result of the profile's pattern on the recorded text. */
function outcomeOf(evidence: Evidence, pattern: string | null): boolean | 'too-slow' | null {
  const text = textFactsOf(evidence);
  return text?.type !== 'string' || pattern === null ? null : matchPattern(pattern, text.text);
}
