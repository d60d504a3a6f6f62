// Reads a page of an image folder from its file. The scanned state may be older than the file.
import { lstat } from 'node:fs/promises';
import type { StoredEntry } from '@lectern/formats/content';
import { findImageMediaType } from '@lectern/formats/image/header';
import { defaultLimits } from '@lectern/formats/limits';
import type { BookFile } from '#catalog/books/files.ts';
import { notFound, Problem, replacedNow } from '#infrastructure/errors.ts';
import type { Buffers } from '#infrastructure/files/buffers.ts';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';
import type { OpenFiles } from '#infrastructure/files/open-files.ts';
import { toFileVersion } from '#infrastructure/files/versions.ts';
import type { BorrowedBytes } from '#infrastructure/http/routes/answers.ts';
import { toStorageProblem } from '#infrastructure/workers/failures.ts';

export interface PageFile {
  /** Version of the file (infrastructure/files/versions.ts). */
  version: string;
  sizeBytes: number;
  modifiedUs: number;
}

const toPath = ({ root, relativePath }: BookFile, { name }: Pick<StoredEntry, 'name'>) =>
  toNativePath(root, joinNames(relativePath, name));

/** Throws `not_found` if the file is missing or not a regular file: a link could leave the library. */
export async function findPageFile(book: BookFile, page: Pick<StoredEntry, 'name'>): Promise<PageFile> {
  const facts = await lstat(toPath(book, page)).catch((error: NodeJS.ErrnoException) => {
    throw toStorageProblem(error.code ?? 'EIO', error);
  });
  if (!facts.isFile()) throw notFound('page');
  return {
    version: toFileVersion(facts),
    sizeBytes: facts.size,
    modifiedUs: Math.round(facts.mtimeMs * 1000),
  };
}

interface PageReadRequest {
  files: OpenFiles;
  buffers: Buffers;
  book: BookFile;
  entry: StoredEntry;
  mustBeImage: boolean;
}

/**
 * Throws `page_extraction_failed`, `not_found`, or `conflict` if the size of the file differs from the scanned entry.
 */
export async function borrowPage({
  files,
  buffers,
  book,
  entry,
  mustBeImage,
}: PageReadRequest): Promise<BorrowedBytes> {
  const { version } = await findPageFile(book, entry);
  if (entry.sizeBytes > defaultLimits.maxEntryBytes)
    throw broken(entry, 'exceeds the maximum size of a page', 'too_large');
  const read = files.use(
    toPath(book, entry),
    async (file) => {
      if (file.version !== version || file.sizeBytes !== entry.sizeBytes) throw replacedNow();
      const { bytes, release } = buffers.lease(entry.sizeBytes);
      const page = bytes.subarray(0, entry.sizeBytes);
      const length = await file.readInto(page, 0);
      if (length < page.length || !(await file.isUntouched())) throw replacedNow();
      if (mustBeImage && !findImageMediaType(page)) throw broken(entry, 'is not an image', 'undecodable');
      return { bytes: page, release };
    },
    version,
  );
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Problem || error.code === undefined || !/^E[A-Z]+$/.test(error.code)) throw error;
    throw toStorageProblem(error.code, error);
  });
}

const broken = ({ name }: StoredEntry, what: string, reason: string): Problem =>
  new Problem('page_extraction_failed', `${name} ${what}`, { details: { entry: name, reason } });
