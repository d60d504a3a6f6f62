// Messages about what changed in the library, for caches and for whoever tells people.
import { channel, type EventBus } from '#kernel/events/bus.ts';

export type ChangeKind = 'created' | 'updated' | 'deleted';

export interface BooksChange {
  bookIds: string[];
  seriesId: string | null;
  libraryId: string;
  /** Default `updated`. A soft-deleted book is deleted, one that returned created. */
  kind?: ChangeKind;
}

export interface SeriesChange {
  seriesIds: string[];
  libraryId: string;
  kind?: ChangeKind;
}

/** Books of one series were added, changed, removed or came back. */
export const bookChanged = channel<BooksChange>('book.changed');
export const seriesChanged = channel<SeriesChange>('series.changed');
/** A book or a series shows another cover. */
export const coverChanged = channel<{
  entityType: 'book' | 'series';
  entityId: string;
  seriesId: string;
  libraryId: string;
}>('cover.changed');

/** Messages between processes have a bound: long lists of ids go in parts. */
const idsOfMessage = 100;

export function publishBooks(events: Pick<EventBus, 'publish'>, change: BooksChange): void {
  for (let i = 0; i < change.bookIds.length; i += idsOfMessage)
    events.publish(bookChanged, { ...change, bookIds: change.bookIds.slice(i, i + idsOfMessage) });
}

export function publishSeries(events: Pick<EventBus, 'publish'>, change: SeriesChange): void {
  for (let i = 0; i < change.seriesIds.length; i += idsOfMessage)
    events.publish(seriesChanged, { ...change, seriesIds: change.seriesIds.slice(i, i + idsOfMessage) });
}

/** How the figures of a library change when books come or go. */
export interface CountChange {
  libraryId: string;
  books: number;
  series: number;
}

/** A reader's place in these books changed, or is forgotten. */
export const progressChanged = channel<{ userId: string; bookIds: string[]; deleted: boolean }>(
  'progress.changed',
);
/** A collection or a read list came, changed or went. */
export const collectionChanged = channel<{ id: string; kind: 'created' | 'updated' | 'deleted' }>(
  'collection.changed',
);
export const readListChanged = channel<{ id: string; kind: 'created' | 'updated' | 'deleted' }>(
  'readList.changed',
);
