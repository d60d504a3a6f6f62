// What people type into a search, taken apart as the API reads it (contract/src/lists.ts): words, "phrases" and
// -exclusions, and put together again.

export interface SearchText {
  /** Words in any order, each the beginning of a word. */
  words: string;
  /** Words that stand together in this order. */
  phrase: string;
  /** Words that must not be there. */
  without: string;
}

export function readSearchText(q: string): SearchText {
  const parts = q.match(/-?"[^"]*"?|\S+/g) ?? [];
  const phrases = parts.filter((part) => part.startsWith('"')).map((part) => part.replaceAll('"', ''));
  const without = parts
    .filter((part) => part.startsWith('-') && part.length > 1)
    .map((part) => part.slice(1));
  const words = parts.filter((part) => !/^["-]/.test(part) || part === '-');
  // The last one: those before it stay among the words, where they are written first.
  const phrase = phrases.pop() ?? '';
  return {
    words: [...words, ...phrases.map((other) => `"${other}"`)].join(' '),
    phrase,
    without: without.join(' '),
  };
}

export function writeSearchText({ words, phrase, without }: SearchText): string {
  const unquoted = phrase.replaceAll('"', '').trim();
  const excluded = (without.match(/"[^"]*"?|\S+/g) ?? []).map((part) => `-${part}`);
  return [words.trim(), unquoted && `"${unquoted}"`, ...excluded].filter(Boolean).join(' ');
}
