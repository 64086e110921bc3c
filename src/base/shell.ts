// How an argument is written on the command line of a POSIX shell.

export const quoteArgument = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
