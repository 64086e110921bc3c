import { runConformance } from '../embedding/run-conformance.ts';
import { startReference } from '../embedding/start-reference.ts';
import { renderConsole } from '../report/console/render-console.ts';
import type { Results } from '../result/results.ts';

/** Columns of the picture. */
export const pictureColumns = 92;

/** What `run` prints of a service with every kind of verdict, in colour, its times and addresses always the same. */
export async function picturedRun(): Promise<string> {
  const reference = await startReference({
    language: 'en',
    defects: ['b-bic-null-once', 'b-unauthorized-says-nothing'],
  });
  try {
    const { conditions, ...profile } = reference.profile;
    const { unavailable: _left, ...others } = conditions ?? {};
    const results = await runConformance({
      ...profile,
      name: 'Staging',
      conditions: { ...others, unauthorized: { unknownPartner: '900900900' } },
      variants: { b: { bankCode: 'acme' } },
    });
    return renderConsole(steady(results, reference.url), { width: pictureColumns, color: true });
  } finally {
    await reference.close();
  }
}

/** The same record with an address and times that do not change from run to run. */
function steady(results: Results, url: string): Results {
  const text = JSON.stringify(results).replaceAll(url, 'https://staging.example.test/api');
  const record = JSON.parse(text, (key, value: unknown) => (key === 'durationMs' ? 12 : value)) as Results;
  const suite = { ...record.suite, version: '' };
  return { ...record, suite, startedAt: '2027-01-15T09:30:00.000Z', durationMs: 640 };
}
