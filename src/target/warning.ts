import type { Path } from './place.ts';
import { isMapping, writePath } from './place.ts';

/** What to say before a run: passwords that stand in the profile as they are, unless its first comment says TEST ONLY. */
export function warningsAbout(text: string, profile: unknown): readonly string[] {
  const firstComment = /^(?:\s*#[^\n]*(?:\n|$))*/.exec(text)?.[0] ?? '';
  if (firstComment.includes('TEST ONLY')) return [];
  return passwordPaths(profile, []).map(
    (path) => `${writePath(path)} stands in the profile as plain text; use \${NAME}`,
  );
}

function passwordPaths(value: unknown, path: Path): readonly Path[] {
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'partnerPassword' && typeof member === 'string' && !member.includes('${')
      ? [[...path, key]]
      : passwordPaths(member, [...path, key]),
  );
}
