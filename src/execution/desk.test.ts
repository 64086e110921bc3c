import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call } from './small-service.test-support.ts';

const lacksFlag = ({ variant, kind, params }: Call): boolean =>
  variant === 'a' && kind === 'missing' && Object.keys(params).length === 2 && !('useAuthByCert' in params);

describe('doubts that wait for others, while those wait for a failed login that is charged to a doubt', () => {
  it('end', { timeout: 60_000 }, async () => {
    const limits = { timeout: 100, failedLogins: 1 };
    const ends = Array.from({ length: 4 }, () =>
      withService(
        async (call) => {
          if (lacksFlag(call)) return 'silent';
          if (call.kind !== 'unencrypted') return 'documented';
          await sleep(limits.timeout / 2);
          return 'reset';
        },
        async ({ url }) => (await runAgainst(targetAt(url, { limits }))).results,
      ),
    );
    for (const results of await Promise.all(ends))
      expect(idsOf(results, 'pass')).toContain('a.success.status');
  });
});
