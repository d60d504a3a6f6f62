// Which files of a folder make it a book, by their names. Pure.
import { findFormatOfName } from '@lectern/contract/values';
import { findImageTypeOfName, isJunk } from '@lectern/formats/archive/pages';
import { isComicInfoName } from '@lectern/formats/comic-info/names';
import { isMetronInfoName } from '@lectern/formats/metron-info/parse';
import { compareNatural } from '@lectern/formats/natural-order';

/** Pictures of a series or a folder that programs put beside books. */
const artwork = /^(?:cover|folder|poster|fanart|banner|backdrop|logo|thumb|thumbnail|series|landscape)$/i;
/** Books of formats that are not read: pictures beside them are their covers. */
const otherBooks = /\.(?:mobi|azw\d?|kfx|prc|pdb|fb2|fbz|djvu?|lit|chm|docx?|rtf|odt|cba|ace|m4b|aax?)$/i;
/** What lies beside pages without being something of its own. */
const notes = /\.(?:xml|opf|json|txt|nfo|md|url|htm|html|sfv|md5|log|ini|db)$/i;
/** Of the other files of a folder at least this share are images. */
const [images, files] = [4, 5];

const isPageName = (name: string): boolean => findImageTypeOfName(name) !== undefined && !isJunk(name);

/** A page that is more than the picture of a folder. */
export const isOwnPage = (name: string): boolean =>
  isPageName(name) && !artwork.test(name.slice(0, name.lastIndexOf('.')));

/** A text beside pages is a note about them, although texts can be books. */
export const isAnyBookName = (name: string): boolean =>
  !notes.test(name) && (findFormatOfName(name) !== undefined || otherBooks.test(name));

/**
 * Whether the plain files of a folder are those of a book: nearly all are images, one of them at least is more than the
 * picture of a folder, and none is a book itself.
 */
export function areOfBook(names: readonly string[]): boolean {
  const shown = names.filter((name) => !isJunk(name));
  if (shown.some(isAnyBookName)) return false;
  const pages = shown.filter(isPageName);
  const others = shown.filter((name) => !isPageName(name) && !notes.test(name));
  if (pages.length * (files - images) < others.length * images) return false;
  return pages.some(isOwnPage);
}

/** The files that are the book: pages in natural order, then what is said of it. */
export function chooseFiles(names: readonly string[]): string[] {
  const pages = names.filter(isPageName).sort(compareNatural);
  const said = names.filter((name) => !isJunk(name) && (isComicInfoName(name) || isMetronInfoName(name)));
  return [...pages, ...said.sort(compareNatural)];
}
