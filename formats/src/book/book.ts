// Reads a book of any format by its content: pages, metadata, cover and identifying hashes.
// archive/readers.ts defines the kinds of archives.
import { isBackup } from '../archive/backup.ts';
import { type DetectedIndex, openArchiveIndex } from '../archive/open.ts';
import { archiveReaders, readerOf } from '../archive/readers.ts';
import { detectKind } from '../detect.ts';
import { findEbook, findZippedEbook, type OpenedEbook } from '../ebook/open.ts';
import { FormatError, toFormatError } from '../error.ts';
import { computeFingerprint } from '../hash/fingerprint.ts';
import { computeFullHash } from '../hash/full.ts';
import { computeReaderHash } from '../hash/reader-hash.ts';
import { toFileName } from '../source.ts';
import { CollectedContents } from './collected-contents.ts';
import { readComic } from './comic.ts';
import { readEbook } from './ebook.ts';
import { isEpub, readEpubBook } from './epub.ts';
import { readPdfBook } from './pdf.ts';
import { type BookFormat, type BookRead, type BookRequest, unreadable } from './types.ts';

export interface Book extends BookRead {
  /** Detected by content; null if unsupported. */
  format: BookFormat | null;
  /** Hex, 64 digits. */
  fileHash: string;
  /** The partial MD5 that KOReader's progress sync uses. */
  readerHash: string;
}

export interface ReadOptions extends BookRequest {
  hashing: 'fingerprint' | 'full';
}

/**
 * Reads a book. All errors in the file are returned in `faults`; file system errors pass through. Run it in a
 * process that can be killed: hostile files use all that the limits allow.
 */
export async function readBook(request: ReadOptions): Promise<Book> {
  const { source } = request;
  const collected = new CollectedContents();
  const opened = await open(request, collected).catch(toFormatError);
  const { format, read } = await readOpened(opened, { ...request, collected });
  const index = opened instanceof FormatError ? undefined : opened.index;
  return {
    ...read,
    format,
    fileHash:
      request.hashing === 'full'
        ? computeFullHash(source, request.onLife)
        : computeFingerprint(source, index),
    readerHash: computeReaderHash(source),
  };
}

type Opened = { format: BookFormat; index?: DetectedIndex; ebook?: OpenedEbook };

/** Throws FormatError. */
async function open({ source, limits, onLife }: ReadOptions, collected: CollectedContents): Promise<Opened> {
  const kind = detectKind(source);
  if (kind === 'pdf') return { format: 'pdf' };
  const request = { source, limits, fileName: toFileName(source.path) };
  const ebook = findEbook(kind, request);
  if (ebook) return { format: ebook.format, ebook };
  const index = await openArchiveIndex(source, limits, {
    wants: (rawName) => collected.wants(rawName),
    onContent: (entry, content) => collected.onContent(entry, content),
    onLife,
  });
  if (isBackup(index))
    throw new FormatError('format_detection', 'The file is a backup of the server, not a book', {
      reason: 'backup',
    });
  const archive = { source, index, limits };
  if (index.isMultiVolume) readerOf(index.kind).refuseIncomplete?.(source);
  if (index.kind === 'zip' && isEpub(archive)) return { format: 'epub', index };
  const zipped = index.kind === 'zip' ? findZippedEbook(archive, request) : undefined;
  if (zipped) return { format: zipped.format, index, ebook: zipped };
  return { format: archiveReaders[index.kind].comicFormat, index };
}

async function readOpened(
  opened: Opened | FormatError,
  request: ReadOptions & { collected: CollectedContents },
): Promise<{ format: BookFormat | null; read: BookRead }> {
  if (opened instanceof FormatError) return { format: null, read: unreadable(opened) };
  const { format, index, ebook } = opened;
  if (ebook) return readEbook(ebook);
  if (!index) return { format, read: await readPdfBook(request) };
  const archive = { source: request.source, limits: request.limits, index };
  if (format === 'epub') return { format, read: readEpubBook(archive) };
  return { format, read: await readComic(archive, request) };
}
