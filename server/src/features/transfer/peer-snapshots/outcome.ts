// What became of a snapshot that was taken over.
import type { ImportKind } from '@lectern/contract/imports';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import type { Note } from './notes.ts';
import type { TheirBook } from './snapshot.ts';

/** Ours by the ids of theirs. */
export interface Known {
  users: ReadonlyMap<string, string>;
  libraries: ReadonlyMap<string, string>;
  series: ReadonlyMap<string, string>;
  /** The files, and the books that lists show: others where a file is a format of one. */
  books: ReadonlyMap<string, { id: string; entryId: string }>;
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

type Lost = 'import_note_lost_books' | 'import_note_lost_series' | 'import_note_lost_wishes';

/** Notes how many stay behind, where there are any, as what they are of was not found. */
export function noteLost({ notes }: Outcome, count: number, lost: Lost = 'import_note_lost_books'): void {
  if (count > 0) notes.push(reason(lost, { count }));
}

/** Those whose user is here, and what they are of. How many others there were is noted at the end. */
export function* eachFound<T extends { userId: string }>(
  list: Iterable<T>,
  users: Known['users'],
  { find, outcome, lost }: { find(one: T): string | undefined; outcome: Outcome; lost?: Lost },
): Generator<Found<T>> {
  let count = 0;
  for (const one of list) {
    const [userId, id] = [users.get(one.userId), find(one)];
    if (userId === undefined || id === undefined) count++;
    else yield { one, viewer: { ...system, userId }, id };
  }
  noteLost(outcome, count, lost);
}
