import { expect, it } from 'vitest';
import { both, refusal, runWith } from '../execution/small-run.test-support.ts';
import type { Answer } from '../execution/small-run.test-support.ts';
import { matrixColumn, renderMatrix } from '../comparison/matrix.ts';
import { renderConsole, renderOutcome } from '../report/console/render-console.ts';
import { renderBadge } from '../report/machine/json.ts';
import { isProfileSuspect, suspectsIn } from './outcome.ts';

const asRefused: Answer = ({ kind, variant }) =>
  kind === 'success' ? refusal(variant === 'a' ? 403 : 401) : 'documented';

it('a service that refuses the credentials as documented, and all else as it should, may be right', async () => {
  const { results } = await runWith(asRefused, both);
  expect(suspectsIn(results)).toEqual(['a', 'b']);
  expect(isProfileSuspect(results)).toBe(true);
  expect(results.verdict).toBe('nonconforming');
  const options = { width: 80, color: false };
  expect(renderOutcome(results, options)).toMatch(
    /^✗ the profile or the service is wrong: check partner, password and key in the profile · 2 failed/,
  );
  const said = renderConsole(results, options);
  expect(said).toContain('VARIANT A: THE PROFILE OR THE SERVICE IS WRONG');
  expect(said).not.toMatch(/nonconforming/i);
  expect(renderBadge(results)).toContain('"message": "profile or service"');
  // In the totals, the column's head and both variants.
  const cells = renderMatrix([matrixColumn(results, null)], 'en').match(
    /the profile or the service is wrong/g,
  );
  expect(cells).toHaveLength(4);
});

it.each<[string, Answer]>([
  [
    'with the status of the other variant',
    ({ kind, variant }) => (kind === 'success' ? refusal(variant === 'a' ? 401 : 403) : 'documented'),
  ],
  [
    'without the documented body',
    ({ kind, variant }) =>
      kind === 'success' ? { status: variant === 'a' ? 403 : 401, body: '{"error":"no"}' } : 'documented',
  ],
  [
    'as documented, and a missing parameter wrongly',
    (call, service) => (call.kind === 'missing' ? refusal(400) : asRefused(call, service)),
  ],
  ['not at all', ({ kind }) => (kind === 'missing' ? refusal(400) : 'documented')],
])('a service that refuses them %s is wrong', async (_, answer) => {
  const { results } = await runWith(answer, both);
  expect(results.verdict).toBe('nonconforming');
  expect(suspectsIn(results)).toEqual([]);
  expect(isProfileSuspect(results)).toBe(false);
});

it('one variant that refuses them does not excuse what the other does', async () => {
  const { results } = await runWith((call, service) => {
    if (call.variant === 'a') return asRefused(call, service);
    return call.kind === 'missing' ? refusal(400) : 'documented';
  }, both);
  expect(suspectsIn(results)).toEqual(['a']);
  expect(isProfileSuspect(results)).toBe(false);
});
