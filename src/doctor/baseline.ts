import { clip, visible } from '../report/visible.ts';
import { explain, pageWords } from '../result/causes.ts';
import type { Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { message, say } from '../wording/message.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** What matters to the answer to the plain request besides the answer itself. */
interface BaselineSettings {
  readonly baseUrl: string;
  /** The port of an http:// address speaks TLS; known only where an answer gave reason to try. */
  readonly speaksTls: boolean;
}

/** What the answer to the plain request of a variant shows: the list, or why there is none and what helps, as a run says it. */
export function inspectBaseline(variant: Variant, evidence: Evidence, settings: BaselineSettings): Finding {
  const what = `variant ${variant.id}, plain request`;
  const status = evidence.response?.status;
  if (status === 200 && pageInWords(evidence) === null) return inspectList(what, evidence);
  const { why, hint } = explain({ exchange: evidence, variant, wasAccepted: false, ...settings });
  const answered = status === undefined ? '' : `answered ${status}: `;
  return finding(
    'bad',
    visible(`${what}: ${answered}${say(why, 'en')}`),
    [say(hint, 'en')],
    saidBy(evidence),
  );
}

function inspectList(what: string, { facts }: Evidence): Finding {
  const list = facts?.kind === 'json' ? facts.list : null;
  if (list?.type !== 'array') {
    const hint = say(message('hint-other-service'), 'en');
    return finding('warning', `${what}: answered 200, no list of banks, which a run judges`, [hint]);
  }
  if (list.count > 0) return finding('good', `${what}: answered 200, ${list.count} banks`);
  const hint =
    'ask the operator of the target to provide a bank: an empty list shows nothing about bank records';
  return finding('bad', `${what}: answered 200, the list is empty`, [hint]);
}

/** Whether an answer to http:// is such as a port gives that speaks TLS. */
export function suspectsTls(evidence: Evidence): boolean {
  const { response, error } = evidence;
  if (response !== null) return response.status === 400 && pageInWords(evidence) !== null;
  return error !== null && ['reset', 'malformed', 'cut', 'timeout'].includes(error.kind);
}

/** What an answer contains in place of JSON, in words; null for JSON and for no answer. */
export function pageInWords(evidence: Evidence): string | null {
  const words = pageWords(evidence);
  return words === null ? null : visible(say(words, 'en'));
}

/** What the target says about an error, as one line; empty where it says nothing. */
export function saidBy({ facts }: Evidence): readonly string[] {
  const text = facts?.kind === 'json' ? (facts.text?.text ?? '') : '';
  return text === '' ? [] : [`it says: ${clip(visible(text), 200)}`];
}
