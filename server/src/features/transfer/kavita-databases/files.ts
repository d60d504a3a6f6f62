// The files of Kavita, which are our books. Several may be one chapter; its pages are counted over all of them.
import { groupBy, type TheirBook, toNumber, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
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
  pages: number;
}

/** By their chapter, in the order in which its pages are counted. */
export type Files = ReadonlyMap<string, readonly File[]>;

/** Files in the order in which their pages are counted. */
export function readFiles(database: GivenDatabase): File[] {
  const edits = readChapterMetadata(database);
  const covers = readChosenCovers(database, 'Chapter');
  const series = new Map(database.read('Series', ['Id', 'LibraryId']).map((row) => [toText(row.Id), row]));
  const volumes = new Map(database.read('Volume', ['Id', 'SeriesId']).map((row) => [toText(row.Id), row]));
  const chapters = new Map(database.read('Chapter', ['Id', 'VolumeId']).map((row) => [toText(row.Id), row]));
  const columns = ['Id', 'ChapterId', 'FilePath', 'Bytes', 'Pages', 'Format', 'KoreaderHash'];
  const rows = joinFolders(database.read('MangaFile', columns));
  const alone = groupBy(rows, 'ChapterId');
  return rows
    .toSorted((a, b) => (toText(a.FilePath) < toText(b.FilePath) ? -1 : 1))
    .map((row) => {
      const chapterId = toText(row.ChapterId);
      const volume = volumes.get(toText(chapters.get(chapterId)?.VolumeId));
      const seriesId = toText(volume?.SeriesId);
      const isAlone = alone.get(chapterId)?.length === 1;
      return {
        chapterId,
        isText: row.Format === epub,
        isPdf: row.Format === pdf,
        pages: toNumber(row.Pages) ?? 0,
        book: {
          id: toText(row.Id),
          seriesId,
          libraryId: toText(series.get(seriesId)?.LibraryId),
          path: toText(row.FilePath),
          sizeBytes: toNumber(row.Bytes) ?? 0,
          readerHash: toText(row.KoreaderHash).toLowerCase(),
          // What is said of a chapter is said of one of its files only when it is the only one.
          edits: isAlone ? (edits.get(chapterId) ?? {}) : {},
          described: {},
          cover: isAlone ? covers.get(chapterId) : undefined,
        },
      };
    });
}

/** Every picture of a folder is a file there; the folder is one book here. */
function joinFolders(rows: readonly GivenRow[]): GivenRow[] {
  const folders = Map.groupBy(
    rows.filter(({ Format }) => Format === images),
    ({ ChapterId, FilePath }) => `${toText(ChapterId)} ${toFolder(toText(FilePath))}`,
  );
  const joined = [...folders.values()].flatMap(([first, ...more]): GivenRow[] => {
    if (!first) return [];
    const all = [first, ...more];
    const sum = (name: 'Pages' | 'Bytes') =>
      all.reduce((total, row) => total + (toNumber(row[name]) ?? 0), 0);
    const FilePath = toFolder(toText(first.FilePath));
    return [{ ...first, FilePath, Pages: sum('Pages'), Bytes: sum('Bytes'), KoreaderHash: null }];
  });
  return [...rows.filter(({ Format }) => Format !== images), ...joined];
}

const toFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Libraries with folders of images. */
export function listFolderLibraries(database: GivenDatabase): ReadonlySet<string> {
  const columns = ['ChapterId', 'Format'];
  const chapterIds = new Set(
    database.read('MangaFile', columns, { Format: images }).map(({ ChapterId }) => toText(ChapterId)),
  );
  const volumeIds = new Set(
    database
      .read('Chapter', ['Id', 'VolumeId'])
      .flatMap(({ Id, VolumeId }) => (chapterIds.has(toText(Id)) ? toText(VolumeId) : [])),
  );
  const seriesIds = new Set(
    database
      .read('Volume', ['Id', 'SeriesId'])
      .flatMap(({ Id, SeriesId }) => (volumeIds.has(toText(Id)) ? toText(SeriesId) : [])),
  );
  return new Set(
    database
      .read('Series', ['Id', 'LibraryId'])
      .flatMap(({ Id, LibraryId }) => (seriesIds.has(toText(Id)) ? toText(LibraryId) : [])),
  );
}

/** The file of a page of a chapter, counted from 0, and the page in it. */
export function findFile(files: readonly File[], page: number): { file: File; page: number } | undefined {
  let left = page;
  for (const file of files) {
    if (left < file.pages) return { file, page: left };
    left -= file.pages;
  }
  return undefined;
}
