import type { english } from './en.ts';

/** The same sentences in Russian. */
export const russian = {
  verbatim: '{text}',

  // encryption

  // http

  // target

  // case

  // execution

  // verdict

  // result
} as const satisfies Readonly<Record<keyof typeof english, string>>;
