// What readers get of a folder of images: its pages one by one, or all in a zip.
import { borrowPage, findPageFile, type PageFile } from './pages.ts';
import { openFolderZip } from './zip.ts';
import { makeZipParts, type Part } from './zip-parts.ts';

export type { PageFile, Part };
export { borrowPage, findPageFile, makeZipParts, openFolderZip };
