// The Page elements of ComicInfo, and the page notes derived from them.
import type { PageNotes } from '../metadata.ts';
import { parseWhole } from '../values/number.ts';
import { toLine } from '../values/text.ts';
import type { XmlAttributes } from '../xml/read.ts';
import type { ComicPage, ComicPageType } from './types.ts';
import { comicPageTypes } from './types.ts';

const pageTypes: ReadonlyMap<string, ComicPageType> = new Map([
  ...comicPageTypes.map((type) => [type.toLowerCase(), type] as const),
  // The documentation's name for the schema's Deleted.
  ['delete', 'Deleted'],
]);

/** Parses a Page element. Returns undefined if its Image is not an index. ComicInfo 2.1, ComicPageInfo. */
export function parseComicPage(attributes: XmlAttributes): ComicPage | undefined {
  const { Image, Type, DoublePage, ImageSize, Key, Bookmark, ImageWidth, ImageHeight } = attributes;
  const image = toCount(Image, 0);
  if (image === undefined) return undefined;
  const page: ComicPage = { image, types: parseTypes(Type) };
  if (DoublePage !== undefined && /^\s*(?:true|1)\s*$/i.test(DoublePage)) page.doublePage = true;
  // A comic has hundreds of pages, so only existing attributes are processed.
  const sizeBytes = toCount(ImageSize, 1);
  if (sizeBytes !== undefined) page.sizeBytes = sizeBytes;
  const width = toCount(ImageWidth, 1);
  if (width !== undefined) page.width = width;
  const height = toCount(ImageHeight, 1);
  if (height !== undefined) page.height = height;
  const key = toLine(Key ?? '');
  if (key !== undefined) page.key = key;
  const bookmark = toLine(Bookmark ?? '');
  if (bookmark !== undefined) page.bookmark = bookmark;
  return page;
}

function toCount(text: string | undefined, min: number): number | undefined {
  return text === undefined ? undefined : parseWhole(text, min, Number.MAX_SAFE_INTEGER);
}

/** Parses a list separated by spaces. Story is the default if no type is known. */
function parseTypes(text: string | undefined): ComicPageType[] {
  if (text === undefined) return ['Story'];
  const single = pageTypes.get(text.toLowerCase());
  if (single !== undefined) return [single];
  const types = new Set<ComicPageType>();
  for (const word of text.split(/\s+/, 20)) {
    const type = pageTypes.get(word.toLowerCase());
    if (type !== undefined) types.add(type);
  }
  return types.size === 0 ? ['Story'] : [...types];
}

/** Derives the notes on images 0 to `imageCount` − 1. Returns undefined if there are none. */
export function toPageNotes(
  pages: readonly ComicPage[],
  imageCount = Number.POSITIVE_INFINITY,
): PageNotes | undefined {
  const real = pages.filter((page) => page.image < imageCount);
  const cover = real.find((page) => page.types.includes('FrontCover'));
  const doublePages = imagesOf(real, (page) => page.doublePage === true);
  const deletedPages = imagesOf(real, (page) => page.types.includes('Deleted'));
  const bookmarks = real.flatMap((page) =>
    page.bookmark === undefined ? [] : [{ page: page.image, title: page.bookmark }],
  );
  const notes: PageNotes = {
    ...(cover === undefined ? {} : { frontCover: cover.image }),
    ...(doublePages.length === 0 ? {} : { doublePages }),
    ...(deletedPages.length === 0 ? {} : { deletedPages }),
    ...(bookmarks.length === 0 ? {} : { bookmarks }),
  };
  return Object.keys(notes).length === 0 ? undefined : notes;
}

function imagesOf(pages: readonly ComicPage[], wanted: (page: ComicPage) => boolean): number[] {
  return [...new Set(pages.filter(wanted).map((page) => page.image))];
}
