// Books that can be converted to CBZ.
import { isComic } from '../values.ts';

/** True for comic archives other than ZIP. */
export const isConvertible = (format: string): boolean =>
  isComic(format) && format !== 'cbz' && format !== 'folder';
