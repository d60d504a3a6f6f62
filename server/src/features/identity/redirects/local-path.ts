// Validates the target of a redirect after sign-in: a path below our own base path.

/** Any host works, because only the path is checked. */
const origin = 'http://own.invalid';

/**
 * Returns the path with the base path in front, as in `Location`. Undefined for text that is not a path, that a browser
 * takes for another host (`//evil`, `/\evil`), or that leaves the base path.
 */
export function toLocalPath(path: string, basePath: string): string | undefined {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return undefined;
  const url = URL.parse(`${origin}${basePath}${path}`);
  if (url?.origin !== origin || !url.pathname.startsWith(`${basePath}/`) || url.pathname.startsWith('//'))
    return undefined;
  return url.pathname + url.search + url.hash;
}
