// Whether a zip is a book of HTML or text, and not one of pictures with a page beside them.
import type { ArchiveEntry, ArchiveIndex } from '../../archive/entry.ts';
import { findImageTypeOfName } from '../../archive/pages.ts';

export type ZippedText = 'html' | 'text';

const maxPages = 1_000;
const filesOf = ({ entries }: ArchiveIndex): ArchiveEntry[] =>
  entries.filter(({ isDirectory, isSymlink, isEncrypted }) => !isDirectory && !isSymlink && !isEncrypted);
const isPage = ({ name }: ArchiveEntry): boolean => /\.x?html?$/i.test(name);
const isIndex = ({ name }: ArchiveEntry): boolean => /^index\.x?html?$/i.test(name);

/** The pages, the one that is called index first, the others by name. */
export function listPages(index: ArchiveIndex): ArchiveEntry[] {
  const pages = filesOf(index)
    .filter(isPage)
    .toSorted(
      (a, b) =>
        Number(isIndex(b)) - Number(isIndex(a)) || a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
  return pages.slice(0, maxPages);
}

export const listTexts = (index: ArchiveIndex): ArchiveEntry[] =>
  filesOf(index).filter(({ name }) => /^index\.(?:txt|text|md)$/i.test(name));

/**
 * `metadata.opf` beside an index says so, and a name that ends in htmlz; else there is a page in the first folder, and no
 * picture beside it but a cover.
 */
export function findZippedText(index: ArchiveIndex, fileName: string): ZippedText | undefined {
  const files = filesOf(index);
  const isCalibre = files.some(({ name }) => name === 'metadata.opf');
  if (isCalibre && listTexts(index).length > 0 && !files.some(isIndex)) return 'text';
  const pages = files.filter(isPage);
  if (pages.length === 0) return undefined;
  if (/\.htmlz$/i.test(fileName) || (isCalibre && files.some(isIndex))) return 'html';
  const isBeside = ({ name }: ArchiveEntry) =>
    !name.includes('/') && findImageTypeOfName(name) !== undefined && !/^cover\./i.test(name);
  return pages.some(({ name }) => !name.includes('/')) && !files.some(isBeside) ? 'html' : undefined;
}
