import type { Meaning } from './specification.ts';

/** What a text of that meaning does, as the end of a sentence. */
export const meaningInWords = {
  'correct-data': 'asks to repeat the request with correct data',
  'encrypted-form': 'says that the parameter is expected in encrypted form',
  'not-authorized': 'says that authorization was not passed',
  'contact-manager': 'sends the partner to the assigned manager',
  'try-later': 'says that the service is temporarily unavailable or asks to repeat later',
} as const satisfies Record<Meaning, string>;
