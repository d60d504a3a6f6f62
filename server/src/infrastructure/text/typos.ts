// Typing errors in words of letters: which words may be meant, and how much they differ.

/** Shorter words are too similar to each other. Digits and scripts without spaces are never corrected. */
const minLetters = 4;
/** From this length, two errors are accepted. */
const longLetters = 8;
/** From this length, the beginning of a word may contain an error, too. */
const minPrefixLetters = 5;
/** Letters that may be missing at the end of a word that is being typed. */
const maxMissing = 6;

const word = /^[\p{L}\p{M}]{4,40}$/u;

/** Whether the word can be corrected, and be a correction. */
export const isCorrectable = (text: string): boolean => word.test(text);

const toMaxEdits = (length: number): number => (length < longLetters ? 1 : 2);

/** The words to compare with a typed word. */
export interface WordRange {
  /** Beginnings of the words: the first letter, and the first two in the other order. */
  starts: readonly string[];
  minLetters: number;
  maxLetters: number;
}

export function toWordRange(typed: string): WordRange {
  const letters = [...typed];
  const { length } = letters;
  const first = letters[0] ?? '';
  const second = letters[1] ?? '';
  const maxEdits = toMaxEdits(length);
  return {
    starts: first === second ? [first] : [first, second + first],
    minLetters: Math.max(minLetters, length - maxEdits),
    maxLetters: length + (length < minPrefixLetters ? maxEdits : maxMissing),
  };
}

export interface Difference {
  /** The known word, or its beginning that is most similar to the typed letters. */
  text: string;
  isPrefix: boolean;
  /** Inserted, missing, replaced and swapped letters. */
  edits: number;
}

/**
 * Returns a comparison of the typed word with known words by optimal string alignment (swapped neighbours are one
 * edit). It returns undefined for equal beginnings, which do not count as errors, and for words that differ too much.
 */
export function createComparison(typed: string): (known: string) => Difference | undefined {
  const length = [...typed].length;
  const limit = toMaxEdits(length);
  const mayBeBegun = length >= minPrefixLetters;
  const align = createAlignment(typed, limit);
  return (known) => {
    if (known.startsWith(typed)) return undefined;
    const { whole, prefix, prefixLength } = align(known);
    const isPrefix = mayBeBegun && prefix < whole;
    const edits = isPrefix ? prefix : whole;
    if (edits === 0 || edits > limit) return undefined;
    return { text: isPrefix ? known.slice(0, prefixLength) : known, isPrefix, edits };
  };
}

/** Edits to the whole known word, and the fewest edits to any beginning of it. Above the limit, they are not exact. */
interface Edits {
  whole: number;
  prefix: number;
  prefixLength: number;
}

/**
 * A search aligns thousands of words: all alignments share their three rows, compute only the cells that can stay within
 * the limit, which are near the diagonal, and end when no cell does. Works on UTF-16 code units.
 */
function createAlignment(typed: string, limit: number): (known: string) => Edits {
  const tooMany = limit + 1;
  const width = typed.length + limit + 1;
  const rows = Array.from({ length: 3 }, () => new Uint8Array(width));
  const at = (i: number): Uint8Array => rows[i % 3] ?? new Uint8Array(width);
  return (known) => {
    const end = Math.min(known.length, width - 1);
    let row = at(0);
    for (let j = 0; j < width; j++) row[j] = Math.min(j, tooMany);
    let previousLeast = 0;
    let least = 0;
    for (let i = 1; i <= typed.length; i++) {
      const above = row;
      const before = at(i + 1);
      row = at(i);
      row.fill(tooMany);
      row[0] = Math.min(i, tooMany);
      previousLeast = least;
      least = row[0];
      const letter = typed.charCodeAt(i - 1);
      for (let j = Math.max(1, i - limit); j <= Math.min(end, i + limit); j++) {
        const other = known.charCodeAt(j - 1);
        const replaced = (above[j - 1] ?? 0) + (letter === other ? 0 : 1);
        let edits = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, tooMany);
        const isSwap =
          i > 1 && j > 1 && letter === known.charCodeAt(j - 2) && typed.charCodeAt(i - 2) === other;
        if (isSwap) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
        row[j] = edits;
        least = Math.min(least, edits);
      }
      // A swap continues from the row before the last.
      if (least > limit && previousLeast > limit) return { whole: tooMany, prefix: tooMany, prefixLength: 0 };
    }
    const whole = known.length < width ? (row[known.length] ?? tooMany) : tooMany;
    return { whole, prefix: least, prefixLength: row.lastIndexOf(least) };
  };
}
