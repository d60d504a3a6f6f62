// Text values taken from untrusted documents: trimmed, freed of characters that nothing can show, cut to a length.
// Markup is plain-text.ts's.

/** Longest title, name or other one-line value that is kept, in UTF-16 units. */
export const maxLineLength = 1024;

/** Most values kept of one list. */
export const maxListItems = 500;

// Control characters that XML 1.0 and JSON clients cannot carry, byte order marks, non-characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unshowable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
// Embeddings, overrides and isolates: in a one-line value they turn the text of the page around it.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const whitespaceRuns = /\s+/g;
const plainLine = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * A one-line value: white space collapsed and trimmed, direction controls and unshowable characters removed, cut
 * to `maxLength` units. undefined when nothing is left.
 */
export function toLine(text: string, maxLength = maxLineLength): string | undefined {
  if (text === '') return undefined;
  // Four of five values are short printable ASCII, where only double spaces can need work.
  if (text.length <= maxLength && plainLine.test(text) && !text.includes('  ')) return text;
  const line = cutText(text, maxLength * 4)
    .replace(unshowable, '')
    .replace(directionControls, '')
    .replace(whitespaceRuns, ' ')
    .trim()
    .toWellFormed();
  return emptyToUndefined(cutText(line, maxLength));
}

/**
 * A text of several lines: line ends unified, every line trimmed, at most one empty line between two, unshowable
 * characters removed, cut to `maxLength` units. undefined when nothing is left.
 */
export function toLines(text: string, maxLength: number): string | undefined {
  const lines = cutText(text, maxLength * 4)
    .replace(unshowable, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
  return emptyToUndefined(cutText(lines, maxLength));
}

/** The first `maxLength` units, without half a surrogate pair at the end. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}

/** The values of a comma-separated list, each once (case ignored), in order; undefined when there is none. */
export function toList(text: string): string[] | undefined {
  return toDistinct(text.split(',', maxListItems * 4));
}

/** One-line values, each once (case ignored), in order, at most `maxListItems`; undefined when there is none. */
export function toDistinct(values: readonly string[]): string[] | undefined {
  const kept = new Map<string, string>();
  for (const value of values) {
    const line = toLine(value);
    if (line === undefined) continue;
    const key = line.toLowerCase();
    if (!kept.has(key)) kept.set(key, line);
    if (kept.size === maxListItems) break;
  }
  return kept.size === 0 ? undefined : [...kept.values()];
}

function emptyToUndefined(text: string): string | undefined {
  const trimmed = text.trimEnd();
  return trimmed === '' ? undefined : trimmed;
}
