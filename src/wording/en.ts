/** Sentences in English by their codes. `{name}` is a particular, `{name:or}` joins a list, `{count|bank|banks}` is the form that a number asks for. */
export const english = {
  verbatim: '{text}',

  // encryption

  // http

  // target

  // case

  // execution

  // verdict

  // result
} as const satisfies Readonly<Record<string, string>>;
