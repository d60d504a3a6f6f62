// series_volume: the first level of folders is the series, deeper folders are its volumes.
import { splitPath, toFolderSeries, volumeOfFolders } from './folders.ts';
import type { AssignBook, SeriesAssignment } from './strategy.ts';

/** Books directly in the root are one series with the root's name. The volume of a book is that of its folder. */
export const assignBySeriesVolume: AssignBook = (relativePath, { rootName }) =>
  assignInVolumes(splitPath(relativePath).folders, { seriesDepth: 1, rootName });

/** The series is the folder at `seriesDepth`, or the deepest existing one. Folders below it may be volumes. */
export function assignInVolumes(
  folders: readonly string[],
  { seriesDepth, rootName }: { seriesDepth: number; rootName: string },
): SeriesAssignment {
  const series = toFolderSeries(folders.slice(0, seriesDepth), rootName);
  const volume = volumeOfFolders(folders.slice(seriesDepth));
  return volume === undefined ? series : { ...series, volume };
}
