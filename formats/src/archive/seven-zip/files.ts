// The files of a 7z archive: names and attributes. Their content is in the parts of the folders in the same
// order (7zFormat.txt, "FilesInfo").
import type { Limits } from '../../limits.ts';
import { tooManyEntries } from '../faults.ts';
import { Cursor, damagedHeader } from './cursor.ts';
import { ids, refuseExternal } from './streams.ts';

export interface ListedFile {
  name: string;
  /** Whether a part of a folder belongs to the file. If not, it is a directory or empty. */
  hasContent: boolean;
  isDirectory: boolean;
  isLink: boolean;
}

/**
 * Windows attributes. If `unixMode` is set, the upper half is the Unix mode (as p7zip and 7-Zip write it).
 */
const attribute = { directory: 0x10, reparsePoint: 0x400, unixMode: 0x8000 };
const unixType = { mask: 0xf000, file: 0x8000, directory: 0x4000 };

/** Throws FormatError `parser` damaged, too_large. */
export function parseFiles(cursor: Cursor, limits: Limits): ListedFile[] {
  const count = cursor.number();
  if (count > limits.maxEntries) throw tooManyEntries(limits);
  const properties = parseProperties(cursor);
  const none = Array.from({ length: count }, () => false);
  const isEmpty = properties.get(ids.emptyStream)?.bits(count) ?? none;
  const isFile = spread(isEmpty, (length) => properties.get(ids.emptyFile)?.bits(length));
  const names = parseNames(properties.get(ids.names), count);
  const attributes = parseAttributes(properties.get(ids.attributes), count);
  return names.map((name, i): ListedFile => {
    const flags = attributes[i] ?? 0;
    const type = flags & attribute.unixMode ? (flags >>> 16) & unixType.mask : 0;
    const hasContent = isEmpty[i] !== true;
    return {
      name,
      hasContent,
      isDirectory: !hasContent && isFile[i] !== true,
      isLink:
        (flags & attribute.reparsePoint) !== 0 ||
        (type !== 0 && type !== unixType.file && type !== unixType.directory),
    };
  });
}

/** Maps the property ids to cursors over their bytes. */
function parseProperties(cursor: Cursor): Map<number, Cursor> {
  const properties = new Map<number, Cursor>();
  for (let id = cursor.number(); id !== ids.end; id = cursor.number())
    properties.set(id, new Cursor(cursor.bytes(cursor.number())));
  return properties;
}

/** Expands bits that exist only for files without content to all files. */
function spread(isEmpty: readonly boolean[], read: (length: number) => boolean[] | undefined): boolean[] {
  const bits = read(isEmpty.filter(Boolean).length);
  let next = 0;
  return isEmpty.map((is) => is && bits?.[next++] === true);
}

/** Names are UTF-16, each followed by a zero. */
function parseNames(property: Cursor | undefined, count: number): string[] {
  if (!property) return Array.from({ length: count }, () => '');
  refuseExternal(property);
  const text = Buffer.from(property.bytes(property.left())).toString('utf16le');
  const names = text.split('\0', count + 1);
  if (names.length <= count && count > 0) throw damagedHeader();
  return names.slice(0, count);
}

function parseAttributes(property: Cursor | undefined, count: number): number[] {
  if (!property) return [];
  const isThere = property.allOrBits(count);
  refuseExternal(property);
  return isThere.map((is) => (is ? property.u32() : 0));
}
