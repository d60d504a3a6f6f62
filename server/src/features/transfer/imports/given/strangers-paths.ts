// Files and folders that a stranger's database names. Covers may be files beside it: only those below its folder are taken,
// and none of a database that was uploaded, which nothing lies beside and whose own folder nobody knows.
import { dirname, resolve } from 'node:path';
import type { Snapshot } from '#features/transfer/peer-databases/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';

type Covered = Pick<Snapshot['books'][number], 'cover'>;

/** What stands for the folder of a database that was uploaded: calibre's books lie below it. */
const uploadedFolder = '/uploaded';

export function confinePaths(
  snapshot: Snapshot,
  { file, isUploaded }: { file: string; isUploaded: boolean },
): Snapshot {
  // That of an export, which was named itself, or that which the database lies in.
  const folder = snapshot.own?.folder ?? dirname(file);
  let lost = 0;
  const confine = <T extends Covered>(one: T): T => {
    const { cover } = one;
    if (cover === undefined || cover instanceof Uint8Array) return one;
    if (!isUploaded && isWithin(resolve(cover.file), folder)) return one;
    lost++;
    return { ...one, cover: undefined };
  };
  const rename = (path: string): string =>
    isUploaded && isWithin(path, folder) ? uploadedFolder + path.slice(folder.length) : path;
  const confined = {
    ...snapshot,
    libraries: snapshot.libraries.map((one) => ({ ...one, roots: one.roots.map(rename) })),
    series: snapshot.series.map(confine),
    books: snapshot.books.map((one) => ({ ...confine(one), path: rename(one.path) })),
    collections: snapshot.collections.map(confine),
    readLists: snapshot.readLists.map(confine),
  };
  if (lost === 0) return confined;
  const why = isUploaded ? 'import_left_covers_beside' : 'import_left_covers_elsewhere';
  return { ...confined, leftOut: [...snapshot.leftOut, reason(why, { count: lost })] };
}
