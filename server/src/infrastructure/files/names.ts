// Encodes file names as text without loss. File systems store bytes; databases and JSON store Unicode. A byte that is
// not part of valid UTF-8 is encoded as one character of a block at the end of Unicode's private planes, which real
// names do not use. Characters of this block in a name are encoded the same way, byte by byte, so that decoding is
// exact.

const first = 0x10ff00;
/** High surrogate of every character from U+10FC00 on. */
const lead = '\udbff';

/** Encodes a name of the file system as text. */
export function toNameText(name: Buffer): string {
  const text = name.toString('utf8');
  if (!text.includes('\ufffd') && !text.includes(lead)) return text;
  if (!text.includes(lead) && Buffer.from(text).equals(name)) return text;
  return escapeBytes(name);
}

/** A name or path for the file system: a string if that is exact, otherwise bytes. */
export type NativePath = string | Buffer;

export function toNativeName(text: string): NativePath {
  if (!text.includes(lead)) return text;
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    parts.push(code >= first ? Buffer.of(code - first) : Buffer.from(character));
  }
  return Buffer.concat(parts);
}

/** For display: invalid bytes become the replacement character. */
export function toDisplayName(text: string): string {
  return text.includes(lead) ? text.replace(/[\u{10ff00}-\u{10ffff}]+/gu, '\ufffd') : text;
}

function escapeBytes(name: Buffer): string {
  let text = '';
  for (let at = 0; at < name.length; ) {
    const length = sequenceLength(name, at);
    if (length === 0) {
      text += String.fromCodePoint(first + (name[at] ?? 0));
      at += 1;
    } else {
      text += name.toString('utf8', at, at + length);
      at += length;
    }
  }
  return text;
}

/** Returns the length of the valid UTF-8 sequence at `at` outside the block; 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  const slice = bytes.subarray(at, at + length);
  if (length === 0 || slice.length < length) return 0;
  const text = slice.toString('utf8');
  const isExact = !text.includes('\ufffd') || Buffer.from(text).equals(slice);
  return isExact && (text.codePointAt(0) ?? 0) < first ? length : 0;
}

const toBuffer = (name: NativePath): Buffer => (typeof name === 'string' ? Buffer.from(name) : name);

/** The native path of a relative path written as text, below a root; '/' separates. */
export function toNativePath(root: string, relative: string): NativePath {
  const base = toNativeName(root);
  if (relative === '') return base;
  const rest = toNativeName(relative);
  if (typeof base === 'string' && typeof rest === 'string')
    return base.endsWith('/') ? base + rest : `${base}/${rest}`;
  return Buffer.concat([toBuffer(base), Buffer.from('/'), toBuffer(rest)]);
}

/** The last name of a '/'-separated path. */
export const toLastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const joinNames = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Hidden names of a new version that replaces a file in its folder, and of a copy that will receive its name. */
export const toTemporaryName = (id: string): string => `.lectern-write-${id}`;
export const toCopyName = (id: string): string => `.lectern-${id}`;

const temporaryName = /^\.lectern-(?:write-)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
export const isTemporaryName = (name: string): boolean => temporaryName.test(name);
