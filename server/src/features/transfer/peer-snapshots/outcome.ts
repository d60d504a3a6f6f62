// What became of a snapshot that was taken over.
import type { ImportKind } from '@lectern/contract/imports';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Note } from './notes.ts';
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
  /** What could not come. */
  notes: Note[];
  /** Of books: those that were not found. */
  missing?: readonly TheirBook[];
}

export const toOutcome = (what: keyof typeof kinds): Outcome => ({
  ...{ kind: kinds[what], what },
  ...{ taken: 0, known: 0, notes: [] },
});

interface Found<T> {
  one: T;
  /** Whose it is, who sees everything: what they may not see now they may again one day. */
  viewer: Viewer;
  /** What it is of, here. */
  id: string;
}

/** Those whose user is here, and what they are of. At the end `onLost` is told of how many others there were. */
export function* eachFound<T extends { userId: string }>(
  list: Iterable<T>,
  users: Known['users'],
  { find, onLost }: { find(one: T): string | undefined; onLost(count: number): void },
): Generator<Found<T>> {
  let lost = 0;
  for (const one of list) {
    const [userId, id] = [users.get(one.userId), find(one)];
    if (userId === undefined || id === undefined) lost++;
    else yield { one, viewer: { ...system, userId }, id };
  }
  if (lost > 0) onLost(lost);
}
