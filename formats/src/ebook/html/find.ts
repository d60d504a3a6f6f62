// Detects zips that are books of HTML or text, not comics with an additional page.
import type { ArchiveEntry, ArchiveIndex } from '../../archive/entry.ts';
import { findImageTypeOfName, isJunk } from '../../archive/pages.ts';

export type ZippedText = 'html' | 'text';

const maxPages = 1_000;
/** Smaller pages may be notes about the source of a comic. */
const noteBytes = 32 * 1024;
const filesOf = ({ entries }: ArchiveIndex): ArchiveEntry[] =>
  entries.filter(
    ({ name, isDirectory, isSymlink, isEncrypted }) =>
      !isDirectory && !isSymlink && !isEncrypted && !isJunk(name),
  );
const isPage = ({ name }: ArchiveEntry): boolean => /\.x?html?$/i.test(name);

/** Returns the only folder that contains all files, with a trailing slash, or an empty string. */
export function findBase(index: ArchiveIndex): string {
  const files = filesOf(index);
  const base = /^[^/]+\//.exec(files[0]?.name ?? '')?.[0] ?? '';
  return files.every(({ name }) => name.startsWith(base)) ? base : '';
}

/** Returns a predicate for index pages in the base folder. */
const toIndexTest =
  (base: string) =>
  ({ name }: ArchiveEntry): boolean =>
    /^index\.x?html?$/i.test(name.slice(base.length));

/** Returns the pages: the index page first, then the others by name. */
export function listPages(index: ArchiveIndex): ArchiveEntry[] {
  const isIndex = toIndexTest(findBase(index));
  const pages = filesOf(index)
    .filter(isPage)
    .toSorted(
      (a, b) =>
        Number(isIndex(b)) - Number(isIndex(a)) || a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
  return pages.slice(0, maxPages);
}

export function listTexts(index: ArchiveIndex): ArchiveEntry[] {
  const base = findBase(index);
  return filesOf(index).filter(({ name }) => /^index\.(?:txt|text|md)$/i.test(name.slice(base.length)));
}

/**
 * Accepts zips with `metadata.opf` and an index page in the base folder, and names that end in htmlz or txtz. Otherwise
 * the base folder must contain a page and no image except a cover. Without an index page, the pages must be longer than a
 * note, or at least as many as the images.
 */
export function findZippedText(index: ArchiveIndex, fileName: string): ZippedText | undefined {
  const files = filesOf(index);
  const base = findBase(index);
  const isIndex = toIndexTest(base);
  const isCalibre = files.some(({ name }) => name === `${base}metadata.opf`);
  const isTextName = isCalibre || /\.txtz$/i.test(fileName);
  if (isTextName && listTexts(index).length > 0 && !files.some(isIndex)) return 'text';
  const pages = files.filter(isPage);
  if (pages.length === 0) return undefined;
  if (/\.htmlz$/i.test(fileName) || (isCalibre && files.some(isIndex))) return 'html';
  const isFirst = ({ name }: ArchiveEntry) => !name.includes('/', base.length);
  const pictures = files.filter(({ name }) => findImageTypeOfName(name) !== undefined);
  const isBeside = (picture: ArchiveEntry) =>
    isFirst(picture) && !/^cover\./i.test(picture.name.slice(base.length));
  if (!pages.some(isFirst) || pictures.some(isBeside)) return undefined;
  const textBytes = pages.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isBook = pages.some(isIndex) || textBytes >= noteBytes || pages.length >= pictures.length;
  return isBook ? 'html' : undefined;
}
