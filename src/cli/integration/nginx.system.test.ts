import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nginxProgram, withNginx } from './nginx.test-support.ts';
import type { Front, NginxOptions } from './nginx.test-support.ts';
import { allHold, runSuite, summaryOf } from './suite.test-support.ts';
import { withBuiltIn } from '../built-in.ts';
import type { Ran, Settings } from './suite.test-support.ts';
import { packageFolder } from '../../suite.ts';
import { need } from './tools.test-support.ts';

beforeEach((context) => need(context, nginxProgram !== null, 'nginx'));

/** Runs the suite through nginx to the reference. */
function through(
  front: Front,
  settings: Settings,
  more: Pick<NginxOptions, 'http'> = {},
  ...args: readonly string[]
): Promise<Ran> {
  return withBuiltIn({}, ({ reference: { port }, profile }) =>
    withNginx({ upstream: port, fronts: [front], ...more }, ([own]) =>
      runSuite({ ...profile, baseUrl: `http://127.0.0.1:${own}`, ...settings }, ...args),
    ),
  );
}

const answersOf = ({ results }: Ran) =>
  results.cases.flatMap(({ exchanges }) => exchanges.flatMap(({ response }) => response ?? []));

function valuesOf(ran: Ran, name: string): ReadonlySet<string> {
  const headers = answersOf(ran).flatMap((response) => response.headers);
  return new Set(headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : [])));
}

const countOf = (ran: Ran, status: number): number =>
  answersOf(ran).filter((response) => response.status === status).length;

describe('through nginx every requirement is seen to hold', () => {
  test('over plain HTTP, the blocked source address handed on', async () => {
    const ran = await through({}, {});
    expect(summaryOf(ran)).toEqual(allHold);
    expect([...valuesOf(ran, 'server')]).toEqual([expect.stringMatching(/^nginx/)]);
  });

  test('with compressed answers', async () => {
    const location = 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;';
    const ran = await through({ location }, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(summaryOf(ran)).toEqual(allHold);
    // What a header of the profile sends is private wherever it comes back.
    expect([...valuesOf(ran, 'content-encoding')]).toEqual(['<secret>']);
    const bodies = answersOf(ran).map(({ body }) => body);
    expect(bodies.filter((body) => body.includes('\u001f'))).toEqual([]);
  });
});

test('the servers of docs/provisioning.md create an outage and a blocked address', async () => {
  const page = await readFile(join(packageFolder, 'docs', 'provisioning.md'), 'utf8');
  const [, http = ''] = /^```nginx\n(.*?)^```$/ms.exec(page) ?? [];
  const servers = [...http.matchAll(/^ {2}server \{\n.*?^ {2}\}\n/gms)].map(([text]) => text);
  const ran = await withBuiltIn({}, ({ reference: { port }, profile }) => {
    const fronts = servers.map((text) => ({ text: text.replace(':8080', `:${port}`) }));
    return withNginx({ upstream: port, fronts }, ([usual, down, other]) => {
      const conditions = {
        ...Object(profile['conditions']),
        unavailable: { baseUrl: `http://127.0.0.1:${down}` },
        'ip-blocked': { baseUrl: `http://127.0.0.1:${other}` },
      };
      return runSuite({ ...profile, baseUrl: `http://127.0.0.1:${usual}`, conditions });
    });
  });
  expect(summaryOf(ran)).toEqual(allHold);
});

describe('where nginx limits the rate', () => {
  const zone = (rate: number) => ({ http: `limit_req_zone $server_port zone=all:1m rate=${rate}r/s;` });
  const refusing = 'limit_req zone=all burst=3 nodelay; limit_req_status 429;';
  const withPause = 'error_page 429 @later;';
  const later = `location @later { add_header Retry-After 1 always; default_type application/json;
    return 429 '{"description_status":"Too many requests"}'; }`;

  test('a run that keeps to the rate is not refused at all', async () => {
    const limits = { rate: 100, failedLogins: 100 };
    // A busy machine bunches what was sent evenly.
    const location = 'limit_req zone=all burst=20 nodelay; limit_req_status 429;';
    const ran = await through({ location }, { limits }, zone(120));
    expect(summaryOf(ran)).toEqual(allHold);
    expect(countOf(ran, 429)).toBe(0);
  });

  test.each([
    ['429 with Retry-After', 429, 60, `${refusing} ${withPause}`, later],
    ['the default 503', 503, 200, 'limit_req zone=all burst=3 nodelay;', ''],
  ])('with %s, a run that knows no rate backs off', async (_name, status, rate, location, server) => {
    const settings = { limits: { failedLogins: 100 } };
    const ran = await through({ location, server }, settings, zone(rate), '--case', 'a.missing.*');
    expect(countOf(ran, status)).toBeGreaterThan(0);
    expect([ran.code, new Set(ran.results.cases.map(({ verdict }) => verdict))]).toEqual([
      0,
      new Set(['pass']),
    ]);
  });
});
