// Results of an import.
import type { ImportKind } from '@lectern/contract/import/imports';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import type { Note } from './notes.ts';
import type { TheirBook } from './snapshot.ts';

/** Local ids by source id. */
export interface LocalIds {
  users: ReadonlyMap<string, string>;
  libraries: ReadonlyMap<string, string>;
  series: ReadonlyMap<string, string>;
  /** `id` is the file. `entryId` is the book that lists show, which differs for additional formats. */
  books: ReadonlyMap<string, { id: string; entryId: string }>;
  /** Name of the source program. */
  program: string;
  /** Stable id of the source server. */
  source: string;
}

/** Kinds of items by their English names. */
const kinds = {
  libraries: 'libraries',
  books: 'books',
  users: 'users',
  'sharing tags': 'sharingTags',
  'series with edited metadata': 'seriesMetadata',
  'books with edited metadata': 'bookMetadata',
  'series with other metadata': 'seriesProvided',
  'books with other metadata': 'bookProvided',
  'covers of series': 'seriesCovers',
  'covers of books': 'bookCovers',
  collections: 'collections',
  'read lists': 'readLists',
  'completion times': 'finished',
  'reading positions': 'places',
  ratings: 'ratings',
  'want-to-read series': 'wanted',
  'want-to-read series and books': 'wanted',
  'bookmarks and highlights': 'marks',
  'reading sessions': 'sessions',
  'saved filters': 'presets',
  'API keys': 'apiKeys',
  settings: 'settings',
  'reading history entries': 'history',
  'additional covers': 'otherCovers',
  'covers of lists': 'listCovers',
  'API keys and sign-in identities': 'apiKeys',
  preferences: 'preferences',
  'user fonts': 'fonts',
  'followed releases': 'releases',
} as const satisfies Record<string, ImportKind>;

/** Result for one kind of items. */
export interface Outcome {
  kind: ImportKind;
  /** English plural, such as `users`. */
  what: string;
  taken: number;
  /** Number of items that already existed. */
  known: number;
  /** Number of items that were not imported. Set when the import ends. */
  lost: number;
  /** Reasons for items that were not imported. */
  notes: Note[];
  /** Books that were not found. */
  missing?: readonly TheirBook[];
}

export const toOutcome = (what: keyof typeof kinds): Outcome => ({
  kind: kinds[what],
  what,
  taken: 0,
  known: 0,
  lost: 0,
  notes: [],
});

/**
 * Returns one outcome per kind, without repeated notes. All items of the plan that are neither new nor known are lost.
 */
export function mergeOutcomes(
  outcomes: readonly Outcome[],
  planned: Readonly<Partial<Record<ImportKind, number>>>,
): Outcome[] {
  const merged = new Map<ImportKind, Outcome>();
  for (const { kind, taken, known, notes, ...rest } of outcomes) {
    const before = merged.get(kind);
    const all = new Map([...(before?.notes ?? []), ...notes].map((note) => [note.message, note]));
    merged.set(kind, {
      ...rest,
      ...before,
      kind,
      taken: taken + (before?.taken ?? 0),
      known: known + (before?.known ?? 0),
      notes: [...all.values()],
    });
  }
  for (const one of merged.values()) one.lost = Math.max(0, (planned[one.kind] ?? 0) - one.taken - one.known);
  return [...merged.values()];
}

interface LocalMatch<T> {
  one: T;
  /** The user with full visibility, because hidden series may become visible later. */
  viewer: Viewer;
  /** Local id of the series or book. */
  id: string;
}

type Lost = 'import_note_lost_books' | 'import_note_lost_series' | 'import_note_lost_wishes';

/** Adds a note with the number of items that were not imported because their book or series was not found. */
export function noteLost({ notes }: Outcome, count: number, lost: Lost = 'import_note_lost_books'): void {
  if (count > 0) notes.push(reason(lost, { count }));
}

/**
 * Yields the items whose user and book or series exist on this server. Adds a note with the number of the others at the
 * end.
 */
export function* eachFound<T extends { userId: string }>(
  list: Iterable<T>,
  users: LocalIds['users'],
  { find, outcome, lost }: { find(one: T): string | undefined; outcome: Outcome; lost?: Lost },
): Generator<LocalMatch<T>> {
  let count = 0;
  for (const one of list) {
    const userId = users.get(one.userId);
    const id = find(one);
    if (userId === undefined || id === undefined) count++;
    else yield { one, viewer: { ...system, userId }, id };
  }
  noteLost(outcome, count, lost);
}
