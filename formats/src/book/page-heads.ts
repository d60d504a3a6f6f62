// Detects the format and size of pages from their first bytes. Entries that must be unpacked for this are
// unpacked in a single pass, unless the archive is too large for a book.
import type { ArchiveEntry } from '../archive/entry.ts';
import { checkDeclared } from '../archive/faults.ts';
import { isReadableNow, type OpenArchive, readEntries, readEntryHead } from '../archive/read.ts';
import { readerOf } from '../archive/readers.ts';
import { FormatError, settle } from '../error.ts';
import { readImageHeader } from '../image/header.ts';
import type { ImageHeader } from '../image/types.ts';

export interface PageHead {
  /** Detected by content; undefined if the bytes are unreadable or not an image. */
  header: ImageHeader | undefined;
  fault: FormatError | undefined;
}

export interface ReadHeads {
  heads: Map<ArchiveEntry, PageHead>;
  /** Whole contents of the requested documents. */
  contents: Map<ArchiveEntry, Uint8Array | FormatError>;
}

interface PageHeadsRequest {
  pages: ArchiveEntry[];
  documents: ArchiveEntry[];
  onLife(): void;
  /** Results that are already known. */
  collected: Pick<ReadHeads, 'heads' | 'contents'>;
}

const headBytes = 4096;
/** Largest total of unpacked bytes for which an archive is unpacked to find the sizes of its pages. */
const maxPassBytes = 300 * 1024 * 1024;

/**
 * `documents` are small files that are read whole. Throws FormatError `parser` if the archive cannot be
 * unpacked at all.
 */
export async function readPageHeads(
  archive: OpenArchive,
  { pages, documents, onLife, collected }: PageHeadsRequest,
): Promise<ReadHeads> {
  const read: ReadHeads = { heads: new Map(collected.heads), contents: new Map(collected.contents) };
  const packed: ArchiveEntry[] = [];
  for (const page of pages) {
    if (read.heads.has(page)) continue;
    if (isReadableNow(archive, page)) read.heads.set(page, readNow(archive, page));
    else packed.push(page);
  }
  // An archive that was unpacked for its index: entries that this pass did not return are unreadable.
  const wasUnpacked = readerOf(archive.index.kind).readIndexByPass !== undefined;
  const isBook = archive.index.entries.reduce((sum, entry) => sum + entry.sizeBytes, 0) <= maxPassBytes;
  const unread = documents.filter((document) => !read.contents.has(document));
  const inPass = wasUnpacked ? [] : [...(isBook ? packed : []), ...unread];
  const pageSet = new Set(packed);
  if (inPass.length > 0) {
    await readEntries(archive, inPass, (entry, content) => {
      onLife();
      if (pageSet.has(entry)) read.heads.set(entry, toHead(content));
      else read.contents.set(entry, content);
    });
  }
  for (const page of packed) if (!read.heads.has(page)) read.heads.set(page, toUnread(archive, page));
  return read;
}

function readNow(archive: OpenArchive, page: ArchiveEntry): PageHead {
  const fault = findDeclaredFault(archive, page);
  const read = settle(() => {
    const head = readEntryHead(archive, page, headBytes);
    const more = (offset: number, length: number) =>
      readEntryHead(archive, page, offset + length).subarray(offset);
    return { header: readImageHeader(head, more), fault };
  });
  return read instanceof FormatError ? { header: undefined, fault: read } : read;
}

const findDeclaredFault = ({ limits }: OpenArchive, page: ArchiveEntry): FormatError | undefined =>
  settle(() => checkDeclared(page, limits)) ?? undefined;

export function toHead(content: Uint8Array | FormatError): PageHead {
  if (content instanceof FormatError) return { header: undefined, fault: content };
  const more = (offset: number, length: number) => content.subarray(offset, offset + length);
  return { header: readImageHeader(content.subarray(0, headBytes), more), fault: undefined };
}

const toUnread = (archive: OpenArchive, page: ArchiveEntry): PageHead => ({
  header: undefined,
  fault: findDeclaredFault(archive, page),
});
