// Finds the ComicInfo.xml among the entries of an archive.

/** Whether an entry is a ComicInfo.xml: in any case, in any folder except those that macOS adds. */
export function isComicInfoName(entryName: string): boolean {
  // Called for every entry of every comic, so the cheap test runs first.
  if (entryName.length < 13 || !/comicinfo\.xml$/i.test(entryName)) return false;
  const segments = entryName.split(/[/\\]/);
  return segments.at(-1)?.toLowerCase() === 'comicinfo.xml' && !segments.includes('__MACOSX');
}

/**
 * Returns the ComicInfo.xml with the fewest parent folders. Ties: the exact case of the schema first, then
 * code unit order. Returns undefined if there is none.
 */
export function findComicInfoName(entryNames: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const name of entryNames) {
    if (isComicInfoName(name) && (best === undefined || isBefore(name, best))) best = name;
  }
  return best;
}

function isBefore(name: string, other: string): boolean {
  const a = rank(name);
  const b = rank(other);
  return a === b ? name < other : a < b;
}

function rank(name: string): number {
  const folders = name.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.').length;
  return folders * 2 + (name.endsWith('ComicInfo.xml') ? 0 : 1);
}
