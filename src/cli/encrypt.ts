import { inProfile } from '../api/run-target.ts';
import { createEncryptor } from '../encryption/registry.ts';
import { settingsOf } from '../run/settings.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { ciphertextDoubts } from '../profile/as-written.ts';
import { say } from '../messages/message.ts';
import { requireTarget } from './settings.ts';

/** Prints a new ciphertext of the profile's password. Sends nothing. */
export async function encrypt(given: Given, invocation: Invocation): Promise<number> {
  const target = await requireTarget(given, invocation);
  const [first = ''] = Object.keys(target.variants);
  const { encryption, credentials } = settingsOf(target, first);
  const ended = new AbortController();
  const signal = AbortSignal.any([invocation.signal, ended.signal]);
  try {
    const text = await inProfile(target, async () => {
      const services = { now: () => new Date(), uuid: () => crypto.randomUUID(), signal };
      const encryptor = await createEncryptor(encryption, services);
      return encryptor.encrypt(credentials.partnerPassword);
    });
    const doubts = [
      ...target.doubts,
      ...ciphertextDoubts([
        { variant: first, scheme: encryption.scheme, text, password: credentials.partnerPassword },
      ]),
    ];
    for (const { words } of doubts) invocation.terminal.writeError(`! ${say(words, 'en')}\n`);
    invocation.terminal.write(`${text}\n`);
    return 0;
  } finally {
    ended.abort();
  }
}
