// Parses a search text as the API does (contract/src/lists.ts) into words, a "phrase" and -exclusions, and builds it
// again.

export interface SearchText {
  /** Prefixes of words, in any order. */
  words: string;
  /** Words in this order, next to each other. */
  phrase: string;
  /** Words that must not occur. */
  without: string;
}

export function readSearchText(q: string): SearchText {
  const parts = q.match(/-?"[^"]*"?|\S+/g) ?? [];
  const phrases = parts.filter((part) => part.startsWith('"')).map((part) => part.replaceAll('"', ''));
  const without = parts
    .filter((part) => part.startsWith('-') && part.length > 1)
    .map((part) => part.slice(1));
  const words = parts.filter((part) => !/^["-]/.test(part) || part === '-');
  // The last phrase; earlier ones stay among the words, which are written first.
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
