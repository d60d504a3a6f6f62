// Events about library changes, for caches and notifications.
import type { SeriesMarks } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';

export type ChangeKind = 'created' | 'updated' | 'deleted';

export interface BooksChange {
  bookIds: string[];
  seriesId: string | null;
  libraryId: string;
  /** Default: `updated`. Soft-deleting a book is `deleted`, restoring it is `created`. */
  kind?: ChangeKind;
  /** For deleted books: marks of their series, whose row may no longer exist when the event is handled. */
  marks?: SeriesMarks | undefined;
}

export interface SeriesChange {
  seriesIds: string[];
  libraryId: string;
  /** Default: `updated`. Losing the last book is `deleted`, having books again is `created`. */
  kind?: ChangeKind;
  /** For deleted series, by id: their rows may no longer exist when the event is handled. */
  marks?: Readonly<Record<string, SeriesMarks>>;
}

/** Books of one series were added, changed, deleted or restored. */
export const bookChanged = channel<BooksChange>('book.changed');
export const seriesChanged = channel<SeriesChange>('series.changed');
/** Another cover is selected, or an uploaded cover was deleted. */
export interface CoverChange {
  removed?: { wasSelected: boolean } | undefined;
}

/** A book or series shows another cover, or an unselected cover was removed. */
export const coverChanged = channel<
  CoverChange & { entityType: 'book' | 'series'; entityId: string; seriesId: string; libraryId: string }
>('cover.changed');

/** Events between processes have a size limit, so long lists of ids are split. */
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

/** Change of a library's counts when books are added or removed. */
export interface CountChange {
  libraryId: string;
  books: number;
  series: number;
}

/** A series without live books. Hidden from users, although its row may remain. */
interface EmptiedSeries extends SeriesMarks {
  id: string;
  libraryId: string;
}

/** Result of recounting the books of series. */
export interface Recounted {
  counts: CountChange[];
  emptied: EmptiedSeries[];
  /** Series that have live books again or for the first time. */
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

/** A user's position in these books changed or was removed. */
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

/** New releases were announced to these users. */
export const releasesChanged = channel<{ userIds: string[] }>('releases.changed');

/** An annotation of the user in the book was created, changed or deleted. */
export const annotationsChanged = channel<{ userId: string; bookId: string }>('annotations.changed');

/**
 * Users who could see a list before it was deleted: everyone, users who see one of these series, or users who see a match of
 * a condition.
 */
export type VisibilityEvidence =
  | { kind: 'anybody' }
  | { kind: 'series'; seriesIds: readonly string[] }
  | { kind: 'condition'; condition: unknown };

export interface ListChange {
  id: string;
  kind: ChangeKind;
  /** Set if the list shows another cover or an uploaded cover was deleted. */
  cover?: CoverChange | undefined;
  /** Set if the list was deleted. */
  evidence?: VisibilityEvidence;
}

/** A collection or read list was created, changed or deleted. */
export const collectionChanged = channel<ListChange>('collection.changed');
export const readListChanged = channel<ListChange>('readList.changed');
