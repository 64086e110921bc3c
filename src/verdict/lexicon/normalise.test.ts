import { describe, expect, it } from 'vitest';

import { normalise } from './normalise.ts';

const rows = [
  ['', '  '],
  ['Повторите запрос.', ' повторите запрос . '],
  ['Ещё   раз!', ' еще раз . '],
  ['Ready?! Go', ' ready ? go '],
  ['a?b=c', ' a . b c '],
  ['Параметр «a»: нет', ' параметр a , нет '],
  ["Don’t, can't, cannot", ' do not , can not , can not '],
  ['re-send un-encrypted', ' resend unencrypted '],
  ['по-прежнему', ' по прежнему '],
  ['один — два (три)', ' один , два , три , '],
  ['A.Б', ' a б '],
  ['запрос.Повторите', ' запрос . повторите '],
  ['$.partnerName', ' partnername '],
  ['v1.5 ok', ' v1 5 ok '],
  ['SERVICE_TEMPORARILY_UNAVAILABLE', ' service temporarily unavailable '],
  ['<p>one</p><b>two</b>', ' . one . two '],
  ['не&shy;доступен', ' недоступен '],
  ['не\u200Bдоступен', ' недоступен '],
  ['Ошибка №5', ' ошибка 5 '],
  ['и\u0306од', ' йод '],
  ['cepвис', ' сервис '],
  ['ａｂｃ', ' abc '],
  [String.raw`a\nb`, ' a b '],
] as const;

describe('normalise', () => {
  it.for(rows)('folds %j to %j', ([text, expected]) => expect(normalise(text)).toBe(expected));
});
