// Imported as a module it would load fetch and all that belongs to it, ten times what the rest takes.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The usual reason phrase of a status (RFC 9110, section 15); empty for an unknown one. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? '';
}
