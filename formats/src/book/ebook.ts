// Reads a book that is converted to an EPUB when it is opened, as far as a scan needs it.
import type { BookContent } from '../content.ts';
import { converterVersion } from '../content.ts';
import type { OpenedEbook } from '../ebook/open.ts';
import { countTextPositions } from '../ebook/positions.ts';
import type { EbookFormat, EbookOutline } from '../ebook/types.ts';
import { FormatError, toFormatError } from '../error.ts';
import { type BookRead, unreadable } from './types.ts';

/** Never throws because of the content of the file. */
export async function readEbook({
  format,
  load,
  request,
}: OpenedEbook): Promise<{ format: EbookFormat; read: BookRead }> {
  const reader = await load();
  const outline = await Promise.resolve()
    .then(() => reader.outline(request))
    .catch(toFormatError);
  if (outline instanceof FormatError) return { format, read: unreadable(outline) };
  const { metadata, textBytes, lock, faults = [] } = outline;
  const content = toContent(outline);
  const pageCount = lock ? 0 : countTextPositions(textBytes, request.limits.maxPages);
  const read = { pageCount, content, metadata, pageHash: null, faults: lock ? [lock, ...faults] : faults };
  return { format: outline.format ?? format, read };
}

/** Contains only the cover, which is read from the file itself (formats/ebook/convert.ts). */
const toContent = ({ hasCover }: EbookOutline): BookContent => ({
  container: 'ebook',
  isSolid: false,
  pages: [],
  resources: hasCover
    ? [
        {
          name: 'cover',
          mediaType: 'image/jpeg',
          sizeBytes: 0,
          packedBytes: 0,
          method: 'other',
          offset: 0,
          index: 0,
          crc32: null,
        },
      ]
    : [],
  cover: hasCover ? { resource: 0 } : null,
  epub: null,
  madeBy: converterVersion,
});
