// publisher_hierarchy: Publisher/Series (year)/…, with as many levels above the series as the library says.
import type { PublisherHierarchyConfig } from '@lectern/contract/scanning-strategies';
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import { splitPath } from './folders.ts';
import { assignInVolumes } from './series-volume.ts';
import type { AssignBook } from './strategy.ts';

/**
 * The first skipped level is the publisher; further ones (imprint, decade) only group. A book that lies above the
 * level of series belongs to the series of the folder it lies in. Folders below the series may be volumes.
 */
export function makePublisherHierarchy({ skipLevels }: PublisherHierarchyConfig): AssignBook {
  return (relativePath, { rootName }) => {
    const { folders } = splitPath(relativePath);
    const assignment = assignInVolumes(folders, { seriesDepth: skipLevels + 1, rootName });
    const [first] = folders;
    return skipLevels === 0 || first === undefined
      ? assignment
      : { ...assignment, publisher: parseFolderName(first).name };
  };
}
