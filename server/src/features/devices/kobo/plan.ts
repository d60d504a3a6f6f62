// Plans the changes to send to a device: the difference between its books and the books it should have. Pure.
import { hash } from 'node:crypto';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { KoboBookTable } from '#schema/tables/devices/kobo.ts';

export const changeKinds = ['new', 'changed', 'metadata', 'progress', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** State of a book on a device after a sync. */
export interface SyncedState {
  stamp: string;
  progressAt: number | null;
}

export interface Change extends SyncedState {
  bookId: string;
  kind: ChangeKind;
}

/** Changes with all data of the book that is sent to the device, except its position. */
const toStamp = (book: BookRow): string =>
  hash(
    'sha1',
    JSON.stringify([
      ...[book.title, book.seriesTitle, book.number, book.updatedAt],
      ...[book.fileHash, book.fileSize, book.coverId],
    ]),
    'base64url',
  );

export const toKnown = (book: BookRow): SyncedState => ({
  stamp: toStamp(book),
  progressAt: book.progress?.updatedAt ?? null,
});

/**
 * Removed books come first to free space, followed by the order of `wanted`. The device requests metadata of a changed
 * book separately. Its position is only sent if nothing else changed.
 */
export function planChanges(
  sent: readonly KoboBookTable[],
  wanted: ReadonlyMap<string, SyncedState>,
): Change[] {
  const sentOf = new Map(sent.map((row) => [row.bookId, row]));
  const removed = sent
    .filter(({ bookId, isArchived }) => isArchived === 0 && !wanted.has(bookId))
    .map(({ bookId, stamp, progressAt }): Change => ({ bookId, kind: 'removed', stamp, progressAt }));
  const others = [...wanted].flatMap(([bookId, known]): Change[] => {
    const before = sentOf.get(bookId);
    if (before?.isArchived === 1) return [];
    if (!before) return [{ bookId, kind: 'new', ...known }];
    const kinds: ChangeKind[] = [];
    if (before.stamp !== known.stamp) kinds.push('changed', 'metadata');
    if (before.progressAt !== known.progressAt) kinds.push('progress');
    return kinds.map((kind) => ({ bookId, kind, ...known }));
  });
  return [...removed, ...others];
}
