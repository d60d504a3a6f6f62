// Files and folders that a stranger's database names. Covers may be files beside it: only those below its folder are taken,
// and none of a database that was uploaded alone, which nothing lies beside and whose own folder nobody knows. What came in
// an archive is unpacked anew each time that it is needed, wherever there is room for it.
import { resolve } from 'node:path';
import type { Snapshot, TheirCover } from '#features/transfer/peer-databases/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';

type Covered = Pick<Snapshot['books'][number], 'cover'>;

/** What stands for the folder of a database that was uploaded: calibre's books lie below it. */
const uploadedFolder = '/uploaded';
/** What stands for the folder of an archive, in the paths of files that came in it. No path begins so. */
const archiveFolder = 'archive:';

/**
 * What was read may name nothing outside its folder. `isUploaded`: nobody knows that folder; `isArchive`: what lies in it was
 * uploaded as well.
 */
export function confinePaths(
  snapshot: Snapshot,
  { folder, isUploaded, isArchive }: { folder: string; isUploaded: boolean; isArchive: boolean },
): Snapshot {
  let lost = 0;
  const toShown = (path: string): string =>
    isUploaded && isWithin(path, folder) ? uploadedFolder + path.slice(folder.length) : path;
  const toFile = (path: string): string => (isArchive ? archiveFolder + path.slice(folder.length) : path);
  const confine = <T extends Covered>(one: T): T => {
    const { cover } = one;
    if (cover === undefined || cover instanceof Uint8Array) return one;
    const file = resolve(cover.file);
    if ((!isUploaded || isArchive) && isWithin(file, folder))
      return { ...one, cover: { file: toFile(file), within: toFile(resolve(cover.within)) } };
    lost++;
    return { ...one, cover: undefined };
  };
  const confined = {
    ...changeCovers(snapshot, confine),
    libraries: snapshot.libraries.map((one) => ({ ...one, roots: one.roots.map(toShown) })),
    ...(snapshot.own && { own: { ...snapshot.own, folder: toFile(snapshot.own.folder) } }),
  };
  // Most of a large library stay as they are, and are not copied.
  confined.books = confined.books.map((one) => {
    const path = toShown(one.path);
    return path === one.path ? one : { ...one, path };
  });
  if (lost === 0) return confined;
  const why = isUploaded ? 'import_left_covers_beside' : 'import_left_covers_elsewhere';
  return { ...confined, leftOut: [...snapshot.leftOut, reason(why, { count: lost })] };
}

function changeCovers(snapshot: Snapshot, change: <T extends Covered>(one: T) => T): Snapshot {
  return {
    ...snapshot,
    series: snapshot.series.map(change),
    books: snapshot.books.map(change),
    collections: snapshot.collections.map(change),
    readLists: snapshot.readLists.map(change),
  };
}

const isPacked = (cover: TheirCover | undefined): boolean =>
  cover !== undefined && !(cover instanceof Uint8Array) && cover.within.startsWith(archiveFolder);

/** Whether it names files of the archive that it came in. */
export const needsArchive = ({ own, series, books, collections, readLists }: Snapshot): boolean =>
  own?.folder === archiveFolder ||
  [series, books, collections, readLists].some((list) => list.some(({ cover }) => isPacked(cover)));

/** With the files that it names in the folder that they have been unpacked into. */
export function withUnpacked(snapshot: Snapshot, folder: string): Snapshot {
  const toPath = (path: string): string => folder + path.slice(archiveFolder.length);
  const find = <T extends Covered>(one: T): T => {
    const { cover } = one;
    if (cover === undefined || cover instanceof Uint8Array || !isPacked(cover)) return one;
    return { ...one, cover: { file: toPath(cover.file), within: toPath(cover.within) } };
  };
  const found = changeCovers(snapshot, find);
  return found.own?.folder === archiveFolder ? { ...found, own: { ...found.own, folder } } : found;
}
