import { describe, expect, it } from 'vitest';

import { contactManager } from './contact-manager.ts';
import { correctData } from './correct-data.ts';
import { beside, corpusOf } from './corpus/all.ts';
import { mixed } from './corpus/mixed.ts';
import { encryptedForm } from './encrypted-form.ts';
import { compileLexicon } from './lexicon.ts';
import type { Lexicon } from './lexicon.ts';
import { normalise } from './normalise.ts';
import { notAuthorized } from './not-authorized.ts';
import { compilePhrase } from './phrase.ts';
import { tryLater } from './try-later.ts';

const lexica: readonly Lexicon[] = [correctData, encryptedForm, notAuthorized, contactManager, tryLater];

describe.for(lexica)('the lexicon of $meaning', (lexicon) => {
  const { has, lacks } = corpusOf(lexicon.meaning);
  const unseen = (phrases: readonly string[], texts: readonly string[]): readonly string[] =>
    phrases.filter((phrase) => {
      const expression = compilePhrase(phrase, lexicon.vocabulary);
      return !texts.some((text) => normalise(text).search(expression) !== -1);
    });

  it('holds no phrase without a text that it is written for', () => {
    const texts = [...has, ...beside[lexicon.meaning], ...mixed.map(([text]) => text)];
    expect(lexicon.groups.flatMap((group) => unseen(group.phrases, texts))).toEqual([]);
  });
  it('holds no spoiler without a text that it keeps out', () => {
    expect(lexicon.groups.flatMap((group) => unseen(group.unless, lacks))).toEqual([]);
  });
});

describe('compileLexicon', () => {
  const states = compileLexicon({
    meaning: 'try-later',
    vocabulary: { rest: ['sleep|rest'] },
    groups: [
      { kind: 'request', phrases: ['please ..2 {rest}'], unless: ['cat'] },
      { kind: 'statement', phrases: ['is asleep'], unless: [] },
    ],
  });
  const rows = [
    ['please sleep', true],
    ['please do sleep', true],
    ['please do not sleep', false],
    ['not please sleep', false],
    ['if you can , please sleep', true],
    ['cat , please sleep', true],
    ['cat please sleep', false],
    ['please sleep cat', true],
    ['he is asleep', true],
    ['if he is asleep', false],
    ['if he can , he is asleep', true],
  ] as const;

  it.for(rows)('reads %j as %j', ([text, expected]) => expect(states(` ${text} `)).toBe(expected));
});
