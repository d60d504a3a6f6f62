// Tokenizes text for the full-text index: a sequence of words, equal on both databases. The databases only store and
// look up these words; their own tokenizers are not used.
import { fold } from './fold.ts';

/** A run of one kind of character. Characters of scripts without spaces between words are indexed in pairs. */
export interface Segment {
  kind: 'letters' | 'digits' | 'signs';
  text: string;
}

/** Separates two fields of a document, so that no phrase matches across them. Never part of a query. */
export const fieldGap = '\ue000';

/** Longer words are truncated, in documents and queries alike. */
const maxWordLength = 64;

const run = /[\p{L}\p{M}\p{N}]+/gu;
// Chinese, Japanese, Korean; and Thai, Lao, Khmer and Burmese, which also have no spaces.
const unspaced =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';
const part = new RegExp(`([0-9]+)|([${unspaced}]+)|[^0-9${unspaced}]+`, 'gu');
const plainWord = /^[a-z]+$/;

/** `folded` is a result of `fold`. Digits, letters and unspaced characters are separate words: `vol3` is `vol`, `3`. */
export function toSegments(folded: string): Segment[] {
  const segments: Segment[] = [];
  for (const [word] of folded.matchAll(run)) {
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

/** Words of a document: its fields in order, at most `limit` words. Null and undefined fields are omitted. */
export function toWords(fields: readonly (string | null | undefined)[], limit: number): string[] {
  const words: string[] = [];
  for (const field of fields) {
    if (!field) continue;
    if (words.length > 0) words.push(fieldGap);
    for (const segment of toSegments(fold(field))) {
      if (words.length >= limit) return words;
      if (segment.kind === 'signs') words.push(...toPairs(segment.text), lastSign(segment.text));
      else words.push(toWord(segment));
    }
  }
  return words.slice(0, limit);
}

/** Truncates at a code point. */
const cut = (word: string): string => [...word].slice(0, maxWordLength).join('');
