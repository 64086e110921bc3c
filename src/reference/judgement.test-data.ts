import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Answer } from './behaviour.ts';
import { type Probe, probes } from './probe.test-data.ts';

/** What contradicts the specification, meaning left out, and the texts that say something new. */
export interface Findings {
  readonly failed: ReadonlySet<string>;
  /** Meaning requirements whose text is not that of the conforming answers. */
  readonly reworded: ReadonlySet<string>;
}

interface Seen {
  readonly probe: Probe;
  /** Null: no answer came. */
  readonly status: number | null;
  readonly body: unknown;
  readonly text: string | null;
  /** How often the list's name stands in the body. */
  readonly lists: number;
}

const unpackers = new Map<unknown, (body: Uint8Array) => Uint8Array>([
  ['gzip', (body) => gunzipSync(body)],
  ['deflate', (body) => inflateSync(body)],
  ['br', (body) => brotliDecompressSync(body)],
]);

function unpack({ headers, body }: Answer): Uint8Array {
  return unpackers.get(headers['Content-Encoding'])?.(body) ?? body;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? new Map<string, unknown>(Object.entries(body)).get(name)
    : undefined;
}

function see(probe: Probe, answer: Answer): Seen {
  const isLost = ['reset', 'cut', 'silent'].includes(answer.delivery.kind);
  const body = isLost ? undefined : parse(unpack(answer));
  const text = memberOf(body, 'description_status');
  const isText = typeof text === 'string' && text !== '';
  const lists = Buffer.from(unpack(answer)).toString().split('"banks"').length - 1;
  return { probe, status: isLost ? null : answer.status, body, text: isText ? text : null, lists };
}

const isRecord = (record: unknown): boolean =>
  typeof memberOf(record, 'name') === 'string' && typeof memberOf(record, 'bic') === 'string';

function judgeSuccess({ probe, status, body, lists }: Seen): readonly string[] {
  const { condition, variant } = probe;
  if (condition !== `${variant}.success` && condition?.startsWith(`${variant}.request.`) !== true) return [];
  const list = memberOf(body, 'banks');
  const isAlone = Array.isArray(list) && Object.keys(body as object).length === 1 && lists === 1;
  return [
    ...(status === 200 && !isAlone ? [`${probe.variant}.success.body`] : []),
    ...(status === 200 && Array.isArray(list) && !list.every(isRecord)
      ? [`${probe.variant}.success.record`]
      : []),
  ];
}

function judgeStatus({ probe, status }: Seen, accepted: boolean): readonly string[] {
  const { condition } = probe;
  if (condition === null || status === probe.status) return [];
  if (condition.includes('.request.')) return accepted ? [condition] : [];
  return [`${condition}.status`];
}

function judgeNames({ probe, text }: Seen, all: readonly Seen[]): readonly string[] {
  const { condition, names, variant } = probe;
  if (names.length === 0) return [];
  const isNamed = text !== null && names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  const isShared =
    names.length === 1 &&
    (condition ?? '').includes('.missing.') &&
    all.some(
      (other) =>
        other.probe !== probe &&
        other.probe.variant === variant &&
        other.probe.names.length === 1 &&
        (other.probe.condition ?? '').includes('.missing.') &&
        other.text === text,
    );
  return isNamed && !isShared ? [] : [`${condition}.names`];
}

function judgeStanding({ probe, status, body, text }: Seen): readonly string[] {
  const { variant, incoming, isIntruder } = probe;
  const isOnPath = incoming.method === 'POST' && incoming.path !== '/elsewhere' && probe.condition !== null;
  const isList = JSON.stringify(body)?.includes('"banks":[') ?? false;
  return [
    ...(isOnPath && status !== null && status >= 400 && text === null ? [`${variant}.error.body`] : []),
    ...(isOnPath && variant === 'a' && status === 401 ? ['a.status.no-401'] : []),
    ...(isIntruder && isList ? [`${variant}.authorization.enforced`] : []),
  ];
}

/** Holds answers to all probes against the specification; `usual` are the conforming ones. */
export function judge(answers: readonly Answer[], usual: readonly Answer[]): Findings {
  const seen = probes.map((probe, index) => see(probe, answers[index] as Answer));
  const accepted = (variant: string): boolean =>
    seen.some(({ probe, status }) => probe.condition === `${variant}.success` && status === 200);
  const failed = seen.flatMap((one) => [
    ...judgeSuccess(one),
    ...judgeStatus(one, accepted(one.probe.variant)),
    ...judgeNames(one, seen),
    ...judgeStanding(one),
  ]);
  const reworded = seen.filter(({ probe, text }, index) => {
    const known = see(probe, usual[index] as Answer).text;
    return probe.hasMeaning && probe.condition !== null && text !== known;
  });
  return {
    failed: new Set(failed),
    reworded: new Set(reworded.map(({ probe }) => `${probe.condition}.meaning`)),
  };
}

/** Whether two rows of answers are the same to the last byte. */
export function isSameRow(answers: readonly Answer[], usual: readonly Answer[]): boolean {
  return answers.every((answer, index) => {
    const other = usual[index] as Answer;
    const { body, ...head } = answer;
    const { body: otherBody, ...otherHead } = other;
    return Buffer.compare(body, otherBody) === 0 && JSON.stringify(head) === JSON.stringify(otherHead);
  });
}
