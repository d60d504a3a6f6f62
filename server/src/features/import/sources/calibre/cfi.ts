// calibre's CFIs: the first number is twice the spine position, and the path continues in the document, starting at the
// parent of the root element: `epubcfi(/6/2/4/2/1:3)` is `epubcfi(/6/6!/4/2/1:3)` in other programs.
const pattern = /^epubcfi\(\/(\d{1,6})((?:\/\d{1,6}(?:\[[^\]]{0,200}\])?){1,100}(?::\d{1,9})?)[^)]{0,200}\)$/;

/** Returns the zero-based spine index and the path within the document. */
export function readCfi(cfi: string): { spineIndex: number; path: string } | undefined {
  const [, step, path] = pattern.exec(cfi) ?? [];
  const number = Number(step);
  if (path === undefined || number < 2 || number % 2 !== 0) return undefined;
  return { spineIndex: number / 2 - 1, path };
}

/** Converts to a standard CFI. */
export const toCfi = (spineIndex: number, path: string): string =>
  `epubcfi(/6/${2 * (spineIndex + 1)}!${withoutRoot(path)})`;

/** calibre's paths start with the root element, which standard CFIs omit. */
const withoutRoot = (path: string): string => path.replace(/^\/2(?:\[[^\]]*\])?(?=\/)/, '');

/** Builds a range CFI within one document. The common prefix appears only once. */
export function toRangeCfi(spineIndex: number, start: string, end: string): string | undefined {
  const [from, to] = [start, end].map((path) => withoutRoot(path).split(/(?=[/:])/));
  if (!from || !to || from.length < 2 || to.length < 2) return undefined;
  let same = 0;
  while (same < Math.min(from.length, to.length) - 2 && from[same] === to[same]) same++;
  const rest = (parts: readonly string[]) => parts.slice(same).join('');
  return `epubcfi(/6/${2 * (spineIndex + 1)}!${from.slice(0, same).join('')},${rest(from)},${rest(to)})`;
}
