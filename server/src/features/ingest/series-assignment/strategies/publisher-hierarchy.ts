// publisher_hierarchy: Publisher/Series (year)/…, with a configured number of levels above the series.
import type { PublisherHierarchyConfig } from '@lectern/contract/ingest/scanning-strategies';
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import { splitPath } from './folders.ts';
import { assignInVolumes } from './series-volume.ts';
import type { AssignBook } from './strategy.ts';

/**
 * The first skipped level is the publisher; further ones (imprint, decade) are only used for grouping. A book above the
 * series level belongs to the series of its folder. Folders below the series may be volumes.
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
