// Folders of the server inside library folders, where users with upload or file permissions could access them.
import { dirname } from 'node:path';
import type { LibraryFolder } from '#catalog/library-folders.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { databaseFileKey, findDatabaseFile } from '#infrastructure/database/open.ts';
import { isWithin, OwnFolders } from '#infrastructure/files/own-folders.ts';
import { type Finding, warning } from './finding.ts';

interface ServerFolder {
  /** `data folder`. */
  what: string;
  key: string;
  path: string;
}

/** Returns one finding for each server folder that is inside a library or contains a library folder. */
export async function checkPlaces(
  config: Config,
  libraryFolders: readonly LibraryFolder[],
): Promise<Finding[]> {
  const roots = libraryFolders.map(({ path }) => path);
  const findings = await Promise.all(
    listPlaces(config).map(async ({ what, key, path }) => {
      const conflicts = await new OwnFolders([path]).findConflicts(roots);
      return conflicts.map(({ path: root, relation }) => {
        const library = libraryFolders.find((folder) => folder.path === root)?.library;
        const named = `the folder ${root} of the library "${library}"`;
        return relation === 'around'
          ? warning(
              `The ${what} ${path} is inside ${named}.`,
              `Choose another folder for ${key}, or for the library.`,
            )
          : warning(
              `The ${what} ${path} contains ${named}.`,
              `Give the library a folder outside it, or change ${key}.`,
            );
      });
    }),
  );
  return findings.flat();
}

function listPlaces(config: Config): ServerFolder[] {
  const { dataDir, backup, dropFolder, pdf, plugins } = config;
  const file = findDatabaseFile(config);
  const others = [
    { what: 'folder of the database', key: databaseFileKey, path: file && dirname(file) },
    { what: 'backup folder', key: 'backup.dir', path: backup.dir },
    { what: 'folder of rendered pages', key: 'pdf.page_cache.dir', path: pdf.pageCache.dir },
  ].filter((place): place is ServerFolder => place.path !== undefined && !isWithin(place.path, dataDir));
  return [
    { what: 'data folder', key: 'data_dir', path: dataDir },
    ...others,
    ...(dropFolder.path === undefined
      ? []
      : [{ what: 'drop folder', key: 'drop_folder.path', path: dropFolder.path }]),
    ...plugins.folders.map((path) => ({ what: 'plugin folder', key: 'plugins.folders', path })),
  ];
}
