// Stores what belongs to saved books: the places of their pages, metadata and errors.
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ReadingError } from '../book-parsing/index.ts';
import type { ReadFile } from './read-file.ts';
import { toMetadataRow } from './rows.ts';

interface Dependencies {
  books: BookFiles;
  errors: BookErrors;
}

export async function saveDetails(
  { books, errors }: Dependencies,
  tx: Tx,
  written: readonly { bookId: string; one: { file: ReadFile } }[],
  nowMs: number,
): Promise<void> {
  const contents = written.flatMap(({ bookId, one: { file } }) => {
    const { content, sizeBytes, modifiedUs } = file.reading;
    return content ? [{ bookId, fileSize: sizeBytes, fileModifiedUs: modifiedUs, content }] : [];
  });
  await books.saveContents(tx, contents);
  const metadata = written.flatMap(({ bookId, one }) => {
    const found = one.file.reading.metadata;
    return found ? [toMetadataRow(found, { id: newId(), bookId, nowMs })] : [];
  });
  await books.saveMetadata(
    tx,
    written.map(({ bookId }) => bookId),
    metadata,
  );
  await errors.replace(
    tx,
    written.map(({ bookId, one }) => ({
      bookId,
      faults: one.file.reading.faults.map(toBookError),
    })),
  );
}

export const toBookError = ({ kind, message, entry, reason }: ReadingError) => ({
  errorType: kind,
  message,
  details: { ...(entry !== undefined && { entry }), ...(reason !== undefined && { reason }) },
});
