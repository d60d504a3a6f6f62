// Names of downloaded files: turns any title into a name that is valid in every file system.

/** File systems limit names to 255 bytes; a browser may add ` (1)`. */
const maxBytes = 200;

/**
 * Returns a name without separators, control characters, leading dots or the device names of Windows, of at most 200
 * bytes. A long name keeps its extension. Returns `file` if nothing is left.
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

/** Removes dots and spaces at both ends, because a name of only dots is a folder. */
export function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start++;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Limits the UTF-8 length to `maxBytes`, shortening before the extension. */
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
