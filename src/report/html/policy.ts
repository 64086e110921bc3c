import { createHash } from 'node:crypto';

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A policy by which nothing is loaded or run but a page's own style and script, if it has one (Content Security Policy Level 3). */
export function contentPolicy(style: string, script: string | null): string {
  return [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    ...(script === null ? [] : [`script-src ${digest(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
