// The search documents of books and series: which of their texts can be looked up.
import type { SearchDocument } from '#infrastructure/database/text-search.ts';
import type { Phrase } from '#infrastructure/text/search-text.ts';
import { toWords } from '#infrastructure/text/words.ts';

/** A word of its own, in no query: the book is soft-deleted, the series has no book. */
const deleted = '\ue001';
export const deletedWord: Phrase = { words: [deleted], isPrefix: false };

/** Words of a title, and of all else: summaries may be long. */
const maxTitleWords = 400;
const maxRestWords = 2_500;

export interface SearchTexts {
  entityId: string;
  isGone: boolean;
  titles: readonly (string | null | undefined)[];
  rest: readonly (string | null | undefined)[];
}

export function toSearchDocument({ entityId, isGone, titles, rest }: SearchTexts): SearchDocument {
  const words = toWords(rest, maxRestWords);
  return { entityId, title: toWords(titles, maxTitleWords), rest: isGone ? [...words, deleted] : words };
}
