// The formats of a report, as `--format` takes them. It loads nothing: help shows them.

export const formatNames = ['json', 'html', 'junit', 'markdown'] as const;
export type FormatName = (typeof formatNames)[number];
