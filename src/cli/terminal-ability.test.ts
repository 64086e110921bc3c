import { describe, expect, it } from 'vitest';
import { linkTo } from './hyperlink.ts';
import { abilityOf } from './terminal-ability.ts';

const tty = { isTTY: true, columns: 100 };
const pipe = { isTTY: undefined };

describe('colour', () => {
  it.each([
    [{}, tty, pipe, true, false],
    [{}, pipe, tty, false, true],
    [{ NO_COLOR: '1' }, tty, tty, false, false],
    [{ NO_COLOR: '' }, tty, tty, true, true],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, tty, tty, false, false],
    [{ FORCE_COLOR: '1' }, pipe, pipe, true, true],
    [{ FORCE_COLOR: '' }, pipe, pipe, true, true],
    [{ FORCE_COLOR: '3', TERM: 'dumb', CI: 'true' }, pipe, pipe, true, true],
    [{ FORCE_COLOR: '0' }, tty, tty, false, false],
    [{ FORCE_COLOR: 'false' }, tty, tty, false, false],
    [{ TERM: 'dumb' }, tty, tty, false, false],
    [{ CI: 'true' }, tty, tty, false, false],
    [{ CI: 'false' }, tty, tty, true, true],
  ] as const)('with %j, on %j and %j: %s, %s', (env, out, err, color, isErrorColored) => {
    expect(abilityOf(env, out, err)).toMatchObject({ color, isErrorColored });
  });
});

describe('lines are drawn anew', () => {
  it.each([
    [{}, tty, tty, true],
    [{}, pipe, tty, true],
    [{}, tty, pipe, false],
    [{ CI: 'true' }, tty, tty, false],
    [{ TERM: 'dumb' }, tty, tty, false],
    [{ NO_COLOR: '1' }, tty, tty, true],
    [{ FORCE_COLOR: '1' }, pipe, pipe, false],
  ] as const)('with %j, on %j and %j: %s', (env, out, err, isLive) => {
    expect(abilityOf(env, out, err).isLive).toBe(isLive);
  });
});

describe('the width', () => {
  it.each([
    [pipe, pipe, 80],
    [tty, tty, 100],
    [{ isTTY: true, columns: 500 }, tty, 120],
    [{ isTTY: true, columns: 10 }, tty, 40],
    [{ isTTY: true, columns: 0 }, tty, 80],
    [{ isTTY: true }, tty, 80],
    [pipe, { isTTY: true, columns: 60 }, 60],
    [pipe, { isTTY: true, columns: 200 }, 80],
  ] as const)('of %j beside %j is %i', (out, err, width) => {
    expect(abilityOf({}, out, err).width).toBe(width);
  });
});

describe('hyperlinks', () => {
  it.each([
    [{ TERM_PROGRAM: 'iTerm.app' }, tty, true],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, tty, false],
    [{ TERM: 'xterm-kitty' }, tty, true],
    [{ VTE_VERSION: '7200' }, tty, true],
    [{ VTE_VERSION: '5000' }, tty, false],
    [{ WT_SESSION: 'x' }, tty, true],
    [{}, tty, false],
    [{ TERM_PROGRAM: 'vscode' }, pipe, false],
    [{ TERM_PROGRAM: 'vscode', CI: '1' }, tty, false],
    [{ TERM_PROGRAM: 'vscode', FORCE_HYPERLINK: '0' }, tty, false],
    [{ FORCE_HYPERLINK: '1' }, pipe, true],
  ] as const)('with %j on %j: %s', (env, out, hasLinks) => {
    expect(abilityOf(env, out, pipe).hasLinks).toBe(hasLinks);
  });

  it('lead to the file, its name escaped, and only where they can be followed', () => {
    const link = linkTo('/tmp/my reports/report.html', 'report.html', { hasLinks: true });
    expect(link.replaceAll('\u001b', '^')).toMatch(
      /^\^\]8;;file:\/\/[^/]*\/tmp\/my%20reports\/report\.html\^\\report\.html\^\]8;;\^\\$/,
    );
    expect(linkTo('/tmp/report.html', 'report.html', { hasLinks: false })).toBe('report.html');
    expect(linkTo('/tmp/report.html', 'report.html', {})).toBe('report.html');
  });
});
