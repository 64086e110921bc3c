import type { Command } from './invocation.ts';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command; each is loaded only when it is called. */
export const commands = {
  run: {
    summary: 'run the suite against a target, or against the built-in reference',
    load: async () => (await import('./run.ts')).run,
  },
  mock: {
    summary: 'serve the reference implementation as a sandbox until stopped',
    load: async () => (await import('./mock.ts')).mock,
  },
  doctor: {
    summary: 'check a target profile against the target before a run',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  init: {
    summary: 'write a commented target profile to start from',
    load: async () => (await import('./init.ts')).init,
  },
  report: {
    summary: 'render the reports again from a results file; --rejudge judges it anew',
    load: async () => (await import('./report.ts')).report,
  },
  compare: {
    summary: 'say what got worse and what got better between two runs',
    load: async () => (await import('./compare.ts')).compare,
  },
  certify: {
    summary: 'run, and sign a certificate with its evidence where a class is reached',
    load: async () => (await import('./certify.ts')).certify,
  },
  verify: {
    summary: 'check a certificate offline, its evidence judged again',
    load: async () => (await import('./verify.ts')).verify,
  },
  selftest: {
    summary: 'prove that the suite catches every defect and blames no tolerance',
    load: async () => (await import('./selftest.ts')).selftest,
  },
  requirements: {
    summary: 'list what is required, with section, cases and checks',
    load: async () => (await import('./requirements.ts')).requirements,
  },
  spec: {
    summary: 'show what the specification says; --openapi as an OpenAPI 3.1 document',
    load: async () => (await import('./spec.ts')).spec,
  },
} as const satisfies Record<string, Entry>;

/** The name of a command. */
export type CommandName = keyof typeof commands;

/** Whether a word is the name of a command. */
export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
