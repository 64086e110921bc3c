import type { Meaning } from '#banks/specification.ts';

/** Patterns of concepts (pattern.ts) that state one meaning. */
export interface Rule {
  readonly meaning: Meaning;
  readonly reads: keyof typeof readings;
  readonly patterns: readonly string[];
  /** Concepts in a clause of a match that spoil it: `a`; `-a`, reversed; `a/b`, `a` without `b`. */
  readonly unless: readonly string[];
  /** As `unless`, but only for the clause of the first word. */
  readonly unlessFirst?: readonly string[];
}

/**
 * How reversals count. What the reader is asked to do must not be reversed at all. A fault needs an odd number
 * ("not passed", "failed", but not "did not fail"), an expectation an even one ("encrypted only", "unencrypted
 * is not accepted"). An operator reverses its whole clause: "it is useless to repeat".
 */
export const readings = {
  asks: {
    operators: ['must', 'may', 'worth', 'forbid', 'event', 'try'],
    unless: ['past', 'question', 'others/please'],
    unlessBefore: ['if', 'agent'],
  },
  tells: {
    operators: ['may', 'worth', 'event'],
    unless: ['past', 'question', 'over', 'will'],
    unlessBefore: ['if'],
  },
  expects: {
    operators: ['must', 'may', 'worth', 'forbid', 'event', 'give', 'got'],
    unless: ['past', 'question', 'over'],
    unlessBefore: ['if'],
  },
} as const;

/** Concepts made of others, in this order. */
export const compounds: readonly (readonly [concept: string, pattern: string])[] = [
  ['repeat', 'send ..4 again'],
  ['repeat', 'again ..1 send'],
  ['repeat', 'must|may|please ..4 repeated'],
  ['repeat', 'must|may|send ..2 repetition'],
  ['repeat', 'repetition ..2 must|may|send'],
  ['retry', 'repeat'],
  ['cred', 'name ..2 name'],
  ['later', 'in ..3 time'],
];

/** An encrypted key or connection is not the parameter, and a length says nothing about its form. */
const anotherThing = ['keyOrChannel/parameter', 'otherThing', 'size'] as const;

/** The rules of all meanings (sections 4.1 and 4.2: meaning of description_status). */
export const rules: readonly Rule[] = [
  {
    meaning: 'correct-data',
    reads: 'asks',
    patterns: [
      'retry ,,6 with ..3 right|all ..3 data',
      'with ..1 right ..2 data ..4 repeat',
      'repeat ..1 right',
      'repeat ,,4 with ..4 name',
      'send ,,3 right ..1 data',
      'send ..2 data ,,2 with ..2 right ..2 data',
      'data ..1 with ..2 right ..2 data ..4 must',
      'fix ..5 data|fault ;;7 retry',
      'fix ,,2 repeat',
      'check ,,6 data ;;9 retry',
      'fill ,,5 data|fault ,,8 retry',
      'retry ,,5 fixing ..3 data|fault',
      'retry ,,4 with|after ..3 data ..3 fixed',
      'after ,,4 fixing|fixed|data ..3 data|fixed ,,5 repeat',
      'after ..2 repeat|repetition ..3 fix ..2 data',
    ],
    unless: ['crypt', '-right'],
  },
  {
    // In a text that says a parameter is missing, asking for it in any form means asking for correct data, but for a later time.
    meaning: 'correct-data',
    reads: 'asks',
    patterns: [
      '-absent|-given|-found|-name ;;12 fill|give ,,8 repeat',
      '-absent|-given|-found|-name ;;12 repeat ,,6 with ..3 data|fault|name',
      '-absent|-given|-found|-name ;;12 after ..2 fixed ,,4 repeat',
    ],
    unless: ['-right', 'time'],
    unlessFirst: ['crypt'],
  },
  {
    meaning: 'encrypted-form',
    reads: 'expects',
    patterns: [
      'must|may ~~8 crypt',
      'must ,,6 crypt',
      'must|may|forbid ~~5 cryption|encrypt',
      'parameter ..4 travels ..4 crypt',
    ],
    unless: [...anotherThing, 'absent'],
  },
  {
    meaning: 'encrypted-form',
    reads: 'expects',
    patterns: ['give ~~8 crypt', 'give ..4 cryption', 'encrypt ..4 parameter'],
    unless: [...anotherThing, 'absent', 'others/please'],
  },
  {
    // A complaint that a parameter is not encrypted says that the encrypted one is expected.
    meaning: 'encrypted-form',
    reads: 'tells',
    patterns: ['got|parameter ~~4 crypt', 'crypt ,,1 parameter', 'done|given|absent ~~4 cryption'],
    unless: [...anotherThing, 'must', 'may', 'give'],
  },
  {
    meaning: 'encrypted-form',
    reads: 'expects',
    patterns: ['-cryption ..2 parameter'],
    unless: [...anotherThing, 'must', 'may', 'worth'],
  },
  {
    meaning: 'not-authorized',
    reads: 'tells',
    patterns: ['auth ~~8 outcome', 'auth ,,2 outcome', 'auth ,,8 +closed', 'authorized', 'authorize'],
    unless: ['reward', 'notTheUser', '-given', 'absent', 'ip/user'],
  },
  {
    meaning: 'not-authorized',
    reads: 'tells',
    patterns: ['right ~~4 cred', 'cred ~~4 fits|outcome', 'user ..6 cred ..3 found'],
    unless: ['notTheUser', '-given', 'absent', 'crypt', 'cryption'],
  },
  {
    meaning: 'contact-manager',
    reads: 'asks',
    patterns: [
      'contact ,,7 manager',
      'toManager ..4 contact',
      'managerHimself|manager ;;7 contact ..1 him',
      'manager ..7 must ..3 contacted',
      'must ..3 contacted ..4 manager',
      'manager contact ..1 must',
      'manager ..6 person ..2 contact',
      'let ..5 manager ..1 know',
      'must|worth ~~2 appeal ..5 manager',
    ],
    unless: ['softwareManager', '-appeal'],
  },
  {
    // "За подробностями — к менеджеру": the verb may be missing.
    meaning: 'contact-manager',
    reads: 'asks',
    patterns: ['topic ,,5 manager'],
    unless: ['softwareManager', 'got', 'appeal'],
  },
  {
    meaning: 'try-later',
    reads: 'asks',
    patterns: [
      'retry ,,6 later',
      'later ..2 retry',
      'wait ,,7 retry',
      'give ..3 time ,,3 retry',
      'will ..3 works ..3 later',
      'back later',
    ],
    unless: [],
  },
  {
    meaning: 'try-later',
    reads: 'tells',
    patterns: [
      'temporary|now ~~5 works',
      'temporary|now ~~3 serve',
      'temporary ..3 outage',
      'underway ~~3 repair',
      'service ..3 repair',
    ],
    unless: ['reward/service', 'password/service', 'rewardOf'],
  },
  {
    meaning: 'try-later',
    reads: 'tells',
    patterns: ['temporary ~~4 stopped'],
    unless: ['reward/service', 'password/service', 'rewardOf', 'access'],
  },
];
