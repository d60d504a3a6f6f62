// Globs of users, matched in bounded time. They are not translated to regular expressions, which backtrack: five stars
// against a long file name take half a minute.

import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import { matchSegments, parseSegment, type Segment } from './glob-match.ts';

/** Characters of a pattern, and alternatives that its braces may expand to. */
export const maxGlobLength = 500;
const maxAlternatives = 64;

const ascii = /^[ -~]*$/;

/** Whether a '/'-separated path relative to the root, without leading slash, is matched. */
export type PathMatcher = (relativePath: string) => boolean;

/** A refused pattern. The message is for the user. */
class GlobError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GlobError';
  }
}

/** A glob for names at any depth, or the globs of the names of a path. */
type Compiled = { ofName: Segment } | { ofPath: Segment[] };

/**
 * Compiles globs into one function: `*` is any run within a name, `?` one character, `**` any folders, at the end
 * everything below ("DC/**" is not DC itself), `[a-z]` and `[!a-z]` are classes, `{a,b}` alternatives, `\` escapes a
 * character. Parentheses, `@` and `+` are plain characters, as in "*(2016)*". Without "/" a pattern matches names at
 * any depth; a leading "/" anchors it to the root; a trailing "/" is ignored. It matches files and folders. Dots are
 * not special. Case matters only with `isCaseSensitive`; composed and decomposed spellings are equal.
 *
 * Each alternative takes at most (length of the pattern) × (length of the path) steps. Throws GlobError for a
 * pattern that is blank, too long, negated or expands to more than 64 alternatives.
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
    const name = [toCharacters(path.slice(path.lastIndexOf('/') + 1))];
    if (ofNames.some((segment) => matchSegments([segment], name))) return true;
    if (ofPaths.length === 0) return false;
    const names = path.split('/').map(toCharacters);
    return ofPaths.some((segments) => matchSegments(segments, names));
  };
}

/** The characters of a name; a string of ASCII can be indexed as it is. */
function toCharacters(name: string): ArrayLike<string> {
  return ascii.test(name) ? name : [...name];
}

/** The fault of a pattern in one sentence; undefined when it is valid. */
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
  if (pattern.length > maxGlobLength)
    throw new GlobError(`A pattern has at most ${maxGlobLength} characters`);
  if (pattern.startsWith('!')) throw new GlobError('Patterns cannot be negated with "!"');
  return unfold(normal(pattern)).map((text) => {
    const trimmed = withoutEndSlashes(text);
    if (!trimmed.includes('/')) return { ofName: parseSegment(trimmed === '**' ? '*' : trimmed) };
    const segments = trimmed.replace(/^\//, '').split('/').map(parseSegment);
    if (segments.at(-1) === 'deep') segments.push(parseSegment('*'));
    return { ofPath: segments };
  });
}

/** "{a,b}c" → "ac", "bc". Braces without a comma are plain characters; nested ones are not expanded. */
function unfold(pattern: string): string[] {
  let texts = [''];
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] ?? '';
    const end = sign === '{' ? pattern.indexOf('}', at) : -1;
    const choices = end < 0 ? [] : pattern.slice(at + 1, end).split(',');
    if (choices.length > 1) {
      if (choices.some((choice) => choice.includes('{')))
        throw new GlobError('Braces cannot stand within braces');
      texts = texts.flatMap((text) => choices.map((choice) => text + choice));
      if (texts.length > maxAlternatives)
        throw new GlobError(`Braces give more than ${maxAlternatives} alternatives`);
      at = end;
    } else {
      const escaped = sign === '\\' ? (pattern[at + 1] ?? '') : '';
      texts = texts.map((text) => text + sign + escaped);
      at += escaped.length;
    }
  }
  return texts;
}
