// What happens in one window of time, in as few events as tell of it. A scan of ten thousand books must not be ten
// thousand messages to each client.

import type { BooksChange, ChangeKind, SeriesChange } from '#catalog/changes.ts';
import type { ServerEvent } from './event.ts';
import { publicChangeTypes } from './types.ts';

/** Events of single books, and of single series, in one window; beyond, the next larger thing stands for them. */
export const mostBooks = 50;
export const mostSeries = 50;

interface BookNews {
  seriesId: string | null;
  libraryId: string;
  kind: ChangeKind;
}

interface SeriesNews {
  libraryId: string;
  kind: ChangeKind;
}

export interface Window {
  addBooks(change: BooksChange): void;
  addSeries(change: SeriesChange): void;
  /** The events, and an empty window. */
  take(): ServerEvent[];
}

/** What is created and then changed was created; what is deleted is gone, whatever was before. */
const join = (before: ChangeKind | undefined, after: ChangeKind): ChangeKind =>
  before === 'created' && after === 'updated' ? 'created' : after;

export function createWindow(): Window {
  let books = new Map<string, BookNews>();
  let series = new Map<string, SeriesNews>();
  return {
    addBooks({ bookIds, seriesId, libraryId, kind = 'updated' }) {
      for (const id of bookIds) books.set(id, { seriesId, libraryId, kind: join(books.get(id)?.kind, kind) });
    },
    addSeries({ seriesIds, libraryId, kind = 'updated' }) {
      for (const id of seriesIds) series.set(id, { libraryId, kind: join(series.get(id)?.kind, kind) });
    },
    take() {
      const taken = toEvents(books, series);
      books = new Map();
      series = new Map();
      return taken;
    },
  };
}

function toEvents(books: Map<string, BookNews>, series: Map<string, SeriesNews>): ServerEvent[] {
  if (books.size <= mostBooks && series.size <= mostSeries) {
    return [...[...series].map(toSeriesEvent), ...[...books].map(toBookEvent)];
  }
  const touched = new Map(series);
  for (const { seriesId, libraryId } of books.values()) {
    if (seriesId !== null && !touched.has(seriesId)) touched.set(seriesId, { libraryId, kind: 'updated' });
  }
  if (touched.size <= mostSeries)
    return [...touched].map((one) => ({ ...toSeriesEvent(one, ['books']), isStandIn: true }));
  const libraries = new Set([...books.values(), ...series.values()].map(({ libraryId }) => libraryId));
  return [...libraries].map((libraryId) => ({
    type: 'library_updated',
    payload: { libraryId, fields: ['series', 'books'] },
    audience: { kind: 'library', libraryId },
    isStandIn: true,
  }));
}

const toBookEvent = ([bookId, { seriesId, libraryId, kind }]: [string, BookNews]): ServerEvent => ({
  type: publicChangeTypes.book[kind],
  payload: { bookId, seriesId, libraryId },
  audience: seriesId === null ? { kind: 'library', libraryId } : { kind: 'series', libraryId, seriesId },
});

function toSeriesEvent([seriesId, { libraryId, kind }]: [string, SeriesNews], fields?: unknown): ServerEvent {
  return {
    type: publicChangeTypes.series[kind],
    payload: { seriesId, libraryId, ...(Array.isArray(fields) && { fields }) },
    audience: { kind: 'series', libraryId, seriesId },
  };
}
