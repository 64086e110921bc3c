import { createHash } from 'node:crypto';
import type { RecordedResponse } from '../http/exchange.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { variantById } from '../spec/look-up.ts';
import type { Specification } from '../spec/specification.ts';
import type { Results } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { BodyFacts } from '../verdict/facts.ts';
import { inspectBody } from '../verdict/inspect.ts';
import type { Inspection } from '../verdict/inspect.ts';
import { isEqual } from './canonical.ts';
import type { Certificate } from './certificate.ts';
import { fitsBeginning } from './check-cut.ts';
import { isMasked, isTextBorneOut } from './check-text.ts';
import { allExchanges } from './check-trials.ts';

/** What holding facts against bodies comes to. */
export interface FactCheck {
  readonly refusals: readonly string[];
  /** Ids of exchanges whose body is cut or masked in the record: what is said of it has to be believed in part. */
  readonly unseen: readonly string[];
}

/** Bytes of a body that a record keeps. */
const recorded = 64 * 1024;

type Stimuli = ReadonlyMap<string, { readonly variant: string; readonly stimulus: Stimulus }>;

/** Finds out anew what the recorded bodies show, wherever they are recorded as a whole. */
export function checkFacts(
  results: Results,
  derived: readonly TestCase[],
  spec: Specification,
  texts: Certificate['texts'],
): FactCheck {
  const stimuli = stimuliByExchange(results, derived);
  const checked = allExchanges(results).map((evidence) => checkOne(evidence, stimuli, spec, texts));
  return {
    refusals: checked.flatMap(({ refusals }) => refusals),
    unseen: checked.flatMap(({ unseen }) => unseen),
  };
}

function stimuliByExchange({ cases }: Results, derived: readonly TestCase[]): Stimuli {
  const known = new Map(derived.map((testCase) => [testCase.id, testCase]));
  const rows = cases.flatMap(({ id, variant, trials }) => {
    const stimuli = known.get(id)?.stimuli ?? [];
    return trials.flatMap(({ attempts }, place) => {
      const stimulus = stimuli[place % stimuli.length];
      return stimulus === undefined
        ? []
        : attempts.map((attempt) => [attempt, { variant, stimulus }] as const);
    });
  });
  return new Map(rows);
}

const fine: FactCheck = { refusals: [], unseen: [] };
const refuse = (...refusals: readonly string[]): FactCheck => ({ refusals, unseen: [] });

function checkOne(
  evidence: Evidence,
  stimuli: Stimuli,
  spec: Specification,
  texts: Certificate['texts'],
): FactCheck {
  const { id, response, error, facts } = evidence;
  if ((response === null) !== (facts === null) || (response === null) === (error === null)) {
    return refuse(`exchange ${id} holds neither an answer nor an error, or both`);
  }
  if (response === null || facts === null) return fine;
  const problem = lengthProblem(response);
  if (problem !== null) return refuse(`exchange ${id}: ${problem}`);
  const variantId = id.slice(0, id.indexOf('.'));
  if (!spec.variants.some((variant) => variant.id === variantId))
    return refuse(`exchange ${id} belongs to no variant`);
  const variant = variantById(spec, variantId);
  const own = stimuli.get(id);
  const pattern = patternOf(
    own?.stimulus,
    texts[variantId] ?? {},
    variant.parameters.find((one) => one.encrypted)?.name ?? '',
  );
  if (
    facts.kind === 'json' &&
    facts.text?.type === 'string' &&
    facts.text.matchesPattern !== null &&
    pattern === null
  ) {
    return own === undefined
      ? fine
      : refuse(`exchange ${id} was judged by a pattern that the certificate does not state`);
  }
  const inspection: Inspection = {
    contract: spec.body,
    mask: (text) => text,
    parameters: variant.parameters.map(({ name }) => name),
    pattern,
  };
  if (response.bodyTruncated) {
    return fitsBeginning(response.body, facts, inspection)
      ? { refusals: [], unseen: [id] }
      : refuse(`exchange ${id}: its body does not begin as what is said of it`);
  }
  const bytes = Buffer.from(response.body, 'utf8');
  // What could not be decompressed is not JSON, whatever its bytes look like.
  const bodyError = facts.kind === 'not-json' && isEncoded(response) ? facts.problem : null;
  const seen = inspectBody(bytes, bodyError, inspection);
  if (isWhole(bytes, response)) {
    return isEqual(seen, facts)
      ? fine
      : refuse(`exchange ${id}: what is said of its body is not what the body shows`);
  }
  return checkAltered(id, response, seen, facts, inspection);
}

