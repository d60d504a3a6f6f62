// Tokenizes folded text into words, equal on both databases. The databases only store and look up these words; their
// own tokenizers are not used.

/** A run of one kind of character. Characters of scripts without spaces between words are indexed in pairs. */
export interface Segment {
  kind: 'letters' | 'digits' | 'signs';
  text: string;
}

/** Longer words are truncated, in documents and queries alike. */
const maxWordLength = 64;

const run = /[\p{L}\p{M}\p{N}]+/gu;
// Chinese, Japanese, Korean; and Thai, Lao, Khmer and Burmese, which also have no spaces.
const unspaced =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';
const part = new RegExp(`([0-9]+)|([${unspaced}]+)|[^0-9${unspaced}]+`, 'gu');
const plainText = /^[\x20-\x7e]*$/;
const plainRun = /[a-z]+|[0-9]+/g;
const plainWord = /^[a-z]+$/;
/** Read as the letter x between names: `SPY×FAMILY`. */
const crosses = /[\u00d7\u2573\u2715\u2716]/g;
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;

/** Katakana as hiragana: they differ only in searches, because names of both scripts are different names. */
const toHiragana = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 0x60);

/**
 * `folded` is a result of `fold`. Digits, letters and unspaced characters are separate words: `vol3` is `vol`, `3`.
 * Katakana and hiragana are equal.
 */
export function toSegments(folded: string): Segment[] {
  // Most texts are ASCII, where the result is the same.
  if (plainText.test(folded)) return folded.match(plainRun)?.map(toPlainSegment) ?? [];
  const segments: Segment[] = [];
  const text = folded.replace(crosses, ' x ').replace(katakana, toHiragana);
  for (const [word] of text.matchAll(run)) {
    if (plainWord.test(word)) segments.push({ kind: 'letters', text: word });
    else
      for (const [text, digits, characters] of word.matchAll(part))
        segments.push({
          kind: digits === undefined ? (characters === undefined ? 'letters' : 'signs') : 'digits',
          text,
        });
  }
  return segments;
}

const toPlainSegment = (text: string): Segment => ({
  kind: text.charCodeAt(0) <= 0x39 ? 'digits' : 'letters',
  text,
});

/** Returns the indexed form of a word of letters or digits: `007` becomes `7`. */
export function toWord({ kind, text }: Segment): string {
  const word = kind === 'digits' ? text.replace(/^0+(?=.)/, '') : text;
  return word.length <= maxWordLength ? word : cut(word);
}

/** Returns each character with its successor: `進撃の` becomes `進撃`, `撃の`. */
export function toPairs(characters: string): string[] {
  const points = [...characters];
  return points.slice(0, -1).map((sign, i) => sign + points[i + 1]);
}

/** The last character, which follows the pairs in a document. */
export const lastSign = (characters: string): string => [...characters].at(-1) ?? '';

/** Truncates at a code point. */
const cut = (word: string): string => [...word].slice(0, maxWordLength).join('');
