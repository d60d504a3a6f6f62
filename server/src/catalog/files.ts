// The file of a book for a viewer: the one look-up of every page, cover and download. Kept in memory for seconds
// and forgotten as soon as the book changes; who may see it is asked each time.

import type { FileFormat } from '@lectern/contract/reading';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Db } from '#kernel/database/dialect.ts';
import { notFound } from '#kernel/errors.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import { joinNames, toNativePath } from '#kernel/files/names.ts';
import { createRecent } from '#kernel/recent.ts';
import { bookChanged } from './changes.ts';
import { toCoverVersion } from './cover-versions.ts';
import { type Libraries, libraryShrunk } from './libraries.ts';
import type { Sight } from './visible.ts';

export interface BookFile {
  id: string;
  libraryId: string;
  seriesId: string;
  title: string;
  fileName: string;
  format: FileFormat;
  /** As it was when it was last read. */
  sizeBytes: number;
  modifiedUs: number;
  hash: string;
  pageCount: number;
  coverId: string | null;
  thumbnailState: number;
  coverVersion: string;
  isDeleted: boolean;
  /** Where the file system has it. */
  path: string | Buffer;
  /** The same below its root, as text, for worker processes. */
  root: string;
  relativePath: string;
}

export interface BookFileReads {
  /** Throws not_found when the book does not exist for the viewer; a deleted book is found. */
  get(viewer: Viewer, id: string): Promise<BookFile>;
}

const maxAgeMs = 5_000;

export function createBookFileReads({
  db,
  libraries,
  sight,
  events,
  clock,
}: {
  db: Db;
  libraries: Libraries;
  sight: Sight;
  events: EventBus;
  clock: Clock;
}): BookFileReads {
  const known = createRecent<{ file: BookFile; atMs: number }>(5_000);
  events.subscribe(bookChanged, ({ bookIds }) => {
    for (const id of bookIds) known.delete(id);
  });
  // Its folders may be others now.
  events.subscribe(libraryShrunk, ({ libraryId }) => {
    for (const [id, { file }] of known.entries()) if (file.libraryId === libraryId) known.delete(id);
  });

  async function read(id: string): Promise<BookFile | undefined> {
    const row = await db
      .selectFrom('book')
      .innerJoin('libraryRoot', 'libraryRoot.id', 'book.rootId')
      .select([
        'book.id',
        'book.libraryId',
        'book.seriesId',
        'book.title',
        'book.folder',
        'book.fileName',
        'book.fileFormat',
        'book.fileSize',
        'book.fileModifiedUs',
        'book.fileHash',
        'book.pageCount',
        'book.coverId',
        'book.thumbnailState',
        'book.deletedAt',
        'book.updatedAt',
        'libraryRoot.path as root',
      ])
      .where('book.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const relativePath = joinNames(row.folder, row.fileName);
    return {
      id: row.id,
      libraryId: row.libraryId,
      seriesId: row.seriesId,
      title: row.title,
      fileName: row.fileName,
      format: row.fileFormat as FileFormat,
      sizeBytes: row.fileSize,
      modifiedUs: row.fileModifiedUs,
      hash: row.fileHash,
      pageCount: row.pageCount,
      coverId: row.coverId,
      thumbnailState: row.thumbnailState,
      coverVersion: toCoverVersion(row),
      isDeleted: row.deletedAt !== null,
      path: toNativePath(row.root, relativePath),
      root: row.root,
      relativePath,
    };
  }

  return {
    async get(viewer, id) {
      let entry = known.get(id);
      if (!entry || clock() - entry.atMs > maxAgeMs) {
        const atMs = clock();
        const file = await read(id);
        if (!file) throw notFound('book');
        entry = { file, atMs };
        known.set(id, entry);
      }
      if (!(await libraries.find(viewer, entry.file.libraryId))) throw notFound('book');
      if (!(await sight.passesRule(viewer, entry.file.seriesId))) throw notFound('book');
      return entry.file;
    },
  };
}
