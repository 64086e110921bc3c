import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openOutput } from './output.ts';

function streamThat(answer: (text: string) => Error | null) {
  const arrived: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      const error = answer(chunk);
      if (error === null) arrived.push(chunk);
      done(error);
    },
  });
  return { arrived, output: openOutput(stream) };
}

const failing = (code: string): Error => Object.assign(new Error(code), { code });

describe('an output', () => {
  test('passes everything on, and has lost nothing', async () => {
    const { arrived, output } = streamThat(() => null);
    output.write('a');
    output.write('b');
    await output.flush();
    expect([arrived.join(''), output.hasLost()]).toEqual(['ab', false]);
  });

  test.each([
    ['EPIPE', false],
    ['ENOSPC', true],
    ['EIO', true],
  ])('that breaks by %s takes what comes and writes nothing more', async (code, isLoss) => {
    const { arrived, output } = streamThat((text) => (text === 'b' ? failing(code) : null));
    for (const text of ['a', 'b']) output.write(text);
    await output.flush();
    output.write('c');
    await output.flush();
    expect([arrived.join(''), output.hasLost()]).toEqual(['a', isLoss]);
  });
});
