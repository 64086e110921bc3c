import { createHash } from 'node:crypto';
import type { Target } from './target.ts';

/** Digest (SHA-256, hex) of a target profile as it was understood, without secrets and without what only this machine says of it. */
export function digestOfProfile(target: Target): string {
  const { source: _source, folder: _folder, secrets, warnings: _warnings, tls: _tls, ...said } = target;
  const hidden = new Set(secrets);
  const text = JSON.stringify(said, (_key, value: unknown) =>
    typeof value === 'string' && hidden.has(value) ? '<secret>' : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
