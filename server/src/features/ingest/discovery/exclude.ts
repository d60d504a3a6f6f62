// The files and folders of a root that a scan considers: candidates by extension, built-in exclusions, and the
// exclusion patterns of the library.
import { findFormatOfName } from '@lectern/contract/values';
import { compileGlobs, type PathMatcher } from './glob.ts';

/** Folders of recycle bins, snapshots, thumbnails and repairs of common systems. Lower case. */
const systemNames = new Set([
  '__macosx',
  '@eadir',
  '@tmp',
  '@recycle',
  '@recently-snapshot',
  '#recycle',
  '#snapshot',
  '~snapshot',
  '$recycle.bin',
  'recycler',
  'system volume information',
  'lost+found',
  'thumbs.db',
  'desktop.ini',
]);

/** Whether a file name is that of a book in one of the allowed formats. */
export function isBookFileName(name: string, allowedFormats: readonly string[]): boolean {
  const format = findFormatOfName(name);
  return format !== undefined && allowedFormats.includes(format);
}

/** Hidden files and folders (`.stfolder`, `.Trash-1000`, `._Book.cbz`) and those that systems create. */
export function isSystemName(name: string): boolean {
  return name.startsWith('.') || systemNames.has(name.toLowerCase());
}

/**
 * The exclusions of a library: whether a file or folder, by its path relative to the root, is excluded. Excluded
 * folders are not entered, so a path is only checked after all folders above it. Patterns are globs (glob.ts), matched
 * without regard to case unless `isCaseSensitive`: those without "/" against the name at any depth, others against the
 * whole path. Throws GlobError for a pattern that `findGlobFault` refuses.
 */
export function toExclusion(
  patterns: readonly string[],
  options: { isCaseSensitive?: boolean } = {},
): PathMatcher {
  const isMatched = compileGlobs(patterns, options);
  return (relativePath) => {
    const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    return isSystemName(name) || isMatched(relativePath);
  };
}
