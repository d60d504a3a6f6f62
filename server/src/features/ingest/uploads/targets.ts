// The destination of an upload: a visible library, one of its roots, and a path of portable names.

import { findFormatOfName } from '@lectern/contract/values';
import { isOldVolumeName } from '@lectern/formats/archive/rar/volumes/names';
import type { Catalog } from '#catalog/catalog.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { notFound, type Reason, reason } from '#infrastructure/errors.ts';
import { findFreeBytes } from '#infrastructure/files/free-bytes.ts';
import { toSafeNames } from '#infrastructure/files/writing/new-files.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { toExclusion } from '../discovery/index.ts';
import type { FolderScan } from '../scanning/index.ts';
import * as store from './store.ts';

export interface UploadDependencies {
  config: Config;
  database: Database;
  catalog: Catalog;
  libraries: LibraryScan;
  folders: TargetFolders;
  clock: Clock;
  /** Requests a scan of the folder. */
  scanFolder(place: FolderScan): Promise<void>;
}

export interface Root {
  id: string;
  path: string;
}

export interface TargetLibrary {
  library: ScanLibrary;
  root: Root;
}

/** Throws `not_found` for a hidden library, and for a root that it does not have. */
export async function getTarget(
  { catalog, libraries }: Pick<UploadDependencies, 'catalog' | 'libraries'>,
  viewer: Viewer,
  { libraryId, root: position }: { libraryId: string; root: number },
): Promise<TargetLibrary> {
  await catalog.libraries.get(viewer, libraryId);
  const library = await libraries.findLibrary(libraryId);
  if (!library) throw notFound('library');
  const root = library.roots[position];
  if (!root) throw notFound('folder of the library');
  return { library, root };
}

/** The names of the file and of its parent folders; undefined if they are not a path. */
export const toNames = (folder: string, path: string): string[] | undefined =>
  toSafeNames(folder === '' ? path : `${folder}/${path}`);

/** The reason why the library would not read a file with this path. */
export function findPathFault(library: ScanLibrary, names: readonly string[]): Reason | undefined {
  const name = names.at(-1) ?? '';
  const format = findFormatOfName(name);
  const wanted = format ?? (isOldVolumeName(name) ? 'cbr' : undefined);
  if (wanted === undefined || !library.allowedFormats.includes(wanted))
    return reason('upload_format', { name });
  const isExcluded = toExclusion(library.excludedPatterns);
  const paths = names.map((_, i) => names.slice(0, i + 1).join('/'));
  const excluded = paths.find(isExcluded);
  return excluded === undefined ? undefined : reason('upload_excluded', { path: excluded });
}

/** Free bytes on the disk, minus the configured free space and outstanding bytes of other uploads. */
export async function findRoom({ config, database }: UploadDependencies, root: Root): Promise<number> {
  const toCome = await store.sumToCome(database.db, [root.id]);
  const free = await findFreeBytes(root.path);
  return free - config.uploads.keepFree - toCome;
}
