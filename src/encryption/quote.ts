const WINDOW = 8;
const LONGEST = 200;
const LONG_RUN = /[A-Za-z0-9+/_=%-]{40,}/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    percent,
    encodeURIComponent(percent),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ].map((form) => form.toLowerCase());
}

function piecesOf(form: string): readonly string[] {
  const count = Math.max(form.length - WINDOW + 1, 1);
  return Array.from({ length: count }, (_, start) => form.slice(start, start + WINDOW));
}

function mentions(line: string, secret: string): boolean {
  const text = line.toLowerCase();
  return (
    secret !== '' && formsOf(secret).some((form) => piecesOf(form).some((piece) => text.includes(piece)))
  );
}

/**
 * Prepares the first line of a foreign text for a message: control characters and long runs of letters (a ciphertext may be one)
 * are left out. Null where the line is empty or mentions eight characters of a secret in any usual writing.
 */
export function quoteFirstLine(text: string, secrets: readonly string[]): string | null {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (secrets.some((secret) => mentions(line, secret))) return null;
  const quoted = line.replace(/\p{C}/gu, ' ').replace(LONG_RUN, '…').trim().slice(0, LONGEST);
  return quoted === '' ? null : quoted;
}
