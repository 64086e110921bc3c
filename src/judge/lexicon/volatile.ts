import { removeInvisible } from './normalise.ts';

const mask = '#';

/** Only this many characters are masked, which bounds the cost of hostile texts. */
const maskLimit = 65_536;

const uuid = /(?<![\p{L}\p{N}])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\p{L}\p{N}])/giu;
const base64 = /(?<![\p{L}\p{N}+/=])[A-Za-z0-9+/]{16,}={0,2}(?![\p{L}\p{N}+/=])/gu;
const token = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu;
const label =
  /(?<=(?<![\p{L}\p{N}_])(?:[a-z]{1,12}id|id|uid|guid|uuid|rid|trace|span|request|reference|ref|code|nonce|session|incident|ticket|запроса|обращения|операции|ошибки|инцидента|сессии|код|номер|идентификатор|ид)["']?\s?[:=№]\s?["']?)[A-Za-z0-9_-]+/giu;
const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|январ[ьяе]|феврал[ьяе]|март[ае]?|апрел[ьяе]|ма[йяе]|июн[ьяе]|июл[ьяе]|август[ае]?|сентябр[ьяе]|октябр[ьяе]|ноябр[ьяе]|декабр[ьяе]';
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const monthBeside = new RegExp(
  String.raw`(?<![\p{L}_])(?:${month})\.? (?=#)|(?<=# )(?:${month})(?![\p{L}_])`,
  'giu',
);
const weekdayBeside = new RegExp(String.raw`(?<![\p{L}_])(?:${weekday}),? (?=#)`, 'giu');
const clockSuffix = /(?<=#) ?(?:[ap]m|utc|gmt|msk|мск)(?![\p{L}_])/giu;
const run = /#(?:[-.,:+/ ]{0,2}#)+/gu;

/** A word made of others without a digit, like names of parameters: `partnerPassword`, `partner_name`, `PARTNER_NAME`. */
const isName = (text: string): boolean =>
  /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+|[A-Z]{2,}(?:_[A-Z]{2,})+)$/u.test(text);
/** "Invalid: partnername" has no identifier, though its label ends in "id". */
const isLongWord = (text: string): boolean => /^[A-Z]?[a-z-]{7,}$/u.test(text);

/** Mixed upper and lower case as in no word. */
const isScrambled = (text: string): boolean =>
  text.length >= 12 && /[a-z][A-Z]/u.test(text) && /^[A-Za-z]+$/u.test(text) && !isName(text);

/** With a digit, of hexadecimal letters, or scrambled. */
const isId = (text: string): boolean => /\p{N}|^[0-9a-f]{8,}$/iu.test(text) || isScrambled(text);

function maskToken(text: string): string {
  if (!isId(text)) return text;
  const parts = text.split('-');
  if (!parts.some(isName)) return mask;
  return parts.map((part) => (isId(part) ? mask : part)).join('-');
}

function maskBase64(text: string): string {
  const parts = text.split(/[+/=]/u);
  return parts.some(isName) || !parts.some(isId) ? text : mask;
}

/**
 * Masks what changes between answers: numbers, dates, identifiers, labelled values, white space. Texts that
 * differ in nothing else then compare equal. Names of parameters (camel case without digits) stay. After 64 Ki
 * characters, nothing is masked.
 */
export function maskVolatile(text: string): string {
  const ids = removeInvisible(text.slice(0, maskLimit))
    .replace(uuid, mask)
    .replace(base64, maskBase64)
    .replace(label, (value) => (isName(value) || isLongWord(value) ? value : mask))
    .replace(token, maskToken)
    .replace(/\s+/gu, ' ');
  const dates = ids.replace(monthBeside, '').replace(weekdayBeside, '').replace(clockSuffix, '');
  return dates.replace(run, mask).trim() + text.slice(maskLimit);
}
