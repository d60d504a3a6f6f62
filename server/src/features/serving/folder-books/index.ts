// Downloads of image folders: single pages, or a zip of all pages.
import { borrowPage, findPageFile, type PageFile } from './pages.ts';
import { openFolderZip } from './zip.ts';
import { makeZipParts, type Part } from './zip-parts.ts';

export type { PageFile, Part };
export { borrowPage, findPageFile, makeZipParts, openFolderZip };
