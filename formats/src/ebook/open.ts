// Finds the reader of a text book by its content, also within a zip.
import { readArchiveIndex } from '../archive/open.ts';
import { type OpenArchive, readEntryNow } from '../archive/read.ts';
import { detectKind, type FileKind } from '../detect.ts';
import { FormatError } from '../error.ts';
import { bytesSource } from '../source.ts';
import { findZippedText } from './html/find.ts';
import { loaders } from './readers.ts';
import type { EbookFormat, EbookReader, EbookRequest } from './types.ts';

export interface OpenedEbook {
  format: EbookFormat;
  request: EbookRequest;
  load(): Promise<EbookReader>;
}

/** Returns undefined for files of other kinds. */
export function findEbook(kind: FileKind, request: EbookRequest): OpenedEbook | undefined {
  if (kind === 'fb2' || kind === 'mobi') return { format: kind, request, load: loaders[kind] };
  // Text has no signature, so the file name distinguishes it from unknown files.
  if (kind !== 'unknown') return undefined;
  if (/\.(?:md|markdown)$/i.test(request.fileName)) return { format: 'md', request, load: loaders.markdown };
  return /\.(?:txt|text)$/i.test(request.fileName)
    ? { format: 'txt', request, load: loaders.plain }
    : undefined;
}

/** Finds the only book in a zip. Returns undefined for none or several. Throws FormatError if it cannot be unpacked. */
export function findZippedEbook(archive: OpenArchive, request: EbookRequest): OpenedEbook | undefined {
  const files = archive.index.entries.filter(({ isDirectory, isSymlink }) => !isDirectory && !isSymlink);
  const [book, ...others] = files.filter(({ name }) => /\.fb2$/i.test(name));
  if (!book || others.length > 0) {
    const kind = findZippedText(archive.index, request.fileName);
    const format = kind === 'html' ? 'htmlz' : 'txtz';
    return kind && { format, request: { ...request, archive }, load: loaders.zipped };
  }
  const source = bytesSource(readEntryNow(archive, book));
  return { format: 'fbz', request: { ...request, source }, load: loaders.fb2 };
}

/** Throws FormatError `format_detection` if the file is not a text book. */
export function openEbook(request: EbookRequest): OpenedEbook {
  const { source, limits } = request;
  const kind = detectKind(source);
  const plain = findEbook(kind, request);
  if (plain) return plain;
  const index = readArchiveIndex(source, limits, kind);
  const zipped = index.kind === 'zip' ? findZippedEbook({ source, limits, index }, request) : undefined;
  if (zipped) return zipped;
  throw new FormatError('format_detection', 'The format of the file is unknown', {
    reason: 'unknown_format',
  });
}
