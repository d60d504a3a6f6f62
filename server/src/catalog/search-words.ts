// Search documents of books and series: their searchable text.
import type { SearchDocument } from '#infrastructure/database/text-search.ts';
import { toWords } from '#infrastructure/text/document-words.ts';
import type { Phrase } from '#infrastructure/text/search-text.ts';
import { isCorrectable } from '#infrastructure/text/typos.ts';

/** Marker word for soft-deleted books and series without books. No query can contain it. */
const deleted = '\ue001';
export const deletedWord: Phrase = { words: [deleted], isPrefix: false };

/** Maximum number of words of the title and of other text, because summaries may be long. */
const maxTitleWords = 400;
const maxRestWords = 2_500;

export interface SearchTexts {
  entityId: string;
  isGone: boolean;
  titles: readonly (string | null | undefined)[];
  /** Other titles, people, publishers, genres and tags. */
  names: readonly (string | null | undefined)[];
  rest: readonly (string | null | undefined)[];
}

export function toSearchDocument({ entityId, isGone, titles, names, rest }: SearchTexts): SearchDocument {
  const words = toWords([...names, ...rest], { limit: maxRestWords, joinsNeighbours: false });
  const title = toWords(titles, { limit: maxTitleWords, joinsNeighbours: true });
  return { entityId, title, rest: isGone ? [...words, deleted] : words };
}

/** The words that correct typing errors: those of titles and names. Words of summaries and file names do not. */
export const listCorrections = ({ titles, names }: SearchTexts): string[] =>
  toWords([...titles, ...names], { limit: maxTitleWords, joinsNeighbours: false }).filter(isCorrectable);
