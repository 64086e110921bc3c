import { expect, test } from 'vitest';
import { say } from '../messages/message.ts';
import { ciphertextDoubts } from './as-written.ts';
import { readEnvironment } from '../base/environment.ts';
import { openTargetFolder } from './target.test-support.ts';

const { folder, put, load } = openTargetFolder();

/** What a row changes of a profile that gives no reason for doubt. */
interface Row {
  /** The scalar of credentials.partnerPassword as written; default: `${WORD}`. */
  readonly word?: string;
  readonly name?: string;
  readonly flag?: string;
  /** More lines at the top. */
  readonly more?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly dotenv?: string | Uint8Array;
  readonly file?: string | Uint8Array;
}

const profileOf = ({ word = '${WORD}', name = '1042', flag = 'true', more = '' }: Row): string => `# TEST ONLY
baseUrl: http://127.0.0.1:1
variants: { a: {} }
${more}
encryption: { scheme: command, command: [encrypt] }
credentials:
  partnerName: ${name}
  useAuthByCert: ${flag}
  partnerPassword: ${word}
`;

const warningsOf = async (row: Row): Promise<readonly string[]> => {
  put('.env', row.dotenv ?? '');
  put('secret', row.file ?? 'secret');
  const env = await readEnvironment(folder, {
    ...(row.dotenv === undefined ? { WORD: 'Pa55 word' } : {}),
    ...row.env,
  });
  const { warnings, doubts } = await load(profileOf(row), env);
  expect(warnings).toEqual(doubts.map(({ words }) => words));
  expect(doubts.map(({ words }) => say(words, 'ru')).filter((line) => !/[а-я]/.test(line))).toEqual([]);
  return warnings.map((one) => say(one, 'en'));
};

const password = 'credentials.partnerPassword: the value';
const correct = (name = 'WORD'): string => `if that is not meant, correct ${name} where it is set (in UTF-8)`;
const again = 'if that is not meant, write it again in the profile, or keep it in a variable';
const inFile = 'if that is not meant, correct the file secret (in UTF-8)';
const inQuotes = 'if it belongs to the value, put the value in single quotes';
const noEscape =
  'if the backslash is meant as it is, take single quotes: double quotes read what follows it as an escape';
const typographic = 'a quotation mark, dash or other sign of word processors';
const utf8As = (encoding: string): string => new TextDecoder(encoding).decode(Buffer.from('пароль', 'utf8'));

