// CFIs of calibre: the number in front is twice the place in the spine, and the path goes on in the document at once, from the
// root element's parent: `epubcfi(/6/2/4/2/1:3)` is `epubcfi(/6/6!/4/2/1:3)` in other programs.
const pattern = /^epubcfi\(\/(\d{1,6})((?:\/\d{1,6}(?:\[[^\]]{0,200}\])?){1,100}(?::\d{1,9})?)[^)]{0,200}\)$/;

/** The item of the spine, counted from 0, and the place in it. */
export function readCfi(cfi: string): { spineIndex: number; path: string } | undefined {
  const [, step, path] = pattern.exec(cfi) ?? [];
  const number = Number(step);
  if (path === undefined || number < 2 || number % 2 !== 0) return undefined;
  return { spineIndex: number / 2 - 1, path };
}

/** As readers write it. */
export const toCfi = (spineIndex: number, path: string): string =>
  `epubcfi(/6/${2 * (spineIndex + 1)}!${withoutRoot(path)})`;

/** Theirs begin with the root element. */
const withoutRoot = (path: string): string => path.replace(/^\/2(?:\[[^\]]*\])?(?=\/)/, '');

/** From one place to another in the same document: what both begin with stands once. */
export function toRangeCfi(spineIndex: number, start: string, end: string): string | undefined {
  const [from, to] = [start, end].map((path) => withoutRoot(path).split(/(?=[/:])/));
  if (!from || !to || from.length < 2 || to.length < 2) return undefined;
  let same = 0;
  while (same < Math.min(from.length, to.length) - 2 && from[same] === to[same]) same++;
  const rest = (parts: readonly string[]) => parts.slice(same).join('');
  return `epubcfi(/6/${2 * (spineIndex + 1)}!${from.slice(0, same).join('')},${rest(from)},${rest(to)})`;
}
