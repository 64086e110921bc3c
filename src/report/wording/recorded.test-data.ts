import { plainReference, startBuiltIn, withProfileFile } from '../../cli/built-in.ts';
import type { BuiltInOptions } from '../../cli/built-in.ts';
import { openSession } from '../../cli/open-session.ts';
import { readSuite } from '../../cli/package.ts';
import { deriveCases } from '../../case/derive.ts';
import { recordRun } from '../../execution/record-run.ts';
import type { Results } from '../../result/results.ts';
import { specification } from '../../spec/variant.ts';
import { loadTarget } from '../../target/load-target.ts';

/** What is changed: defects and tolerances of the reference, texts of its profile. */
export interface Change {
  readonly defects?: readonly string[];
  readonly tolerances?: readonly string[];
  readonly tls?: boolean;
  readonly profile?: (text: string) => string;
  /** Only cases whose id has this in it. */
  readonly cases?: string;
}

/** One whole run, observations and all, against a changed reference over loopback. */
export async function recordedRun(change: Change): Promise<Results> {
  const { defects = [], tolerances = [], tls = false, cases = '' } = change;
  const options: BuiltInOptions = { ...plainReference, defects, tolerances, tls };
  const { reference, profile } = await startBuiltIn(options);
  try {
    const text = change.profile?.(profile) ?? profile;
    const target = await withProfileFile(text, (profilePath) =>
      loadTarget(
        { profilePath, flags: { timeout: 600, retries: 1 }, env: {}, cwd: '/' },
        specification.variants,
      ),
    );
    const { signal } = new AbortController();
    const session = await openSession(target, { signal, onEvent: () => undefined });
    try {
      const derived = deriveCases(specification, target, true).filter(({ id }) => id.includes(cases));
      return await recordRun(session, derived, {
        spec: specification,
        suite: readSuite(),
        target,
        signal,
        derived,
      });
    } finally {
      await session.close();
    }
  } finally {
    await reference.close();
  }
}

/** Observations whose value is what the target sent. */
const holdsData = /\.(?:content-type|members|compression|http-version)$/;

/** Every text of a record that reports say in the language of the reader. */
export function textsOf(results: Results): ReadonlySet<string> {
  const { cases, controls, requirements, observations, advisories, rootCauses } = results;
  const exchanges = [...controls, ...cases.flatMap((one) => one.exchanges)];
  return new Set([
    ...requirements.map(({ statement }) => statement),
    ...cases.flatMap(({ title, note, checks }) => [
      title,
      note,
      ...checks.flatMap(({ message, expected, actual }) => [message, expected, actual]),
    ]),
    ...exchanges.flatMap(({ label, error }) => [label, ...(error === null ? [] : [error.message])]),
    ...observations.flatMap(({ id, question, value }) =>
      holdsData.test(id) ? [question] : [question, value],
    ),
    ...advisories.map(({ message }) => message),
    ...rootCauses.flatMap(({ message, hint }) => [message, hint]),
  ]);
}

const left = [
  // Quoted texts of the target, names in backticks or quotation marks, URLs, addresses.
  /“.*”/gs,
  /`[^`]*`/g,
  /"[^"]*"/g,
  /https?:\S+/g,
  /\b(?:unknown-parameter|raw-ciphertext|replay)\b/g,
  // Ids of requirements, cases, settings and labels of observed requests.
  /\b[\w-]+(?:\.[\w-]+)+\b/g,
  /\b(?:partnerName|partnerPassword|useAuthByCert|baseUrl|bankCode|localAddress)\b/g,
  /\b(?:partner-blocked|ip-blocked|reward-unavailable|unavailable|unauthorized|unencrypted|missing|success)\b/g,
  // Names of the formats and protocols, of JSON's types and of members of a record.
  /\b(?:JSON|HTTPS?|UTF-8|TLS|GET|PUT|POST|DELETE|HEAD|OPTIONS|CONNECT|KiB|MiB|IP|API|URI|Cache-Control|base64|hex)\b/g,
  /\b(?:object|array|string|number|boolean|null|int|name|bic|gzip|deflate|br|zstd)\b/g,
  /\b(?:text|application)\/[\w.+-]+/g,
  // Settings of the profile, and programs.
  /\b(?:scheme: \w+|cms|jwe|node|openssl.*)/g,
  /\b(?:encryption|scheme|hash|encoding|key|setup|teardown|headers|proxy|https?|http2: true)\b/g,
  // Codes of the platform.
  /\b[A-Z_]*[A-Z]{4,}\w*\b/g,
  /\\u/g,
];

/** English words that stand in a translated text outside of what has to stay as it is. */
export function englishIn(text: string): readonly string[] {
  const rest = left.reduce((found, pattern) => found.replace(pattern, ' '), text);
  return rest.match(/(?<![\p{L}\p{N}])[A-Za-z][a-z]+(?![\p{L}\p{N}])/gu) ?? [];
}
