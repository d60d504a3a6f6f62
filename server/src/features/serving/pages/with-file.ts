// Opens the file of a book or one of its later volumes, and converts file system errors to API errors.
import { lstat } from 'node:fs/promises';
import { findVolume, listStarts, type VolumeFile } from '@lectern/formats/archive/rar/volumes/source';
import type { StoredEntry } from '@lectern/formats/content';
import type { BookFile } from '#catalog/books/files.ts';
import { notFound, Problem, replacedNow } from '#infrastructure/errors.ts';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';
import type { OpenFile, OpenFiles } from '#infrastructure/files/open-files.ts';
import { toFileVersion } from '#infrastructure/files/versions.ts';
import { toStorageProblem } from '#infrastructure/workers/failures.ts';

/** Throws `not_found` if the file is missing, and `unavailable` if it cannot be read. */
export const withFile = <T>(
  files: OpenFiles,
  book: BookFile,
  work: (file: OpenFile) => Promise<T>,
  version?: string,
): Promise<T> => withStorageProblems(() => files.use(book.path, work, version));

const withStorageProblems = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Problem || error.code === undefined || !/^E[A-Z]+$/.test(error.code)) throw error;
    throw toStorageProblem(error.code, error);
  });

interface InVolume {
  volume: VolumeFile;
  /** Offset of the entry in the volume. */
  offset: number;
}

/** Undefined for entries in the first volume, which is the book's file. */
export function findLaterVolume(
  volumes: readonly VolumeFile[],
  { offset }: StoredEntry,
): InVolume | undefined {
  const starts = listStarts(volumes);
  const place = findVolume(starts, offset);
  const volume = volumes[place];
  return volume && place > 0 ? { volume, offset: offset - (starts[place] ?? 0) } : undefined;
}

/**
 * Throws `not_found` if the volume is missing or not a regular file, and `conflict` if it was replaced since the scan.
 */
export function useVolume<T>(
  files: OpenFiles,
  { root, relativePath }: BookFile,
  { volume: { name, sizeBytes, modifiedUs } }: InVolume,
  work: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const folder = relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')));
  const path = toNativePath(root, joinNames(folder, name));
  return withStorageProblems(async () => {
    const facts = await lstat(path);
    // A link could leave the library.
    if (!facts.isFile()) throw notFound('file');
    return files.use(
      path,
      (file) => {
        if (file.sizeBytes !== sizeBytes || file.modifiedUs !== modifiedUs) throw replacedNow();
        return work(file);
      },
      toFileVersion(facts),
    );
  });
}
