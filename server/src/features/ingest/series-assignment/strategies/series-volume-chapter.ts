// series_volume_chapter: the first level is the series, the second a volume, the third a chapter.
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import { chapterOfFolder, splitPath, toFolderSeries, volumeOfFolder } from './folders.ts';
import type { AssignBook, SeriesAssignment } from './strategy.ts';

/**
 * The third level may consist of folders or of files, whose names are evaluated by the book strategies. A second level
 * like "Chapter 5" is a chapter. Books directly in the root are one series with the root's name.
 */
export const assignBySeriesVolumeChapter: AssignBook = (relativePath, { rootName }) => {
  const { folders } = splitPath(relativePath);
  const [first, second, third] = folders;
  const assignment: SeriesAssignment = toFolderSeries(first === undefined ? [] : [first], rootName);
  if (second === undefined) return assignment;
  const stated = parseFolderName(second);
  const saysChapter = stated.chapter !== undefined && stated.volume === undefined;
  const volume = saysChapter ? undefined : volumeOfFolder(second);
  const chapterFolder = third ?? (saysChapter ? second : undefined);
  const chapter = chapterFolder === undefined ? undefined : chapterOfFolder(chapterFolder);
  return {
    ...assignment,
    ...(volume !== undefined && { volume }),
    ...(chapter !== undefined && { chapter }),
  };
};
