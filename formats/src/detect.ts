// Says what a file is by its content, never by its name.
import { type ArchiveKind, archiveKinds, readerOf } from './archive/readers.ts';
import { hasMark, toBuffer } from './bytes.ts';
import { isFolderSource } from './folder/source.ts';
import { findImageMediaType } from './image/header.ts';
import type { ByteSource } from './source.ts';

/** Packed files that are recognised by the mark at their beginning and not read, whatever is in them. */
const unread = [
  ['gzip', '\x1f\x8b\x08'],
  ['bzip2', 'BZh'],
  ['xz', '\xfd7zXZ\0'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  /** RAR before version 1.5. */
  ['rar14', 'RE~^'],
] as const;
type UnreadKind = (typeof unread)[number][0];

export type FileKind = ArchiveKind | UnreadKind | 'pdf' | 'image' | 'empty' | 'unknown';

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
  const packed = unread.find(([, mark]) => hasMark(head, 0, mark));
  return packed?.[0] ?? (findImageMediaType(head) === undefined ? undefined : 'image');
}

function findKindInside(source: ByteSource, head: Uint8Array): FileKind {
  if (toBuffer(head).indexOf(pdfMark) >= 0) return 'pdf';
  return archiveKinds.find((kind) => readerOf(kind).isInside?.(source)) ?? 'unknown';
}
