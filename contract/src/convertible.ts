// Which books can be converted to cbz.
import { isComic } from './values.ts';

/** Archives of comics but zip itself. */
export const isConvertible = (format: string): boolean =>
  isComic(format) && format !== 'cbz' && format !== 'folder';
