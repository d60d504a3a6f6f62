// series_folder: each folder that directly holds books is a series, at any depth.
import { splitPath, toFolderSeries } from './folders.ts';
import type { AssignBook } from './strategy.ts';

/**
 * Books that lie directly in the root are one series with the root's name, for the root is a folder that directly
 * holds books. Two folders of the same name in different places, or with different years, stay two series.
 */
export const assignBySeriesFolder: AssignBook = (relativePath, { rootName }) =>
  toFolderSeries(splitPath(relativePath).folders, rootName);
