// Image folders as books.
import { areOfBook, isAnyBookName, isOwnPage } from './choose.ts';
import { type ImageFolder, listImageFolder, openImageFolder, readImageFolder, toZipName } from './list.ts';

export type { ImageFolder };
export { areOfBook, isAnyBookName, isOwnPage, listImageFolder, openImageFolder, readImageFolder, toZipName };
