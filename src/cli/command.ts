import { commandTexts } from './command-text.ts';
import type { CommandText } from './command-text.ts';
import type { Command } from './invocation.ts';

interface Entry extends CommandText {
  readonly load: () => Promise<Command>;
}

/** Every command; each is loaded only when it is called. */
export const commands = {
  run: {
    ...commandTexts.run,
    load: async () => (await import('./run.ts')).run,
  },
  mock: {
    ...commandTexts.mock,
    load: async () => (await import('./mock.ts')).mock,
  },
  doctor: {
    ...commandTexts.doctor,
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  init: {
    ...commandTexts.init,
    load: async () => (await import('./init.ts')).init,
  },
  report: {
    ...commandTexts.report,
    load: async () => (await import('./report.ts')).report,
  },
  compare: {
    ...commandTexts.compare,
    load: async () => (await import('./compare.ts')).compare,
  },
  matrix: {
    ...commandTexts.matrix,
    load: async () => (await import('./matrix.ts')).matrix,
  },
  certify: {
    ...commandTexts.certify,
    load: async () => (await import('./certify.ts')).certify,
  },
  verify: {
    ...commandTexts.verify,
    load: async () => (await import('./verify.ts')).verify,
  },
  selftest: {
    ...commandTexts.selftest,
    load: async () => (await import('./selftest.ts')).selftest,
  },
  requirements: {
    ...commandTexts.requirements,
    load: async () => (await import('./requirements.ts')).requirements,
  },
  spec: {
    ...commandTexts.spec,
    load: async () => (await import('./spec.ts')).spec,
  },
} as const satisfies Record<keyof typeof commandTexts, Entry>;

/** The name of a command. */
export type CommandName = keyof typeof commands;

/** Whether a word is the name of a command. */
export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
