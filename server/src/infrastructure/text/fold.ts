// Folds text for comparison: without case, accents, width and invisible characters. Ordering is in sort-key.ts.

/** Letters that Unicode does not decompose, and characters with a simpler form on keyboards. Keys are lower case. */
const plainer: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ı: 'i',
  ƶ: 'z',
  ƀ: 'b',
  ς: 'σ',
  '\u2018': "'",
  '\u2019': "'",
  '\u201b': "'",
  '\u02bc': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2010': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  '\u301c': '~',
  '\u2044': '/',
};

// Marks shared by Latin, Greek, Cyrillic and Arabic (script Inherited) and the points of Hebrew. The vowel signs
// of Indic and Thai letters are spelling, not accents, and the two Japanese voicing marks make another letter.
const accents = /[[\p{Mn}&&\p{Script=Inherited}]--[\u3099\u309A]]|[\p{Mn}&&\p{Script=Hebrew}]/gv;
const invisible = /[\p{Cf}\u0640]/gu;
const blanks = /[\s\p{Cc}]+/gu;
const replaceable = new RegExp(`[${Object.keys(plainer).join('')}]`, 'gu');
const otherDigits = /[\p{Nd}--[0-9]]/gv;
const plainAscii = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/**
 * Returns the form in which two texts are equal regardless of case, accents, width, typographic quotes, the script of
 * digits, invisible characters and runs of white space: "ÉTÉ  à l’Île" and "ete a l'ile" fold alike. Idempotent. Lone
 * surrogates become U+FFFD, and NUL is removed, so that every database can store it. Takes linear time and does not
 * limit the length; callers do.
 */
export function fold(text: string): string {
  return foldPart(text).trim();
}

/** Same as `fold`, for a part of a text, without trimming it. */
export function foldPart(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(accents, '')
    .toLowerCase()
    .replace(otherDigits, digitValue)
    .replace(replaceable, (sign) => plainer[sign] ?? sign)
    .normalize('NFC')
    .replace(blanks, ' ');
}

/** The decimal digits of a script are ten consecutive code points, zero first. */
function digitValue(digit: string): string {
  let value = 0;
  let point = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - 1))) {
    point -= 1;
    value += 1;
  }
  return String(value);
}
