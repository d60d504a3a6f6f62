// Confines paths in an untrusted database. Cover files are accepted only below the database's folder, and not for a
// database that was uploaded alone. Files from an archive are unpacked again to a temporary folder when they are
// needed.
import { resolve } from 'node:path';
import type { Snapshot, TheirCover } from '#features/import/sources/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';

type Covered = Pick<Snapshot['books'][number], 'cover'>;

/** Placeholder for the folder of an uploaded database. calibre's book paths start with it. */
const uploadedFolder = '/uploaded';
/** Placeholder for the folder of an archive. No real path starts with it. */
const archiveFolder = 'archive:';

/**
 * Removes paths outside the folder of the database. `isUploaded`: the folder is temporary and is replaced by a
 * placeholder. `isArchive`: its other files were uploaded too.
 */
export function confinePaths(
  snapshot: Snapshot,
  { folder, isUploaded, isArchive }: { folder: string; isUploaded: boolean; isArchive: boolean },
): Snapshot {
  let lostCount = 0;
  const toShown = (path: string): string =>
    isUploaded && isWithin(path, folder) ? uploadedFolder + path.slice(folder.length) : path;
  const toFile = (path: string): string => (isArchive ? archiveFolder + path.slice(folder.length) : path);
  const confine = <T extends Covered>(one: T): T => {
    const { cover } = one;
    if (cover === undefined || cover instanceof Uint8Array) return one;
    const file = resolve(cover.file);
    if ((!isUploaded || isArchive) && isWithin(file, folder))
      return { ...one, cover: { file: toFile(file), within: toFile(resolve(cover.within)) } };
    lostCount++;
    return { ...one, cover: undefined };
  };
  const confined = {
    ...changeCovers(snapshot, confine),
    libraries: snapshot.libraries.map((one) => ({ ...one, roots: one.roots.map(toShown) })),
    ...(snapshot.own && { own: { ...snapshot.own, folder: toFile(snapshot.own.folder) } }),
  };
  // Unchanged books are not copied, because the library may be large.
  confined.books = confined.books.map((one) => {
    const path = toShown(one.path);
    return path === one.path ? one : { ...one, path };
  });
  if (lostCount === 0) return confined;
  const why = isUploaded ? 'import_left_covers_beside' : 'import_left_covers_elsewhere';
  return { ...confined, leftOut: [...snapshot.leftOut, reason(why, { count: lostCount })] };
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

/** Whether the snapshot refers to files of its archive. */
export const needsArchive = ({ own, series, books, collections, readLists }: Snapshot): boolean =>
  own?.folder === archiveFolder ||
  [series, books, collections, readLists].some((list) => list.some(({ cover }) => isPacked(cover)));

/** Returns the snapshot with the paths of the unpacked files. */
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
