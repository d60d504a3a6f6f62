// Decides by file names which files of a folder make it an image folder. Pure.
import { findFormatOfName } from '@lectern/contract/values';
import { findImageTypeOfName, isJunk } from '@lectern/formats/archive/pages';
import { isComicInfoName } from '@lectern/formats/comic-info/names';
import { isMetronInfoName } from '@lectern/formats/metron-info/parse';
import { compareNatural } from '@lectern/formats/natural-order';

/** Artwork of series and folders that programs store next to books. */
const artwork = /^(?:cover|folder|poster|fanart|banner|backdrop|logo|thumb|thumbnail|series|landscape)$/i;
/** Books of unsupported formats: images next to them are their covers. */
const otherBooks = /\.(?:mobi|azw\d?|kfx|prc|pdb|fb2|fbz|djvu?|lit|chm|docx?|rtf|odt|cba|ace|m4b|aax?)$/i;
/** Extensions of companion files that are not books. */
const notes = /\.(?:xml|opf|json|txt|nfo|md|url|htm|html|sfv|md5|log|ini|db|cbxy)$/i;
/** Minimum share of images among the files of an image folder. */
const images = 4;
const files = 5;

const isPageName = (name: string): boolean => findImageTypeOfName(name) !== undefined && !isJunk(name);

/** A page that is not artwork of the folder. */
export const isOwnPage = (name: string): boolean =>
  isPageName(name) && !artwork.test(name.slice(0, name.lastIndexOf('.')));

/** A text file next to pages counts as a note, although text files can be books. */
export const isAnyBookName = (name: string): boolean =>
  !notes.test(name) && (findFormatOfName(name) !== undefined || otherBooks.test(name));

/**
 * Whether the regular files of a folder form a book: nearly all are images, at least one is not artwork, and none is a
 * book.
 */
export function areOfBook(names: readonly string[]): boolean {
  const shown = names.filter((name) => !isJunk(name));
  if (shown.some(isAnyBookName)) return false;
  const pages = shown.filter(isPageName);
  const others = shown.filter((name) => !isPageName(name) && !notes.test(name));
  if (pages.length * (files - images) < others.length * images) return false;
  return pages.some(isOwnPage);
}

/** The files of the book: pages in natural order, followed by metadata files. */
export function chooseFiles(names: readonly string[]): string[] {
  const pages = names.filter(isPageName).sort(compareNatural);
  const metadataFiles = names.filter(
    (name) => !isJunk(name) && (isComicInfoName(name) || isMetronInfoName(name)),
  );
  return [...pages, ...metadataFiles.sort(compareNatural)];
}
