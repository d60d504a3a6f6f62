// The open file of a book, with errors of the disk as problems of the API.
import type { BookFile } from '#catalog/files.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { OpenFile, OpenFiles } from '#infrastructure/files/open-files.ts';
import { toStorageProblem } from '#infrastructure/workers/failures.ts';

/** Throws not_found when the file is missing, unavailable when it cannot be read now. */
export function withFile<T>(
  files: OpenFiles,
  book: BookFile,
  work: (file: OpenFile) => Promise<T>,
  version?: string,
): Promise<T> {
  return files.use(book.path, work, version).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Problem || error.code === undefined || !/^E[A-Z]+$/.test(error.code)) throw error;
    throw toStorageProblem(error.code, error);
  });
}
