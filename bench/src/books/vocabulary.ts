// Words distributed like those of titles: few are frequent and most are rare (Zipf's law). The output is deterministic.

export interface Vocabulary {
  /** Returns a title with the given number of words. */
  title(words: number): string;
  /** Returns the word of a rank. The most frequent word comes first. */
  word(rank: number): string;
  /** Returns the words of at least four letters that titles may contain, and others up to the given number. */
  listWords(count: number): string[];
}

const size = 30_000;
const syllables =
  'ba be bo da de do fa fe ga ge ha ka ki ko la li lo ma mi mo na ne no pa ra ri ro sa se so ta te to va vi za'.split(
    ' ',
  );

export function makeVocabulary(): Vocabulary {
  const words = ['the', 'of', 'and', 'a', ...Array.from({ length: size }, (_, i) => toWord(i))];
  const steps: number[] = [];
  let total = 0;
  for (let rank = 1; rank <= words.length; rank++) {
    total += 1 / rank;
    steps.push(total);
  }
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const draw = () => {
    const wanted = random() * total;
    let low = 0;
    let high = steps.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((steps[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? 'the';
  };
  return {
    title: (count) => Array.from({ length: count }, draw).join(' '),
    word: (rank) => words[rank] ?? 'the',
    listWords: (count) =>
      Array.from({ length: Math.max(size, count) }, (_, i) => toWord(i)).filter(({ length }) => length >= 4),
  };
}

function toWord(index: number): string {
  let word = '';
  let rest = index * 7 + 11;
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return word;
}