function lengthProblem({ body, bodyLength, bodyTruncated, bodySha256 }: RecordedResponse): string | null {
  if (!/^[\da-f]{64}$/.test(bodySha256)) return 'the digest of its body is none';
  const isLong = bodyLength > recorded;
  if (bodyTruncated !== isLong)
    return `its body of ${bodyLength} bytes is called ${bodyTruncated ? 'cut' : 'whole'}`;
  if (isLong && Buffer.byteLength(body) < recorded - 4 && !isMasked(body) && !body.includes('\ufffd')) {
    return `less of its body is recorded than a record keeps`;
  }
  return null;
}

const isEncoded = ({ headers }: RecordedResponse): boolean =>
  headers.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value.toLowerCase() !== 'identity',
  );

const isWhole = (bytes: Buffer, { bodyLength, bodySha256 }: RecordedResponse): boolean =>
  bytes.length === bodyLength && createHash('sha256').update(bytes).digest('hex') === bodySha256;

/** Where a secret was masked, or bytes are no UTF-8, the text is not the body; what verdicts rest on still has to be in it. */
function checkAltered(
  id: string,
  response: RecordedResponse,
  seen: BodyFacts,
  facts: BodyFacts,
  inspection: Inspection,
): FactCheck {
  const isUnreadable = hasUnreadable(response) && facts.kind === 'not-json';
  if (!isMasked(response.body) && !isUnreadable) {
    return refuse(`exchange ${id}: its body is not the one of that length and digest`);
  }
  const isBorneOut = isUnreadable
    ? facts.showsList || !inspectBody(Buffer.from(response.body), 'unreadable', inspection).showsList
    : followsFrom(seen, facts, inspection);
  return isBorneOut
    ? { refusals: [], unseen: [id] }
    : refuse(`exchange ${id}: what is said of its body is not what the masked body shows`);
}

/** Whether replacement characters can stand for bytes that are no UTF-8: each for one to three of them. */
function hasUnreadable({ body, bodyLength }: RecordedResponse): boolean {
  const count = body.split('\ufffd').length - 1;
  const length = Buffer.byteLength(body);
  return count > 0 && (isMasked(body) || (bodyLength <= length && bodyLength >= length - 2 * count));
}

function followsFrom(seen: BodyFacts, facts: BodyFacts, inspection: Inspection): boolean {
  if (!isEqual(essence(seen), essence(facts))) return false;
  if (seen.kind === 'not-json' || facts.kind === 'not-json') return true;
  if (seen.text === null || facts.text === null) return seen.text === facts.text;
  return isTextBorneOut(facts.text, seen.text, (text) => {
    const body = JSON.stringify({ [inspection.contract.text]: text });
    const own = inspectBody(Buffer.from(body), null, inspection);
    return own.kind === 'json' ? own.text : null;
  });
}

function essence(facts: BodyFacts): unknown {
  if (facts.kind === 'not-json') return { kind: facts.kind, showsList: facts.showsList };
  const { type, isSuccess, isError, showsList, list } = facts;
  const records = list === null ? null : [list.type, list.count, list.problemCount];
  return { type, isSuccess, isError, showsList, list: records };
}

/** The profile's pattern as the certificate states it, its placeholder filled in. */
function patternOf(
  stimulus: Stimulus | undefined,
  texts: Readonly<Record<string, string>>,
  encrypted: string,
): string | null {
  if (stimulus === undefined) return null;
  const about = stimulus.condition === 'missing' ? stimulus.without?.[0] : encrypted;
  return texts[stimulus.condition]?.replaceAll('{parameter}', about ?? '') ?? null;
}
