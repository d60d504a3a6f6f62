// The columns of a book row that identify its file, as a match stores them.
import type { BookTable } from '#schema/tables/libraries/book.ts';

export type FileLocation = Pick<BookTable, 'rootId' | 'folder' | 'fileName'>;

/** The identity of a former file. */
export type Former = FileLocation & Pick<BookTable, 'fileFormat' | 'fileHash' | 'fileSize' | 'pageHash'>;

export const toFile = ({ rootId, folder, fileName }: FileLocation): FileLocation => ({
  rootId,
  folder,
  fileName,
});

export const toFormer = ({ fileFormat, fileHash, fileSize, pageHash, ...row }: Former): Former => ({
  ...toFile(row),
  fileFormat,
  fileHash,
  fileSize,
  pageHash,
});

export const isSameLocation = (a: FileLocation, b: FileLocation): boolean =>
  a.rootId === b.rootId && a.folder === b.folder && a.fileName === b.fileName;
