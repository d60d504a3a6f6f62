// Detects picture books: each page of the reading order is an image, or shows exactly one image and nothing
// else.
import type { Limits } from '../../limits.ts';
import { resolveHref } from '../../opf/href.ts';
import type { EpubArchive, FindEntry } from '../archive.ts';
import { orNothing } from '../archive.ts';
import { isBitmap, isPage } from '../media-type.ts';
import type { EpubResource } from '../structure.ts';
import { typeOf } from '../structure.ts';
import { readPageContent } from './page-content.ts';

// A page with one image takes a few hundred bytes, or a few thousand from Kindle converters.
const maxPageBytes = 32 * 1024;

export interface PictureBookContext {
  archive: EpubArchive;
  find: FindEntry;
  limits: Limits;
  /** Returns the media type of a resource by its entry name. */
  typeOfName: (name: string) => string;
}

/**
 * Returns the image names of a picture book in order; undefined for other books. Stops at the first page with
 * other content, so that an ordinary book costs one page. Only bitmaps count.
 */
export function readPageImages(
  pages: readonly EpubResource[],
  context: PictureBookContext,
): string[] | undefined {
  const images: string[] = [];
  for (const page of pages) {
    const image = isBitmap(typeOf(page)) ? page.name : findOnlyImage(page, context);
    if (image === undefined) return undefined;
    images.push(image);
  }
  return images.length === 0 ? undefined : images;
}

function findOnlyImage(page: EpubResource, context: PictureBookContext): string | undefined {
  const { archive, find, limits, typeOfName } = context;
  const entry = find(page);
  if (entry === undefined || !isPage(typeOf(page)) || entry.sizeBytes > maxPageBytes) return undefined;
  const bytes = orNothing(() => archive.read(entry, maxPageBytes));
  const content = bytes === undefined ? undefined : readPageContent(bytes, limits);
  const [image, other] = content?.images ?? [];
  if (content === undefined || content.hasMore || image === undefined || other !== undefined)
    return undefined;
  const href = resolveHref(image, entry.name);
  const target = href === undefined ? undefined : find(href);
  return target !== undefined && isBitmap(typeOfName(target.name)) ? target.name : undefined;
}
