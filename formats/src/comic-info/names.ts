// Which entry of an archive is its ComicInfo.xml.

/** Whether an entry is a ComicInfo.xml: any letter case, in any folder but those that macOS adds. */
export function isComicInfoName(entryName: string): boolean {
  // Asked of every entry of every comic: the cheap test first.
  if (entryName.length < 13 || !/comicinfo\.xml$/i.test(entryName)) return false;
  const segments = entryName.split(/[/\\]/);
  return segments.at(-1)?.toLowerCase() === 'comicinfo.xml' && !segments.includes('__MACOSX');
}

/**
 * The ComicInfo.xml to read among an archive's entry names: the one in the fewest folders, then the one written as
 * the schema writes it, then the first by code units. undefined when there is none.
 */
export function findComicInfoName(entryNames: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const name of entryNames) {
    if (isComicInfoName(name) && (best === undefined || isBefore(name, best))) best = name;
  }
  return best;
}

function isBefore(name: string, other: string): boolean {
  const [a, b] = [rank(name), rank(other)];
  return a === b ? name < other : a < b;
}

function rank(name: string): number {
  const folders = name.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.').length;
  return folders * 2 + (name.endsWith('ComicInfo.xml') ? 0 : 1);
}
