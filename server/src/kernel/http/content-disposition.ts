// File names in Content-Disposition (RFC 6266): a plain form for every client, the true one for those that read it.

/** File systems take names of 255 bytes; a browser may add ` (1)`. */
const maxBytes = 200;

/**
 * `attachment; filename="ascii"; filename*=UTF-8''…`. Quotes, controls, separators, leading dots and the device
 * names of Windows never get through; a long name keeps its extension.
 */
export function toContentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const name = toSafeName(fileName);
  const ascii = toAscii(name);
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The plain form: no accents, `_` for what is not ASCII. Compatibility forms may hide dots and device names. */
function toAscii(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["%\\/:*?<>|]/g, '_');
  return withoutDevice(trimEdges(plain)) || '_';
}

/** Windows takes these for devices, whatever their extension. */
const withoutDevice = (name: string): string =>
  /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) ? `_${name}` : name;

function toSafeName(fileName: string): string {
  const clean = trimEdges(
    fileName
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '_'),
  );
  return cut(withoutDevice(clean)) || 'file';
}

/** Without dots and spaces at either end: a name of dots alone is a folder. */
function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start++;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** At most `maxBytes` of UTF-8, taken from the end of what stands before the extension. */
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
