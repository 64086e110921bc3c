import { describe, expect, test } from 'vitest';
import { findTool, need } from './tools.test-support.ts';

class Skipped extends Error {}

const context = {
  skip(note?: string | boolean): never {
    throw new Skipped(String(note));
  },
};

describe('a part that a test needs', () => {
  test('lets it run where it is there', () => {
    expect(() => need(context, true, 'nginx', { SBP_REQUIRE_TOOLS: '1' })).not.toThrow();
  });

  test('skips it with the reason where it is missing', () => {
    expect(() => need(context, false, 'nginx', {})).toThrow(Skipped);
    expect(() => need(context, false, 'nginx', {})).toThrow('nginx is missing on this machine');
  });

  test('fails it where every part is required', () => {
    const required = () => need(context, false, 'nginx', { SBP_REQUIRE_TOOLS: '1' });
    expect(required).toThrow('nginx is missing, which this test needs');
    expect(required).not.toThrow(Skipped);
  });

  test('is found by its name alone', () => {
    expect(findTool('sh')).toMatch(/\/sh$/);
    expect(findTool('no-such-program-anywhere')).toBeNull();
  });
});
