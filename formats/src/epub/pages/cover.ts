// Finds the cover image of an EPUB.
import type { Limits } from '../../limits.ts';
import type { EntryHref } from '../../opf/href.ts';
import { resolveHref } from '../../opf/href.ts';
import type { Opf } from '../../opf/types.ts';
import type { EpubArchive, EpubEntry, FindEntry } from '../archive.ts';
import { orNothing } from '../archive.ts';
import { isImage, isPage, mediaTypeOf, toMediaType } from '../media-type.ts';
import { readPageContent } from './page-content.ts';

export interface EpubCover {
  /** Entry name. */
  name: string;
  mediaType: string;
}

/** The parts of an EPUB that the search for a cover needs. */
export interface CoverContext {
  archive: EpubArchive;
  opf: Opf;
  opfName: string;
  find: FindEntry;
  limits: Limits;
}

// Pages with more markup are chapters, and opening them is expensive.
const maxPageBytes = 256 * 1024;
const maxPagesSearched = 5;

/**
 * Finds the cover by the first successful rule of six: the item with the property `cover-image`; the `cover`
 * meta; the guide; an image called "cover"; the first image of the first page; the largest image of the first
 * pages. Does not decode the image. Returns undefined if there is none.
 */
export function findCover(context: CoverContext): EpubCover | undefined {
  const { opf, opfName } = context;
  const { manifest } = opf;
  const marked = manifest.find((item) => item.properties.includes('cover-image'));
  const named = opf.metas.get('cover')?.[0] ?? '';
  const byId =
    manifest.find((item) => item.id === named) ?? (named === '' ? undefined : resolveHref(named, opfName));
  return (
    toCover(context, marked) ??
    toCover(context, byId) ??
    toCover(
      context,
      opf.guide.find((reference) => reference.type === 'cover'),
    ) ??
    findByName(context) ??
    findOnFirstPages(context)
  );
}

/** Returns the referenced image, or the first image of the referenced page. */
function toCover(context: CoverContext, href: EntryHref | undefined): EpubCover | undefined {
  const entry = href === undefined ? undefined : context.find(href);
  return entry === undefined
    ? undefined
    : (toImage(context, entry) ?? imagesOfPage(context, entry)[0]?.cover);
}

/** Returns an entry as a cover if it is an image (SVG included) by its declared type or its name. */
function toImage(context: CoverContext, entry: EpubEntry): EpubCover | undefined {
  const types = [declaredType(context, entry), mediaTypeOf(entry.name)];
  const mediaType = types.find(isImage);
  return mediaType === undefined ? undefined : { name: entry.name, mediaType };
}

function declaredType({ opf }: CoverContext, entry: EpubEntry): string {
  const declared = opf.manifest.find((item) => item.name === entry.name)?.mediaType ?? '';
  return toMediaType(declared, entry.name);
}

function findByName(context: CoverContext): EpubCover | undefined {
  for (const item of context.opf.manifest) {
    if (!/cover/i.test(item.id) && !/cover[^/]*$/i.test(item.name)) continue;
    const entry = context.find(item);
    const cover = entry === undefined ? undefined : toImage(context, entry);
    if (cover !== undefined) return cover;
  }
  return undefined;
}

/** Returns the first image of the first page, otherwise the largest of the next few pages. */
function findOnFirstPages(context: CoverContext): EpubCover | undefined {
  const pages = context.opf.spine.slice(0, maxPagesSearched).map(({ item }) => {
    const entry = item === undefined ? undefined : context.find(item);
    return entry === undefined ? [] : imagesOfPage(context, entry);
  });
  const [first] = pages[0] ?? [];
  const largest = pages
    .flat()
    .reduce((a, b) => (b.sizeBytes > a.sizeBytes ? b : a), { sizeBytes: 0, cover: first?.cover });
  return first?.cover ?? largest.cover;
}

/**
 * Returns the images that a page shows. A bitmap in the spine counts as its own page, as does an SVG without
 * bitmaps.
 */
function imagesOfPage(context: CoverContext, page: EpubEntry): { cover: EpubCover; sizeBytes: number }[] {
  const itself = toImage(context, page);
  const own = itself === undefined ? [] : [{ cover: itself, sizeBytes: page.sizeBytes }];
  if (!isPage(itself?.mediaType ?? declaredType(context, page)) || page.sizeBytes > maxPageBytes) return own;
  const bytes = orNothing(() => context.archive.read(page, maxPageBytes));
  const images = bytes === undefined ? [] : readPageContent(bytes, context.limits).images;
  const shown = images.flatMap((image) => {
    const href = resolveHref(image, page.name);
    const entry = href === undefined ? undefined : context.find(href);
    const cover = entry === undefined ? undefined : toImage(context, entry);
    return entry === undefined || cover === undefined ? [] : [{ cover, sizeBytes: entry.sizeBytes }];
  });
  return shown.length > 0 ? shown : own;
}
