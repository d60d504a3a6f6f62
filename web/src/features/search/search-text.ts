// Parses a search text like the API (contract/src/conditions/lists.ts) into words, a "phrase" and -exclusions, and formats it again.

export interface SearchText {
  /** Prefixes of words, in any order. */
  words: string;
  /** Words in this order, adjacent. */
  phrase: string;
  /** Excluded words. */
  without: string;
}

export function readSearchText(q: string): SearchText {
  const parts = q.match(/-?"[^"]*"?|\S+/g) ?? [];
  const phrases = parts.filter((part) => part.startsWith('"')).map((part) => part.replaceAll('"', ''));
  const without = parts
    .filter((part) => part.startsWith('-') && part.length > 1)
    .map((part) => part.slice(1));
  const words = parts.filter((part) => !/^["-]/.test(part) || part === '-');
  // The last phrase. Earlier phrases remain among the words, which are written first.
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
