// Files of Kavita, each of which is a book in Lectern. A chapter may have several files; its page numbers continue
// across them.
import {
  createPool,
  gather,
  readTexts,
  type TheirBook,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { readChosenCovers } from './covers.ts';
import { readChapterMetadata } from './metadata.ts';

const images = 0;
const epub = 3;
const pdf = 4;

export interface File {
  book: TheirBook;
  chapterId: string;
  isText: boolean;
  isPdf: boolean;
  /** A folder of images. */
  isFolder: boolean;
  pages: number;
}

/** Files by chapter id, in page order. */
export type Files = ReadonlyMap<string, readonly File[]>;

/** Returns files in page order. */
export function readFiles(database: GivenDatabase): File[] {
  const edits = readChapterMetadata(database);
  const covers = readChosenCovers(database, 'Chapter');
  const libraryOf = readTexts(database, { table: 'Series', key: 'Id', value: 'LibraryId' });
  const seriesOf = readTexts(database, { table: 'Volume', key: 'Id', value: 'SeriesId' });
  const volumeOf = readTexts(database, { table: 'Chapter', key: 'Id', value: 'VolumeId' });
  const table = {
    table: 'MangaFile',
    columns: ['Id', 'ChapterId', 'FilePath', 'Bytes', 'Pages', 'Format', 'KoreaderHash'],
  };
  const counts = new Map<string, number>();
  /** Kavita stores each image of a folder as a file. In Lectern, the folder is one book. */
  const folders = new Map<string, File>();
  const share = createPool();
  const files = gather(database, table, (row): File[] => {
    const chapterId = toText(row.ChapterId);
    const isFolder = row.Format === images;
    const path = isFolder ? toFolder(toText(row.FilePath)) : toText(row.FilePath);
    const pages = toNumber(row.Pages) ?? 0;
    const sizeBytes = toNumber(row.Bytes) ?? 0;
    const key = `${chapterId} ${path}`;
    const folder = isFolder ? folders.get(key) : undefined;
    if (folder) {
      folder.pages += pages;
      folder.book.sizeBytes += sizeBytes;
      return [];
    }
    const seriesId = seriesOf.get(volumeOf.get(chapterId) ?? '') ?? '';
    counts.set(chapterId, (counts.get(chapterId) ?? 0) + 1);
    const book = share({
      id: toText(row.Id),
      seriesId,
      libraryId: libraryOf.get(seriesId) ?? '',
      path,
      sizeBytes,
      readerHash: isFolder ? '' : toText(row.KoreaderHash).toLowerCase(),
      edits: {},
      cover: undefined,
    });
    const kind = { isText: row.Format === epub, isPdf: row.Format === pdf, isFolder };
    const file = { chapterId, ...kind, pages, book };
    if (isFolder) folders.set(key, file);
    return [file];
  });
  files.sort((a, b) => (a.book.path < b.book.path ? -1 : 1));
  return files.map((file) => {
    const { chapterId, book } = file;
    const edited = edits.get(chapterId);
    const cover = covers.get(chapterId);
    // Edits and covers of a chapter apply to its file only if it has exactly one.
    if (counts.get(chapterId) !== 1 || (!edited && !cover)) return file;
    return { ...file, book: { ...book, edits: edited ?? {}, cover } };
  });
}

const toFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Ids of libraries with folders of images. */
export const listFolderLibraries = (files: readonly File[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ isFolder, book }) => (isFolder ? book.libraryId : [])));

/** Maps a zero-based page of a chapter to the file and the page within it. */
export function findFile(files: readonly File[], page: number): { file: File; page: number } | undefined {
  let left = page;
  for (const file of files) {
    if (left < file.pages) return { file, page: left };
    left -= file.pages;
  }
  return undefined;
}
