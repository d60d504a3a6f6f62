// Where a browser may be sent after a sign-in: to a path below our own base path and nowhere else.

/** Any host will do: what counts is that the path does not leave it. */
const origin = 'http://own.invalid';

/**
 * The path with the base path before it, as it stands in `Location`; undefined for what is not a path, what a browser
 * takes for another host (`//evil`, `/\evil`), and what climbs out of the base path.
 */
export function toLocalPath(path: string, basePath: string): string | undefined {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return undefined;
  const url = URL.parse(`${origin}${basePath}${path}`);
  if (url?.origin !== origin || !url.pathname.startsWith(`${basePath}/`) || url.pathname.startsWith('//'))
    return undefined;
  return url.pathname + url.search + url.hash;
}
