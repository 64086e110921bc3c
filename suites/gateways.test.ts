// The suite against a conforming service behind what stands in front of services: nobody is blamed, and no
// partner is locked. In real time.

import { inject, it } from 'vitest';
import { oddities, play } from './gateways/play.test-support.ts';
import { findProgram } from './gateways/program.test-support.ts';
import { scenariosOf } from './gateways/scenarios.test-support.ts';
import type { Scenario } from './gateways/scenarios.test-support.ts';

const isMissing = ({ gateway }: Scenario): boolean =>
  (gateway?.kind === 'nginx' || gateway?.kind === 'haproxy') && findProgram(gateway.kind) === null;

it.concurrent.for(scenariosOf(inject('extent')))(
  '$name',
  { timeout: 600_000 },
  async (scenario, { skip, expect }) => {
    if (process.env['SBP_REQUIRE_TOOLS'] !== '1') skip(isMissing(scenario), 'its program is not installed');
    expect(oddities(scenario, await play(scenario))).toEqual([]);
  },
);
