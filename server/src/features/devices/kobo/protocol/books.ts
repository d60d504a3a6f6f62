// Converts books to Kobo's format with a fixed number of statements.
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Kobo, KoboEvent } from '#features/devices/kobo/index.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type KoboBook, toEntitlement, toMetadata, toRemovedMetadata } from './entitlements.ts';
import { toReadingState } from './reading-state.ts';

interface Dependencies {
  kobo: Kobo;
  metadata: BookMetadataService;
  publications: PublicationService;
  clock(): number;
}

export function createKoboBooks({ kobo, metadata, publications, clock }: Dependencies) {
  async function describe(rows: readonly BookRow[]): Promise<Map<string, KoboBook>> {
    const known = await metadata.list(rows);
    const fixed = await publications.listFixed(rows.map(({ id }) => id));
    return new Map(
      rows.map((row) => [row.id, { row, metadata: known.get(row.id), isFixed: fixed.has(row.id) }]),
    );
  }

  async function toStates(viewer: Viewer, rows: readonly BookRow[]) {
    const states = await kobo.states.list(viewer, rows);
    return new Map(
      rows.flatMap(({ id, createdAt }) => {
        const state = states.get(id);
        return state ? [[id, toReadingState(id, state, createdAt)] as const] : [];
      }),
    );
  }

  function toRemoved(id: string) {
    const nowMs = clock();
    const times = { createdAt: nowMs, updatedAt: nowMs };
    return {
      ChangedEntitlement: {
        BookEntitlement: toEntitlement(id, times, true),
        BookMetadata: toRemovedMetadata(id),
      },
    };
  }

  return {
    toStates,

    async toMetadata(row: BookRow, base: string) {
      const book = (await describe([row])).get(row.id);
      return book ? [toMetadata(book, base)] : [];
    },

    /** `base` is the URL of the device. */
    async toEvents(viewer: Viewer, events: readonly KoboEvent[], base: string): Promise<object[]> {
      const all = events.flatMap((event) => (event.kind === 'removed' ? [] : [event.book]));
      const rows = [...new Map(all.map((row) => [row.id, row])).values()];
      const books = await describe(rows);
      const states = await toStates(viewer, rows);
      return events.flatMap((event): object[] => {
        if (event.kind === 'removed') return [toRemoved(event.bookId)];
        const { kind, book: row } = event;
        const book = books.get(row.id);
        const state = states.get(row.id);
        return book && state ? [toSentBook(kind, { book, state, base })] : [];
      });
    },
  };
}

/**
 * Devices ignore the reading state in a changed entitlement, and metadata of a known one. Each is therefore sent
 * separately.
 */
function toSentBook(
  kind: Exclude<KoboEvent['kind'], 'removed'>,
  { book, state, base }: { book: KoboBook; state: object; base: string },
): object {
  if (kind === 'progress') return { ChangedReadingState: { ReadingState: state } };
  const metadata = toMetadata(book, base);
  if (kind === 'metadata') return { ChangedProductMetadata: metadata };
  const { id } = book.row;
  const whole = { BookEntitlement: toEntitlement(id, book.row), BookMetadata: metadata, ReadingState: state };
  return kind === 'new' ? { NewEntitlement: whole } : { ChangedEntitlement: whole };
}
