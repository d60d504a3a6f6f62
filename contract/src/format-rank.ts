// Which file of a book stands for it.
import { type FileFormat, fileFormats, isComic, isText } from './values.ts';

const preferred: readonly FileFormat[] = ['epub', 'azw3', 'mobi', 'fb2', 'fbz', 'pdf', 'cbz'];

/** The lowest first: EPUB, then other text of books, PDF, comics, and text that is rarely a book. */
export function rankOfFormat(format: FileFormat): number {
  const rank = preferred.indexOf(format);
  if (rank >= 0) return rank;
  const kind = isComic(format) ? 1 : isText(format) ? 2 : 3;
  return kind * 100 + fileFormats.indexOf(format);
}
