// Choice of the main file of a book.
import { type FileFormat, fileFormats, isComic, isText } from '../values.ts';

const preferred: readonly FileFormat[] = ['epub', 'azw3', 'mobi', 'fb2', 'fbz', 'pdf', 'cbz'];

/** Rank of a format, lowest first: EPUB, other book formats, PDF, comics, and text formats that are rarely books. */
export function rankOfFormat(format: FileFormat): number {
  const rank = preferred.indexOf(format);
  if (rank >= 0) return rank;
  const kind = isComic(format) ? 1 : isText(format) ? 2 : 3;
  return kind * 100 + fileFormats.indexOf(format);
}