test.each<[string, Row, ...string[]]>([
  // The environment.
  ['CR of a sourced .env', { env: { WORD: 'word\r' } }, `${password} ends in a line break; ${correct()}`],
  ['blank of `set A=b &`', { env: { WORD: 'word ' } }, `${password} ends in a blank; ${correct()}`],
  [
    'quotes of docker --env-file',
    { env: { WORD: '"word"' } },
    `${password} stands in quotation marks, which are a part of it; ${correct()}`,
  ],
  [
    'echo | base64 of Kubernetes',
    { env: { WORD: 'word\n' } },
    `${password} ends in a line break; ${correct()}`,
  ],
  [
    'zero-width space',
    { env: { WORD: 'wo\u200brd' } },
    `${password} holds an invisible character (U+200B); ${correct()}`,
  ],
  [
    'word joiner, BOM and soft hyphen',
    { env: { WORD: '\ufeffwo\u2060r\u00add' } },
    `${password} begins with an invisible character (U+FEFF) and holds an invisible character (U+2060, U+00AD); ${correct()}`,
  ],
  [
    'direction mark at the end',
    { env: { WORD: 'word\u200e\n' } },
    `${password} ends in a line break and an invisible character (U+200E); ${correct()}`,
  ],
  [
    'no-break space',
    { env: { WORD: 'wo\u00a0rd' } },
    `${password} holds an unusual blank (U+00A0); ${correct()}`,
  ],
  [
    'bytes in KOI8-R',
    { env: { WORD: 'wo\ufffd\ufffdrd' } },
    `${password} holds U+FFFD, which stands for bytes that are not UTF-8; ${correct()}`,
  ],
  [
    'only bytes in KOI8-R',
    { env: { WORD: '\ufffd\ufffd' } },
    `${password} holds U+FFFD, which stands for bytes that are not UTF-8; ${correct()}`,
  ],
  [
    'UTF-8 read as windows-1251',
    { env: { WORD: utf8As('windows-1251') } },
    `${password} looks like UTF-8 that was read as windows-1251; ${correct()}`,
  ],
  [
    'UTF-8 read as windows-1252',
    { env: { WORD: Buffer.from('é§ñ').toString('latin1') } },
    `${password} looks like UTF-8 that was read as windows-1252; ${correct()}`,
  ],
  [
    'colour of a terminal',
    { env: { WORD: '\u001b[1mword' } },
    `${password} begins with a control character (U+001B); ${correct()}`,
  ],
  [
    'curly quotes and a long dash',
    { env: { WORD: 'wo’r–d' } },
    `${password} holds ${typographic} (U+2019, U+2013); ${correct()}`,
  ],
  [
    'in curly quotes',
    { env: { WORD: '“word”' } },
    `${password} holds ${typographic} (U+201C, U+201D) and stands in quotation marks, which are a part of it; ${correct()}`,
  ],
  [
    'accents of macOS',
    { env: { WORD: 'пароли\u0306' } },
    `${password} has letters whose accents are characters of their own, as macOS writes them; ${correct()}`,
  ],
  [
    'Cyrillic о in a Latin word',
    { env: { WORD: 'wоrd' } },
    `${password} has Cyrillic letters among Latin ones that look the same; ${correct()}`,
  ],
  [
    'a variable of CI that is not set',
    { env: { WORD: '$BANK_PASSWORD' } },
    `${password} looks like a variable or a placeholder that nothing has replaced; ${correct()}`,
  ],
  [
    'a template that was not filled in',
    { env: { WORD: '{{ .Password }}' } },
    `${password} looks like a variable or a placeholder that nothing has replaced; ${correct()}`,
  ],
  // Files.
  [
    'two line breaks',
    { word: '"${file:secret}"', file: 'word\n\n' },
    `${password} ends in a line break; ${inFile}`,
  ],
  [
    'CR LF twice',
    { word: '"${file:secret}"', file: 'word\r\n\r\n' },
    `${password} ends in a line break; ${inFile}`,
  ],
  [
    'UTF-16 without a mark',
    { word: '"${file:secret}"', file: Buffer.from('word', 'utf16le') },
    `${password} ends in a control character (U+0000) and holds a control character (U+0000); ${inFile}`,
  ],
  ['a tab behind it', { word: '"${file:secret}"', file: 'word\t' }, `${password} ends in a tab; ${inFile}`],
  [
    'a comment below it',
    { word: '"${file:secret}"', file: 'word\n# of staging' },
    `${password} holds a line break; ${inFile}`,
  ],
  // YAML.
  [
    'a block',
    { word: '|\n    word' },
    `${password} ends in a line break; write \`|-\` in place of \`|\`, or \`>-\` in place of \`>\`: they leave out the last line break`,
  ],
  [
    'a folded block',
    { word: '>-\n    one\n    two' },
    `${password} stands on several lines, which YAML reads as one with blanks between them; if that is not meant, write it on one line, in quotes`,
  ],
  [
    'a value that goes on',
    { word: 'one\n    two' },
    `${password} stands on several lines, which YAML reads as one with blanks between them; if that is not meant, write it on one line, in quotes`,
  ],
  [
    'quotes over two lines',
    { word: '"one\n    two"' },
    `${password} stands on several lines, which YAML reads as one with blanks between them; if that is not meant, write it on one line, in quotes`,
  ],
  [
    'a # behind a blank',
    { word: 'one #two' },
    `${password} ends in front of a #, behind which YAML reads a comment; ${inQuotes}`,
  ],
  ['an escape', { word: '"one\\two"' }, `${password} holds a tab; ${noEscape}`],
  [
    'a written escape',
    { word: '"one\\u200b"' },
    `${password} ends in an invisible character (U+200B); ${noEscape}`,
  ],
  [
    'a pasted character',
    { word: '"one\u200b"' },
    `${password} ends in an invisible character (U+200B); ${again}`,
  ],
  [
    'an anchor',
    { word: '&one two' },
    'credentials.partnerPassword: the & in front of the value is not a part of it: YAML reads a name behind it, or drops it; ' +
      inQuotes,
  ],
  [
    'an empty tag',
    { word: '! one' },
    'credentials.partnerPassword: the ! in front of the value is not a part of it: YAML reads a name behind it, or drops it; ' +
      inQuotes,
  ],
  [
    'a shell’s variable',
    { word: '$WORD' },
    `${password} looks like a variable or a placeholder that nothing has replaced; ${again}`,
  ],
  [
    'a Windows variable',
    { word: '"%WORD%"' },
    `${password} looks like a variable or a placeholder that nothing has replaced; ${again}`,
  ],
  [
    'a placeholder',
    { word: '<password>' },
    `${password} looks like a variable or a placeholder that nothing has replaced; ${again}`,
  ],
  // Names and other texts that are sent.
  [
    'a name',
    { name: '"1042\u200b"' },
    `credentials.partnerName: the value ends in an invisible character (U+200B); ${again}`,
  ],
  [
    'a name that is cut',
    { name: 'shop #12' },
    `credentials.partnerName: the value ends in front of a #, behind which YAML reads a comment; ${inQuotes}`,
  ],
  ['a flag', { flag: '"true "' }, `credentials.useAuthByCert: the value ends in a blank; ${again}`],
  [
    'a header',
    { more: 'headers: { X-Key: "key\u00a0" }' },
    `headers.X-Key: the value ends in an unusual blank (U+00A0); ${again}`,
  ],
  [
    'a template',
    { more: 'conditions: {}', word: "'${WORD}'", env: { WORD: 'word\n' } },
    `${password} ends in a line break; ${correct()}`,
  ],
  [
    'an address',
    { more: 'conditions: { ip-blocked: { baseUrl: "http://127.0.0.1:2/a\u200b" } }' },
    `conditions.ip-blocked.baseUrl: the value ends in an invisible character (U+200B); ${again}`,
  ],
  [
    'one value in several places',
    {
      more: 'conditions: { unauthorized: { credentials: { partnerName: other, rightPassword: "${WORD}" } } }',
      env: { WORD: 'word\n' },
    },
    `conditions.unauthorized.credentials.rightPassword, ${password} ends in a line break; ${correct()}`,
  ],
  [
    'part of a value',
    { word: "'${WORD}${OTHER}'", env: { WORD: 'word\n', OTHER: 'x' } },
    `${password} holds a line break; ${again}`,
  ],
  // .env
  [
    'a # in .env',
    { dotenv: 'WORD=one#two' },
    ".env: WORD: the value ends in front of a #, behind which a comment is read; if that belongs to it, write WORD='…', or WORD=`…` if it contains a '",
  ],
  [
    'a # behind a blank in .env',
    { dotenv: 'WORD=one #two' },
    ".env: WORD: the value ends in front of a #, behind which a comment is read; if that belongs to it, write WORD='…', or WORD=`…` if it contains a '",
  ],
  [
    'an escape in .env',
    { dotenv: String.raw`WORD="one\new"` },
    `.env: WORD: the value has \\n or \\r in double quotes, which is read as a line break; ${noEscape}`,
  ],
  ...[
    String.raw`WORD="one\"two"`,
    String.raw`WORD='it\'s'`,
    String.raw`WORD='it'\''s'`,
    String.raw`WORD="one\$two"`,
    String.raw`WORD=one\ two`,
    'WORD=one\\\nB=2',
  ].map((dotenv): [string, Row, string] => [
    dotenv,
    { dotenv },
    '.env: WORD: the value keeps a backslash that a shell would drop; if that is not meant, leave it out, or take another kind of quotes (single, double or `) around the value',
  ]),
  ['a backslash that a shell keeps', { dotenv: String.raw`WORD='one\two $x'` }],
  ['a backslash within a word', { dotenv: String.raw`WORD=one\two` }],
  [
    'a quote that is not closed',
    { dotenv: 'WORD="one\nB=2' },
    '.env: WORD: the value begins with ", which nothing closes, so that it is a part of the value; if that is not meant, close it at the end of the line',
  ],
  [
    'text behind the quotes',
    { dotenv: 'WORD="one"two' },
    '.env: WORD: the value begins with ", which nothing closes, so that it is a part of the value; if that is not meant, close it at the end of the line',
  ],
  [
    'two lines in .env',
    { dotenv: 'WORD=one\nWORD=two' },
    '.env: WORD: stands there several times, and the last line counts; keep one of the lines',
  ],
  ['blanks in quotes in .env', { dotenv: 'WORD=" one"' }, `${password} begins with a blank; ${correct()}`],
  [
    'a variable in .env',
    { dotenv: 'WORD=${OTHER}' },
    `${password} looks like a variable or a placeholder that nothing has replaced; ${correct()}`,
  ],
  [
    'an invisible character in .env',
    { dotenv: 'WORD=one\u00ad' },
    `${password} ends in an invisible character (U+00AD); ${correct()}`,
  ],
  // A program that gets the password.
  [
    'another locale',
    { env: { WORD: 'пароль', LC_ALL: 'ru_RU.KOI8-R' } },
    'encryption.command: the program gets a password that is not ASCII in UTF-8, but LC_ALL names another encoding; set LC_ALL to one in UTF-8, for example C.UTF-8',
  ],
  // Nothing is said of values that may be meant as they are.
  ['a passphrase', { env: { WORD: 'correct horse battery' } }],
  ['signs', { env: { WORD: `a"b'c\`d$e#f%g\\h&i<j>{k}|~` } }],
  ['Cyrillic', { env: { WORD: 'Пароль-№1 ёй' } }],
  ['accents', { env: { WORD: 'Äpfelé' } }],
  ['emoji', { env: { WORD: 'love❤️you' } }],
  ['two alphabets', { env: { WORD: 'ПарольWord' } }],
  ['a money sign', { env: { WORD: '$ecret1' } }],
  ['an address for the partner', { name: 'ООО «Ромашка» – Test' }],
  ['a comment', { name: '1042 # of staging', word: 'one # two' }],
  ['single quotes', { word: "'one #two'" }],
  ['a block without a break', { word: '|-\n    one' }],
  ['a file with one line break', { word: '"${file:secret}"', file: '\ufeffword\r\n' }],
  ['an escaped quote', { word: String.raw`"one\"\\two"` }],
  ['.env in quotes', { dotenv: `WORD='one#two "x" \\n' # a comment` }],
  ['.env with CR LF and a mark', { dotenv: '\ufeffexport WORD = one\r\nA=1\r\n' }],
  ['the same line twice', { dotenv: 'WORD=one\nWORD=one' }],
  ['lines of others', { dotenv: 'WORD=one\nOTHER=two#three\nOTHER="x' }],
  ['a password in ASCII beside another locale', { env: { WORD: 'word', LC_ALL: 'ru_RU.KOI8-R' } }],
  ['headers with quotes', { more: 'headers: { If-None-Match: W/"abc" }' }],
])('%s: it is said that a value may not be what its author wrote', async (_which, row, ...said) => {
  expect(await warningsOf(row)).toEqual(said);
});

