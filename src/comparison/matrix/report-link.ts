import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The address of a file for a page that lies in a folder (RFC 3986): relative, each part of the path escaped; both paths are absolute. */
export function relativeLink(folder: string, file: string): string {
  const path = relative(folder, file);
  // Only on another drive of Windows there is no relative way.
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return path
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
}
