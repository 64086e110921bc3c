import { expect, it } from 'vitest';
import { tolerances } from '../reference/tolerances.ts';
import { besides, examine } from './judgement.test-data.ts';

/** Ways of the wire and of words: what only judged cases see. */
const judged = [
  'content-type-none',
  'headers-lower-case',
  'connection-close',
  'chunked-small',
  'early-hints',
  'gzip',
  'brotli',
  'list-empty',
  'list-duplicates',
  'bic-11',
  'record-further-members',
  'json-escaped',
  'error-further-members-first',
  'names-in-guillemets',
  'texts-of-required-names',
  'texts-with-request-id',
  'paraphrase-russian-passive',
  'paraphrase-english-contracted',
  'blocks-share-one-text',
  'first-503',
  'restart',
];

/** Choices where the specification is silent: observed cases see them. */
const observed = [
  'undecryptable-is-unauthorized',
  'replay-refused',
  'unknown-partner-before-unencrypted',
  'a-query-as-well',
  'malformed-is-missing',
  'not-found-page',
];

const chosen = tolerances.filter(({ id }) => judged.includes(id) || observed.includes(id));

it('blames no freedom that the specification leaves', async () => {
  expect(chosen).toHaveLength(judged.length + observed.length);
  const found = await besides(chosen, async ({ id }) => {
    const requirements = await examine({ tolerances: [id], observed: observed.includes(id) });
    const having = (verdict: string): readonly string[] =>
      requirements
        .filter((row) => row.verdict === verdict && row.reason !== 'not-selected')
        .map((row) => row.id);
    return { id, fail: having('fail'), review: having('review'), inconclusive: having('inconclusive') };
  });
  const expected = chosen.map(({ id, vacuous = [] }) => ({
    id,
    fail: [],
    review: [],
    inconclusive: [...vacuous],
  }));
  expect(found).toEqual(expected);
});