test('no warning shows a part of the value', async () => {
  const all = await warningsOf({ word: '"hun\u200bter2 "', name: "'abcdefgh\n    xyz'", dotenv: 'WORD=x' });
  expect([all.length, all.join('\n')]).toEqual([2, expect.not.stringMatching(/hun|ter2|abcdefgh|xyz/)]);
});

test.each<[string, string | null]>([
  ['QUJD/+==', null],
  ['-----BEGIN PKCS7-----\nQUJD\n-----END PKCS7-----', null],
  ['QUJD\nQUJD', 'holds a line break'],
  ['QUJD\r', 'ends in a line break'],
  ['(stdin)= QUJD', 'holds a blank'],
  ['\ufeffQUJD', 'begins with an invisible character (U+FEFF)'],
  ['"QUJD"', 'stands in quotation marks, which are a part of it'],
  ['\u001b[0mQUJD', 'begins with a control character (U+001B)'],
  ['ошибка', 'has letters that no encoding of a ciphertext has'],
])('a program’s ciphertext %j: %s', (text, flaw) => {
  const said = ['command', 'rsa-oaep'].map((scheme) =>
    ciphertextDoubts(['a', 'b'].map((variant) => ({ variant, scheme, text, password: 'pass word' }))).map(
      ({ variants, words }) => `${variants.join()}: ${say(words, 'en')}`,
    ),
  );
  const advice = 'if that is not meant, print it alone on one line (`base64 -w0`, `openssl base64 -A`)';
  const whole = `a,b: the ciphertext of encryption.command ${flaw ?? ''}; ${advice}`;
  expect(said).toEqual([flaw === null ? [] : [whole], []]);
});

test.each([
  ['as it is', 'pass word'],
  ['in base64', 'cGFzcyB3b3Jk'],
  ['in base64 of base64’s alphabet for URLs', Buffer.from('{"p":"pass word"}').toString('base64url')],
  ['in hex', Buffer.from('pass word').toString('hex')],
  ['behind a message', 'encrypted: pass word'],
])('a program that returns the password %s is named', (_what, text) => {
  const [doubt] = ciphertextDoubts([{ variant: 'a', scheme: 'command', text, password: 'pass word' }]);
  expect(doubt === undefined ? '' : say(doubt.words, 'en')).toBe(
    'the ciphertext of encryption.command holds the password itself; encrypt what is read from standard input, and print nothing but the ciphertext',
  );
});
