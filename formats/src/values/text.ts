// Cleans text values of untrusted documents: trims them, removes unprintable characters and limits their
// length. plain-text.ts handles markup.

/** Maximum length of a title, name or other one-line value, in UTF-16 units. */
export const maxLineLength = 1024;

/** Maximum number of values of one list. */
export const maxListItems = 500;

// Control characters that XML 1.0 and JSON clients cannot carry, byte order marks, non-characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
// Embeddings, overrides and isolates: in a one-line value they reorder the text around it.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const whitespaceRuns = /\s+/g;
const plainLine = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Returns a one-line value: white space collapsed and trimmed, direction controls and unprintable characters
 * removed, truncated to `maxLength` units. Returns undefined if nothing remains.
 */
export function toLine(text: string, maxLength = maxLineLength): string | undefined {
  if (text === '') return undefined;
  // Four of five values are short printable ASCII and need work only for double spaces.
  if (text.length <= maxLength && plainLine.test(text) && !text.includes('  ')) return text;
  const line = cutText(text, maxLength * 4)
    .replace(unprintable, '')
    .replace(directionControls, '')
    .replace(whitespaceRuns, ' ')
    .trim()
    .toWellFormed();
  return emptyToUndefined(cutText(line, maxLength));
}

/**
 * Returns a text of several lines: line ends unified, every line trimmed, at most one empty line in sequence,
 * unprintable characters removed, truncated to `maxLength` units. Returns undefined if nothing remains.
 */
export function toLines(text: string, maxLength: number): string | undefined {
  const lines = cutText(text, maxLength * 4)
    .replace(unprintable, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
  return emptyToUndefined(cutText(lines, maxLength));
}

/** Returns the first `maxLength` units without splitting a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}

/**
 * Returns the distinct values of a comma-separated list, ignoring case, in order; undefined if there are
 * none.
 */
export function toList(text: string): string[] | undefined {
  return toDistinct(text.split(',', maxListItems * 4));
}

/**
 * Returns distinct one-line values, ignoring case, in order, at most `maxListItems`; undefined if there are
 * none.
 */
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
