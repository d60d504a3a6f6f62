// Messages about what changed in the library, for caches and for whoever tells people.
import { channel } from '#kernel/events/bus.ts';

/** Books of one series were added, changed, removed or came back. */
export const bookChanged = channel<{ bookIds: string[]; seriesId: string | null; libraryId: string }>(
  'book.changed',
);
export const seriesChanged = channel<{ seriesIds: string[]; libraryId: string }>('series.changed');

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
