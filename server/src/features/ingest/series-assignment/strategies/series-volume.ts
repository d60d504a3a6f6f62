// series_volume: the first level of folders is the series, deeper folders are its volumes.
import { splitPath, toFolderSeries, volumeOfFolders } from './folders.ts';
import type { PlaceBook, Placement } from './placement.ts';

/** Books directly in the root are one series with the root's name; the volume of a book is that of its folder. */
export const placeBySeriesVolume: PlaceBook = (relativePath, { rootName }) =>
  placeInVolumes(splitPath(relativePath).folders, { seriesDepth: 1, rootName });

/** The series is the folder at `seriesDepth`, or the deepest there is; folders below it may have a volume. */
export function placeInVolumes(
  folders: readonly string[],
  { seriesDepth, rootName }: { seriesDepth: number; rootName: string },
): Placement {
  const series = toFolderSeries(folders.slice(0, seriesDepth), rootName);
  const volume = volumeOfFolders(folders.slice(seriesDepth));
  return volume === undefined ? series : { ...series, volume };
}
