// The forms of a ciphertext that rows ask for. It is drawn again until it has the form.

import type { Encrypted } from './row.ts';

/** Draws five thousand times at most, so that no run meets the one in a million that is left without the form. */
export async function drawCiphertext(form: Encrypted['form'], draw: () => Promise<string>): Promise<string> {
  const first = await draw();
  const has = forms[form];
  // One in two hundred ciphertexts of a usual key has no plus; for a longer one, as it comes.
  const most = first.length > 400 ? 20 : 5000;
  let found = first;
  for (let draws = 1; draws < most && !has(found); draws += 1) found = await draw();
  return form === 'undecryptable' ? scramble(found) : found;
}

const forms: Readonly<Record<Encrypted['form'], (text: string) => boolean>> = {
  usual: () => true,
  'without-plus': (text) => !text.includes('+'),
  // Other encodings than base64 have neither. How many `=` stand at its end is not chance.
  rich: (text) => !/[+/]/.test(text) || (text.includes('+') && text.includes('/')),
  undecryptable: () => true,
};

const cycles = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Text of the same encoding and length that no key decrypts: letters and digits move on by one. */
const scramble = (ciphertext: string): string =>
  ciphertext.replaceAll(/^-----.*$|[0-9A-Za-z]/gm, (found) => {
    const members = cycles.find((one) => one.includes(found));
    return members?.[(members.indexOf(found) + 1) % members.length] ?? found;
  });
