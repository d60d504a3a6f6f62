// series_folder: each folder that directly contains books is a series, at any depth.
import { splitPath, toFolderSeries } from './folders.ts';
import type { AssignBook } from './strategy.ts';

/**
 * Books directly in the root are one series with the root's name. Folders with equal names in different locations, or
 * with different years, are separate series.
 */
export const assignBySeriesFolder: AssignBook = (relativePath, { rootName }) =>
  toFolderSeries(splitPath(relativePath).folders, rootName);
