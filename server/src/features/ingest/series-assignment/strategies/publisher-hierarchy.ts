// publisher_hierarchy: Publisher/Series (year)/…, with as many levels above the series as the library says.
import type { PublisherHierarchyConfig } from '@lectern/contract/scanning-strategies';
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import { splitPath } from './folders.ts';
import type { PlaceBook } from './placement.ts';
import { placeInVolumes } from './series-volume.ts';

/**
 * The first skipped level is the publisher; further ones (imprint, decade) only group. A book that lies above the
 * level of series belongs to the series of the folder it lies in. Folders below the series may be volumes.
 */
export function makePublisherHierarchy({ skipLevels }: PublisherHierarchyConfig): PlaceBook {
  return (relativePath, { rootName }) => {
    const { folders } = splitPath(relativePath);
    const placement = placeInVolumes(folders, { seriesDepth: skipLevels + 1, rootName });
    const [first] = folders;
    return skipLevels === 0 || first === undefined
      ? placement
      : { ...placement, publisher: parseFolderName(first).name };
  };
}
