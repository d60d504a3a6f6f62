// Messages about what changed in the library, for caches and for whoever tells people.
import type { SeriesMarks } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';

export type ChangeKind = 'created' | 'updated' | 'deleted';

export interface BooksChange {
  bookIds: string[];
  seriesId: string | null;
  libraryId: string;
  /** Default `updated`. A soft-deleted book is deleted, one that returned created. */
  kind?: ChangeKind;
  /** Of the series of deleted books: its row may be gone when people are told. */
  marks?: SeriesMarks | undefined;
}

export interface SeriesChange {
  seriesIds: string[];
  libraryId: string;
  /** Default `updated`. A series that has lost its last book is deleted, one that has books again created. */
  kind?: ChangeKind;
  /** Of deleted series, by id: their rows may be gone when people are told. */
  marks?: Readonly<Record<string, SeriesMarks>>;
}

/** Books of one series were added, changed, removed or came back. */
export const bookChanged = channel<BooksChange>('book.changed');
export const seriesChanged = channel<SeriesChange>('series.changed');
/** A book or a series shows another cover, or has one less to choose from. */
export const coverChanged = channel<{
  entityType: 'book' | 'series';
  entityId: string;
  seriesId: string;
  libraryId: string;
  /** An uploaded cover was deleted: whether it was the selected one. */
  removed?: { wasSelected: boolean };
}>('cover.changed');

/** Messages between processes have a bound: long lists of ids go in parts. */
const idsOfMessage = 100;
const deletedOfMessage = 20;

export function publishBooks(events: EventBus, change: BooksChange): void {
  for (const bookIds of chunks(change.bookIds, idsOfMessage))
    events.publish(bookChanged, { ...change, bookIds });
}

export function publishSeries(events: EventBus, change: SeriesChange): void {
  for (const seriesIds of chunks(change.seriesIds, idsOfMessage))
    events.publish(seriesChanged, { ...change, seriesIds });
}

/** How the figures of a library change when books come or go. */
export interface CountChange {
  libraryId: string;
  books: number;
  series: number;
}

/** A series that has lost its last live book: gone for people, although its row may stay. */
interface EmptiedSeries extends SeriesMarks {
  id: string;
  libraryId: string;
}

/** What counting the books of series again has shown. */
export interface Recounted {
  counts: CountChange[];
  emptied: EmptiedSeries[];
  /** Series that had no live book and have some now: new ones, and those that come back. */
  filled: { id: string; libraryId: string }[];
}

export function publishRecounted(
  events: EventBus,
  { emptied, filled }: Pick<Recounted, 'emptied' | 'filled'>,
): void {
  for (const [libraryId, rows] of Map.groupBy(filled, (row) => row.libraryId))
    publishSeries(events, { seriesIds: rows.map(({ id }) => id), libraryId, kind: 'created' });
  for (const [libraryId, rows] of Map.groupBy(emptied, (row) => row.libraryId)) {
    for (const part of chunks(rows, deletedOfMessage)) {
      const marks = part.map(({ id, ageRating, sharingTagIds }) => [id, { ageRating, sharingTagIds }]);
      const seriesIds = part.map(({ id }) => id);
      events.publish(seriesChanged, {
        seriesIds,
        libraryId,
        kind: 'deleted',
        marks: Object.fromEntries(marks),
      });
    }
  }
}

/** A reader's place in these books changed, or is forgotten. */
export const progressChanged = channel<ProgressChange>('progress.changed');

export interface ProgressChange {
  userId: string;
  bookIds: string[];
  deleted: boolean;
}

export function publishProgress(events: EventBus, change: ProgressChange): void {
  for (const bookIds of chunks(change.bookIds, idsOfMessage))
    events.publish(progressChanged, { ...change, bookIds });
}

/** Something is announced to these users. */
export const releasesChanged = channel<{ userIds: string[] }>('releases.changed');

/** What a reader has marked in a book came, changed or went. */
export const annotationsChanged = channel<{ userId: string; bookId: string }>('annotations.changed');

/** Who saw a list before it was deleted: everybody, who sees one of these series, or who sees what a condition finds. */
export type VisibilityEvidence =
  | { kind: 'anybody' }
  | { kind: 'series'; seriesIds: readonly string[] }
  | { kind: 'condition'; condition: unknown };

export interface ListChange {
  id: string;
  kind: ChangeKind;
  /** Of a deleted one. */
  evidence?: VisibilityEvidence;
}

/** A collection or a read list came, changed or went. */
export const collectionChanged = channel<ListChange>('collection.changed');
export const readListChanged = channel<ListChange>('readList.changed');
