// Character classes and the plain form of words, for names in any script.

const otherLetter = /[\p{L}\p{M}]/u;
const marks = /\p{M}+/gu;
const ascii = /^[ -~]*$/;

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a code point is a letter or a combining mark of any script. */
export function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return otherLetter.test(String.fromCodePoint(code));
}

/** Han, kana and hangul: words are not separated by spaces, so a number may follow immediately. */
export function isCjk(code: number): boolean {
  return (
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}

/** Returns the lookup form of a word: lower case without marks ("Capítulo" → "capitulo", "Том" → "том"). */
export function plainWord(word: string): string {
  const lower = word.toLowerCase();
  return ascii.test(lower) ? lower : lower.normalize('NFD').replace(marks, '').normalize('NFC');
}

/** Returns the lookup form of a phrase. Hyphens, dots, underscores and white space become one space ("hi-res" → "hi res"). */
export function plainPhrase(phrase: string): string {
  return plainWord(phrase)
    .replace(/[-._\s]+/g, ' ')
    .replace(/[‘’´`]/g, "'")
    .trim();
}

const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/**
 * Maps full-width forms, dashes, quotes, brackets, circled digits and decimal digits of other scripts to ASCII. Maps one
 * code unit to one code unit, so that offsets do not change.
 */
export function toPlainSign(code: number): number {
  if (code < 0x80) return code;
  if (code >= 0xff01 && code <= 0xff5e) return toPlainSign(code - 0xfee0);
  if (code >= 0x2010 && code <= 0x2015) return 0x2d;
  if (code >= 0x2460 && code <= 0x2468) return code - 0x2460 + 0x31;
  for (const zero of zeros) {
    if (code >= zero && code < zero + 10) return code - zero + 0x30;
  }
  return characters.get(code) ?? code;
}

const characters = new Map(
  [
    ['\u2212', '-'],
    ['\u301c', '~'],
    ['\u2018', "'"],
    ['\u2019', "'"],
    ['\u02bc', "'"],
    ['【', '['],
    ['〖', '['],
    ['〔', '['],
    ['】', ']'],
    ['〗', ']'],
    ['〕', ']'],
    ['，', ','],
    ['、', ','],
  ].map(([from = '', to = '']) => [from.charCodeAt(0), to.charCodeAt(0)]),
);
