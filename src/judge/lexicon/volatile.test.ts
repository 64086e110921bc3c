import { describe, expect, it } from 'vitest';

import { alike, different } from './volatile.test-data.ts';
import { maskVolatile } from './volatile.ts';

describe('maskVolatile', () => {
  it.for(alike)('makes %j equal to %j', ([one, other]) =>
    expect(maskVolatile(one)).toBe(maskVolatile(other)),
  );
  it.for(different)('keeps %j apart from %j', ([one, other]) =>
    expect(maskVolatile(one)).not.toBe(maskVolatile(other)),
  );
  it('leaves the names of parameters and ordinary words as they are', () => {
    const text = 'Отсутствует параметр partnerPassword, useAuthByCert или partnerName';
    expect(maskVolatile(text)).toBe(text);
  });
  it('compares the text beyond the limit as it is', () => {
    const long = 'слово '.repeat(20_000);
    expect(maskVolatile(`${long}1`)).not.toBe(maskVolatile(`${long}2`));
    expect(maskVolatile(`${long}partnerName`)).not.toBe(maskVolatile(`${long}partnerPassword`));
  });
});
