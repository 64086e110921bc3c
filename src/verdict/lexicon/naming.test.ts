import { describe, expect, it } from 'vitest';

import { findNaming } from './naming.ts';

const named = [
  'partnerName',
  'Отсутствует параметр partnerName.',
  'partnerName: не указан',
  '«partnerName»',
  '„partnerName“ fehlt',
  '"partnerName" is missing',
  String.raw`\"partnerName\" is missing`,
  "'partnerName'",
  '`partnerName`',
  '(partnerName)',
  '[partnerName]',
  '<partnerName>',
  '<b>partnerName</b>',
  '$.partnerName',
  'request.partnerName',
  '/partnerName',
  'partnerName=…',
  'partnerName,partnerPassword',
  'partnerName/partnerPassword',
  'partnerName–partnerPassword',
  '&quot;partnerName&quot;',
  '&laquo;partnerName&raquo;',
  '&nbsp;partnerName&nbsp;',
  '&#34;partnerName&#34;',
  '&amp;quot;partnerName&amp;quot;',
  String.raw`Missing:\npartnerName\nuseAuthByCert`,
  String.raw`\u0022partnerName\u0022`,
  '\u200BpartnerName\u200B',
  '_partnerName_',
  '__partnerName__',
  'Отсутствует параметр _partnerName_.',
  'partnername, that is partnerName',
  'PARTNERNAME partnerName',
] as const;
const otherwise = [
  'partner_name',
  'partner_Name',
  '_partner_Name_',
  'partner-name',
  'partner name',
  'partner.name',
  'partner\u2011name',
  'PartnerName',
  'PARTNERNAME',
  'PARTNER_NAME',
  'Partner Name',
  'partnername',
  'partnеrName',
  'раrtnеrNаmе',
  'PARTNERNАME',
  'part\u200BnerName',
  'partner\u00ADName',
  'partner&shy;Name',
  'ｐａｒｔｎｅｒＮａｍｅ',
  'параметр «Partner_Name» не передан',
] as const;
const absent = [
  '',
  'partnerNameX',
  'xpartnerName',
  'partnerName1',
  '1partnerName',
  'partnerName_',
  '_partnerName',
  '__partnerName_',
  '_partnerName__',
  'x_partnerName_',
  '_partnerName_x',
  'partnerNames',
  'яpartnerName',
  'partnerNameя',
  'partner',
  'name',
  'partnerPassword',
  'name of the partner',
  'partner’s name',
  'имя партнёра',
  'имяПартнёра',
  'partner and name',
  'partner ---- name',
  'nameParner',
] as const;

describe('findNaming', () => {
  it.for(named)('takes %j for the name', (text) => expect(findNaming(text, 'partnerName')).toBe('named'));
  it.for(otherwise)('takes %j for another spelling', (text) =>
    expect(findNaming(text, 'partnerName')).toBe('other-spelling'),
  );
  it.for(absent)('does not see the name in %j', (text) =>
    expect(findNaming(text, 'partnerName')).toBe('absent'),
  );
  it('tells the parameters apart', () => {
    expect(findNaming('use_auth_by_cert', 'useAuthByCert')).toBe('other-spelling');
    expect(findNaming('useAuthByCert', 'partnerPassword')).toBe('absent');
    expect(findNaming('partner password', 'partnerName')).toBe('absent');
  });
  it('takes the characters of a name literally', () => {
    expect(findNaming('aXb', 'a.b')).toBe('absent');
    expect(findNaming('the a.b is missing', 'a.b')).toBe('named');
  });
  it('finds the exact name wherever it stands', () => {
    expect(findNaming(`${'. '.repeat(50_000)}partnerName`, 'partnerName')).toBe('named');
  });
});
