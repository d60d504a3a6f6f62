// The header of a 7z archive: its files and the location of their bytes. Packed headers are unpacked first.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { archiveFault } from '../faults.ts';
import { Cursor, damagedHeader } from './cursor.ts';
import { type ListedFile, parseFiles } from './files.ts';
import { unpackHeader } from './packed-header.ts';
import { readStoredHeader } from './signature.ts';
import { type Folder, ids, isEncrypted, parseStreams } from './streams.ts';

export interface Header {
  folders: Folder[];
  files: ListedFile[];
}

/** A packed header may contain another one; no program nests them. */
const maxNesting = 4;

/** Returns undefined if reading requires a password. Throws FormatError `parser`. */
export function readHeader(source: ByteSource, limits: Limits): Header | undefined {
  let bytes = readStoredHeader(source, limits);
  if (bytes.length === 0) return { folders: [], files: [] };
  for (let nesting = 0; nesting <= maxNesting; nesting++) {
    const cursor = new Cursor(bytes);
    const id = cursor.number();
    if (id === ids.header) return parseHeader(cursor, limits);
    const [folder] = id === ids.packedHeader ? parseStreams(cursor, limits.maxEntries) : [];
    if (!folder) throw damagedHeader();
    if (isEncrypted(folder)) return undefined;
    bytes = unpackHeader(source, folder);
  }
  throw archiveFault('too_large', "The archive's header is packed too often");
}

function parseHeader(cursor: Cursor, limits: Limits): Header {
  const header: Header = { folders: [], files: [] };
  for (let id = cursor.number(); id !== ids.end; id = cursor.number()) {
    if (id === ids.archiveProperties) skipProperties(cursor);
    else if (id === ids.additionalStreams) parseStreams(cursor, limits.maxEntries);
    else if (id === ids.mainStreams) header.folders = parseStreams(cursor, limits.maxEntries);
    else if (id === ids.files) header.files = parseFiles(cursor, limits);
    else throw damagedHeader();
  }
  return header;
}

function skipProperties(cursor: Cursor): void {
  while (cursor.number() !== ids.end) cursor.bytes(cursor.number());
}
