// The changes that a device is to be sent: the difference between what it has and what it is to hold. Pure.
import { hash } from 'node:crypto';
import type { BookRow } from '#catalog/book-rows.ts';
import type { KoboBookTable } from '#schema/tables/kobo.ts';

export const changeKinds = ['new', 'changed', 'metadata', 'progress', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What a device has of a book once it was synced. */
export interface Known {
  stamp: string;
  progressAt: number | null;
}

export interface Change extends Known {
  bookId: string;
  kind: ChangeKind;
}

/** Changes with everything of the book that a device is sent, apart from its position. */
const toStamp = (book: BookRow): string =>
  hash(
    'sha1',
    JSON.stringify([
      ...[book.title, book.seriesTitle, book.number, book.updatedAt],
      ...[book.fileHash, book.fileSize, book.coverId],
    ]),
    'base64url',
  );

export const toKnown = (book: BookRow): Known => ({
  stamp: toStamp(book),
  progressAt: book.progress?.updatedAt ?? null,
});

/**
 * Removed books first, so that there is space; then in the order of `wanted`. A device reads the metadata of a changed
 * book separately, and its position only where nothing else changed.
 */
export function planChanges(sent: readonly KoboBookTable[], wanted: ReadonlyMap<string, Known>): Change[] {
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
