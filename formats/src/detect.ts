// Says what a file is by its content, never by its name.
import { type ArchiveKind, archiveKinds, readerOf } from './archive/readers.ts';
import { hasMark, toBuffer } from './bytes.ts';
import { isFolderSource } from './folder/source.ts';
import { findImageMediaType } from './image/header.ts';
import type { ByteSource } from './source.ts';

/** RAR before version 1.5, which is recognised and not read. */
const rar14Mark = 'RE~^';

export type FileKind = ArchiveKind | 'rar14' | 'pdf' | 'image' | 'empty' | 'unknown';

/** As PDF readers do (ISO 32000-1, Annex H, note 13). */
const pdfPrefixBytes = 1024;
const pdfMark = '%PDF-';

/**
 * The kind of a file: one read for what begins as it should; for the rest the end of the file (a zip after
 * something else) and its first MiB (a RAR after a self-extractor) are looked at too. An EPUB is a zip. Throws
 * FormatError `parser` when the file cannot be read.
 */
export function detectKind(source: ByteSource): FileKind {
  if (isFolderSource(source)) return 'folder';
  if (source.size === 0) return 'empty';
  const head = source.read(0, pdfPrefixBytes + pdfMark.length);
  return findKindAtStart(head) ?? findKindInside(source, head);
}

function findKindAtStart(head: Uint8Array): FileKind | undefined {
  const archive = archiveKinds.find((kind) => readerOf(kind).isStart(head));
  if (archive) return archive;
  if (hasMark(head, 0, pdfMark)) return 'pdf';
  if (hasMark(head, 0, rar14Mark)) return 'rar14';
  return findImageMediaType(head) === undefined ? undefined : 'image';
}

function findKindInside(source: ByteSource, head: Uint8Array): FileKind {
  if (toBuffer(head).indexOf(pdfMark) >= 0) return 'pdf';
  return archiveKinds.find((kind) => readerOf(kind).isInside?.(source)) ?? 'unknown';
}
