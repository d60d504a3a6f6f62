// Globs of users, matched in bounded time. They are not converted to regular expressions, because those backtrack: five
// asterisks can take half a minute on a long file name.

import { toLastName } from '#infrastructure/files/names.ts';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import { matchSegments, parseSegment, type Segment } from './glob-match.ts';

/** Maximum length of a pattern, and maximum number of alternatives from its braces. */
export const maxGlobLength = 500;
const maxAlternatives = 64;

const ascii = /^[ -~]*$/;

/** Matches a '/'-separated path relative to the root, without leading slash. */
export type PathMatcher = (relativePath: string) => boolean;

/** A rejected pattern. The message is shown to the user. */
class GlobError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GlobError';
  }
}

/** A glob for names at any depth, or a list of globs for the names of a path. */
type Compiled = { ofName: Segment } | { ofPath: Segment[] };

/**
 * Compiles globs into one function: `*` matches any characters within a name, `?` one character, `**` any folders, and
 * at the end everything below ("DC/**" does not match DC). `[a-z]` and `[!a-z]` are classes, `{a,b}` alternatives, `\`
 * escapes a character. Parentheses, `@` and `+` are plain characters, as in "*(2016)*". A pattern without "/" matches
 * names at any depth; a leading "/" anchors it to the root; a trailing "/" is ignored. Patterns match files and
 * folders. Dots are not special. Case matters only with `isCaseSensitive`; composed and decomposed characters are
 * equal.
 *
 * Each alternative takes at most (pattern length) × (path length) steps. Throws GlobError for a pattern that is blank,
 * too long, negated or expands to more than 64 alternatives.
 */
export function compileGlobs(patterns: readonly string[], { isCaseSensitive = false } = {}): PathMatcher {
  const normal = (text: string) => {
    const composed = ascii.test(text) ? text : text.normalize('NFC');
    return isCaseSensitive ? composed : composed.toLowerCase();
  };
  const globs = patterns.flatMap((pattern) => parseGlob(pattern, normal));
  const ofNames = globs.flatMap((glob) => ('ofName' in glob ? [glob.ofName] : []));
  const ofPaths = globs.flatMap((glob) => ('ofPath' in glob ? [glob.ofPath] : []));
  if (globs.length === 0) return () => false;
  return (relativePath) => {
    const path = normal(relativePath);
    const name = [toCharacters(toLastName(path))];
    if (ofNames.some((segment) => matchSegments([segment], name))) return true;
    if (ofPaths.length === 0) return false;
    const names = path.split('/').map(toCharacters);
    return ofPaths.some((segments) => matchSegments(segments, names));
  };
}

/** The characters of a name. ASCII strings can be indexed directly. */
function toCharacters(name: string): ArrayLike<string> {
  return ascii.test(name) ? name : [...name];
}

/** The error message of a pattern; undefined if it is valid. */
export function findGlobFault(pattern: string): string | undefined {
  try {
    compileGlobs([pattern]);
    return undefined;
  } catch (error) {
    if (error instanceof GlobError) return error.message;
    throw error;
  }
}

function parseGlob(pattern: string, normal: (text: string) => string): Compiled[] {
  if (pattern.trim() === '') throw new GlobError('A pattern must not be blank');
  if (pattern.length > maxGlobLength) throw new GlobError(`Use at most ${maxGlobLength} characters`);
  if (pattern.startsWith('!')) throw new GlobError('Patterns cannot be negated with "!"');
  return unfold(normal(pattern)).map((text) => {
    const trimmed = withoutEndSlashes(text);
    if (!trimmed.includes('/')) return { ofName: parseSegment(trimmed === '**' ? '*' : trimmed) };
    const segments = trimmed.replace(/^\//, '').split('/').map(parseSegment);
    if (segments.at(-1) === 'deep') segments.push(parseSegment('*'));
    return { ofPath: segments };
  });
}

/** "{a,b}c" → "ac", "bc". Braces without a comma are plain characters; nested braces are not supported. */
function unfold(pattern: string): string[] {
  let texts = [''];
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] ?? '';
    const end = sign === '{' ? pattern.indexOf('}', at) : -1;
    const choices = end < 0 ? [] : pattern.slice(at + 1, end).split(',');
    if (choices.length > 1) {
      if (choices.some((choice) => choice.includes('{')))
        throw new GlobError('Nested braces are not supported');
      texts = texts.flatMap((text) => choices.map((choice) => text + choice));
      if (texts.length > maxAlternatives)
        throw new GlobError(`The braces expand to more than ${maxAlternatives} alternatives`);
      at = end;
    } else {
      const escaped = sign === '\\' ? (pattern[at + 1] ?? '') : '';
      texts = texts.map((text) => text + sign + escaped);
      at += escaped.length;
    }
  }
  return texts;
}
