import { isReady, renderFinding, summarize } from '../../doctor/finding.ts';
import type { Finding } from '../../doctor/finding.ts';
import { UserError } from '../../errors.ts';
import { specification } from '../../spec/variant.ts';
import { hasTargetSettings, readEnvironment } from '../../target/environment.ts';
import { loadTarget } from '../../target/load.ts';
import { requireNoProduction } from '../../target/check.ts';
import type { Target } from '../../target/target.ts';
import { commandHelp } from '../help.ts';
import type { Invocation } from '../invocation.ts';
import { inProfile } from '../in-profile.ts';
import { readOptions } from '../option.ts';
import type { Given, OptionTable } from '../option.ts';
import { readSuite } from '../package.ts';
import { variantIds } from '../run-option.ts';
import { examineTarget } from './examine-target.ts';
import { openProbe } from './probe.ts';

const options = {
  target: { type: 'text', value: 'FILE', summary: 'target profile (YAML)' },
  'base-url': { type: 'text', value: 'URL', summary: 'base URL of the target' },
  variant: { type: 'text', choices: variantIds, repeatable: true, summary: 'only this variant' },
  timeout: { type: 'integer', least: 1, value: 'MS', summary: 'milliseconds for each step' },
  setup: { type: 'flag', summary: 'also try conditions with `setup`, which changes the target' },
  yes: { type: 'flag', summary: 'examine a base URL that the profile calls production' },
  json: { type: 'flag', summary: 'as JSON' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

const exitCodes = `Ends with 0 if a run can reach a verdict on everything, 3 if something has to
be mended or was not tried, 2 for wrong usage or a wrong profile: then nothing
was sent.
`;

/** Checks a profile against the target step by step and says what to mend; 0 if a run can reach a verdict on everything, otherwise 3. */
export async function doctor(invocation: Invocation): Promise<number> {
  const given = readOptions('doctor', invocation.args, options);
  if (given.has('help')) {
    invocation.terminal.write(`${commandHelp('doctor', options)}\n${exitCodes}`);
    return 0;
  }
  const target = await load(given, invocation);
  requireNoProduction(target, given.has('yes'));
  const { name, version } = readSuite();
  const { signal, terminal } = invocation;
  const warn = (message: string): void => terminal.writeError(`! ${message}\n`);
  const probe = await inProfile(target, () =>
    openProbe({ target, product: `${name}/${version}`, signal, onWarning: warn }),
  );
  const findings: Finding[] = [];
  const { redactor } = probe;
  const safe = (text: string): string => (redactor.find(text).length > 0 ? redactor.mask(text) : text);
  try {
    for await (const found of examineTarget(target, probe, given.has('setup'))) {
      findings.push(found);
      if (!given.has('json')) terminal.write(safe(renderFinding(found)));
    }
  } finally {
    await probe.close();
  }
  const code = isReady(findings) ? 0 : 3;
  const answer = { ready: code === 0, exitCode: code, findings };
  terminal.write(given.has('json') ? safe(`${JSON.stringify(answer, null, 2)}\n`) : summarize(findings));
  return code;
}

async function load(given: Given, { cwd, env: variables }: Invocation): Promise<Target> {
  const env = await readEnvironment(cwd, variables);
  const flags = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (!hasTargetSettings(flags, env)) {
    const hint = 'name a profile with --target FILE; `init` writes one to start from; nothing was sent';
    throw new UserError('usage', 'no-target', 'doctor: found no target, expected a profile', hint);
  }
  const variants = given.texts('variant');
  const sources = {
    profilePath: flags.target ?? null,
    flags: {
      baseUrl: flags.baseUrl,
      timeout: given.integer('timeout'),
      ...(variants.length === 0 ? {} : { variants }),
    },
    env,
    cwd,
  };
  return loadTarget(sources, specification.variants);
}
