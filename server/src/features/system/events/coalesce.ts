// Coalesces the changes of a time window into a few events. A scan of ten thousand books must not send ten thousand
// messages to each client.
import type { Permission } from '@lectern/contract/values';
import type { BooksChange, ChangeKind, SeriesChange } from '#catalog/changes.ts';
import type { SeriesMarks } from '#infrastructure/access/viewer.ts';
import type { ServerEvent } from './event.ts';
import { publicChangeTypes } from './types.ts';

/**
 * Maximum number of events of books and of series per window. Beyond it, one event of their series or library replaces
 * them.
 */
const maxBooks = 50;
const maxSeries = 50;

interface SeriesNews {
  libraryId: string;
  kind: ChangeKind;
  /** Age rating and tags of a deleted series. */
  marks?: SeriesMarks | undefined;
}

interface BookNews extends SeriesNews {
  seriesId: string | null;
}

/** A created or deleted item stays so if an update follows; otherwise the last kind applies. */
const join = (before: ChangeKind | undefined, after: ChangeKind): ChangeKind =>
  before !== undefined && after === 'updated' ? before : after;

export class Window {
  #books = new Map<string, BookNews>();
  #series = new Map<string, SeriesNews>();

  addBooks({ bookIds, seriesId, libraryId, kind = 'updated', marks }: BooksChange): void {
    for (const id of bookIds) {
      const before = this.#books.get(id);
      this.#books.set(id, {
        seriesId,
        libraryId,
        kind: join(before?.kind, kind),
        marks: marks ?? before?.marks,
      });
    }
  }

  addSeries({ seriesIds, libraryId, kind = 'updated', marks }: SeriesChange): void {
    for (const id of seriesIds) {
      const before = this.#series.get(id);
      this.#series.set(id, {
        libraryId,
        kind: join(before?.kind, kind),
        marks: marks?.[id] ?? before?.marks,
      });
    }
  }

  /** Returns the events and empties the window. */
  take(): ServerEvent[] {
    const events = toEvents(this.#books, this.#series);
    this.#books = new Map();
    this.#series = new Map();
    return events;
  }
}

/** A viewer with one of these permissions may know that a library or series has changed. */
const readsContent: readonly Permission[] = ['libraries:read', 'series:read', 'books:read'];

function toEvents(books: Map<string, BookNews>, series: Map<string, SeriesNews>): ServerEvent[] {
  const deleted = [...series].filter(([, { kind }]) => kind === 'deleted');
  const present = [...series].filter(([, { kind }]) => kind !== 'deleted');
  if (books.size <= maxBooks && series.size <= maxSeries) {
    // Books are created after their series and deleted before it.
    return [...present.map(toSeriesEvent), ...[...books].map(toBookEvent), ...deleted.map(toSeriesEvent)];
  }
  const touched = new Map(present);
  for (const { seriesId, libraryId } of books.values()) {
    if (seriesId !== null && !series.has(seriesId)) touched.set(seriesId, { libraryId, kind: 'updated' });
  }
  if (touched.size + deleted.length <= maxSeries) return [...touched, ...deleted].map(toSeriesPlaceholder);
  const libraries = new Set([...books.values(), ...series.values()].map(({ libraryId }) => libraryId));
  return [...libraries].map((libraryId) => ({
    type: 'library_updated',
    payload: { libraryId, fields: ['series', 'books'] },
    audience: { kind: 'library', libraryId, anyOf: readsContent },
    isPlaceholder: true,
  }));
}

const toBookEvent = ([bookId, { seriesId, libraryId, kind, marks }]: [string, BookNews]): ServerEvent => ({
  type: publicChangeTypes.book[kind],
  payload: { bookId, seriesId, libraryId },
  audience:
    seriesId === null
      ? { kind: 'library', libraryId, anyOf: ['books:read'] }
      : { kind: 'series', libraryId, seriesId, anyOf: ['books:read'], marks },
});

const toSeriesEvent = ([seriesId, { libraryId, kind, marks }]: [string, SeriesNews]): ServerEvent => ({
  type: publicChangeTypes.series[kind],
  payload: { seriesId, libraryId },
  audience: { kind: 'series', libraryId, seriesId, anyOf: ['series:read'], marks },
});

const toSeriesPlaceholder = ([seriesId, { libraryId, kind, marks }]: [string, SeriesNews]): ServerEvent => ({
  type: publicChangeTypes.series[kind],
  payload: { seriesId, libraryId, fields: ['books'] },
  audience: { kind: 'series', libraryId, seriesId, anyOf: ['series:read', 'books:read'], marks },
  isPlaceholder: true,
});
