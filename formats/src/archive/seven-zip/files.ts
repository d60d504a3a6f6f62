// The files of a 7z archive: names and what they are; their bytes are the parts of folders in the same order
// (7zFormat.txt, "FilesInfo").
import type { Limits } from '../../limits.ts';
import { tooManyEntries } from '../faults.ts';
import { type Cursor, createCursor, damagedHeader } from './cursor.ts';
import { ids, refuseExternal } from './streams.ts';

export interface ListedFile {
  name: string;
  /** Whether a part of a folder belongs to it; without, it is a folder or empty. */
  hasContent: boolean;
  isDirectory: boolean;
  isLink: boolean;
}

/** Attributes of Windows; the upper half is the mode of Unix when `unixMode` is set (as p7zip and 7-Zip write it). */
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

/** Each property that tells something here, as bytes of its own. */
function parseProperties(cursor: Cursor): Map<number, Cursor> {
  const properties = new Map<number, Cursor>();
  for (let id = cursor.number(); id !== ids.end; id = cursor.number())
    properties.set(id, createCursor(cursor.bytes(cursor.number())));
  return properties;
}

/** What is told of the files without content alone, by the place of each among all. */
function spread(isEmpty: readonly boolean[], read: (length: number) => boolean[] | undefined): boolean[] {
  const told = read(isEmpty.filter(Boolean).length);
  let next = 0;
  return isEmpty.map((is) => is && told?.[next++] === true);
}

/** In UTF-16, each with a zero after it. */
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
