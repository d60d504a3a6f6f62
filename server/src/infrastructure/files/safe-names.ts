// Names of downloaded files: turns any title into a name that is valid in every file system.

/** File systems limit names to 255 bytes; a browser may add ` (1)`. */
const maxBytes = 200;

/**
 * One name without separators, controls, leading dots or the device names of Windows, of at most 200 bytes; a long one
 * keeps its extension. `file` where nothing is left.
 */
export function toSafeFileName(name: string): string {
  const clean = trimEdges(
    name
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '_'),
  );
  return cut(withoutDevice(clean)) || 'file';
}

/** Names of devices in Windows, with any extension. */
export const withoutDevice = (name: string): string =>
  /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) ? `_${name}` : name;

/** Without dots and spaces at either end: a name of dots alone is a folder. */
export function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start++;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** At most `maxBytes` of UTF-8; shortened before the extension. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  let room = maxBytes - extension.length;
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
}
