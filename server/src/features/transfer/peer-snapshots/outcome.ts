// What became of a snapshot that was taken over.
import type { ImportKind } from '@lectern/contract/imports';
import type { TheirBook } from './snapshot.ts';

/** Ours by the ids of theirs. */
export interface Known {
  users: ReadonlyMap<string, string>;
  libraries: ReadonlyMap<string, string>;
  series: ReadonlyMap<string, string>;
  books: ReadonlyMap<string, { id: string }>;
  /** The program that they come from. */
  program: string;
}

/** The kinds of things by their names. */
const kinds = {
  libraries: 'libraries',
  books: 'books',
  users: 'users',
  'sharing tags': 'sharingTags',
  'series with edited metadata': 'seriesMetadata',
  'books with edited metadata': 'bookMetadata',
  'covers of series': 'seriesCovers',
  'covers of books': 'bookCovers',
  collections: 'collections',
  'read lists': 'readLists',
  'times that books were finished': 'finished',
  'places in books': 'places',
  ratings: 'ratings',
  'series to read': 'wanted',
  'series and books to read': 'wanted',
  'bookmarks and highlights': 'marks',
  'reading sessions': 'sessions',
  'saved filters': 'presets',
  'API keys': 'apiKeys',
  settings: 'settings',
  'entries of the reading history': 'history',
  'covers to choose from': 'otherCovers',
  'API keys and sign-in providers': 'apiKeys',
  preferences: 'preferences',
  'own fonts': 'fonts',
} as const satisfies Record<string, ImportKind>;

/** What became of one kind of things. */
export interface Outcome {
  kind: ImportKind;
  /** In the plural: `users`. */
  what: string;
  taken: number;
  /** Were here before. */
  known: number;
  /** What could not come, in sentences. */
  notes: string[];
  /** Of books: those that were not found, which the notes name. */
  missing?: readonly TheirBook[];
}

export const toOutcome = (what: keyof typeof kinds): Outcome => ({
  ...{ kind: kinds[what], what },
  ...{ taken: 0, known: 0, notes: [] },
});
