// Pictures next to books that are covers: `<book>.jpg`, and `cover`, `folder` or `poster` of the folder. Pure.
import type { SidecarFile } from './sidecars.ts';

/** A picture of a folder, in order of precedence. */
export interface Picture extends SidecarFile {
  /** Names of the book files whose cover it is. */
  books: string[];
  /** Also the cover of the series in this folder. */
  isOfFolder: boolean;
}

const isPicture = /\.(?:jpe?g|png|webp|gif|avif)$/i;
const folderNames = ['cover', 'folder', 'poster'];

export const isPictureName = (name: string): boolean => isPicture.test(name);

const toStem = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .normalize('NFC')
    .toLowerCase();

/**
 * `sharesFolders`: the books of the folder are formats of one work, as in calibre libraries, whose EPUBs contain the same
 * cover.
 */
export function findPictures(
  bookNames: readonly string[],
  pictureNames: readonly string[],
  { sharesFolders }: { sharesFolders: boolean },
): Omit<Picture, 'sizeBytes' | 'modifiedUs'>[] {
  const byStem = Map.groupBy(bookNames, toStem);
  const isOneWork = sharesFolders || byStem.size === 1;
  const hasEpub = bookNames.some((name) => /\.epub$/i.test(name));
  const found = pictureNames.flatMap((name) => {
    const stem = toStem(name);
    const rank = folderNames.indexOf(stem);
    const own = byStem.get(stem) ?? [];
    if (own.length > 0) return [{ name, books: own, isOfFolder: false, rank: -1 }];
    if (rank < 0) return [];
    const books = isOneWork && !(sharesFolders && hasEpub) ? [...bookNames] : [];
    return books.length > 0 || !sharesFolders ? [{ name, books, isOfFolder: !sharesFolders, rank }] : [];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ name, books, isOfFolder }) => ({ name, books, isOfFolder }));
}
