// Says what a file is by its content, never by its name.
import { findRarMark, findRarStart } from './archive/rar/signature.ts';
import { endsLikeZip } from './archive/zip/end-record.ts';
import { hasMark, toBuffer } from './bytes.ts';
import { findImageMediaType } from './image/header.ts';
import type { ByteSource } from './source.ts';

export type FileKind =
  | 'zip'
  | 'rar4'
  | 'rar5'
  /** Older than RAR 1.5: recognised, not read. */
  | 'rar14'
  | '7z'
  | 'pdf'
  | 'tar'
  | 'gzip'
  | 'image'
  | 'empty'
  | 'unknown';

/** As PDF readers do (ISO 32000-1, Annex H, note 13). */
const pdfPrefixBytes = 1024;
const pdfMark = '%PDF-';

/**
 * The kind of a file: one read for what begins as it should; for the rest the end of the file (a zip after
 * something else) and its first MiB (a RAR after a self-extractor) are looked at too. An EPUB is a zip. Throws
 * FormatError `parser` when the file cannot be read.
 */
export function detectKind(source: ByteSource): FileKind {
  if (source.size === 0) return 'empty';
  const head = source.read(0, pdfPrefixBytes + pdfMark.length);
  return findKindAtStart(head) ?? findKindInside(source, head);
}

function findKindAtStart(head: Uint8Array): FileKind | undefined {
  if (isZipStart(head)) return 'zip';
  const rar = findRarMark(head, 0);
  if (rar) return rar;
  if (hasMark(head, 0, pdfMark)) return 'pdf';
  if (hasMark(head, 0, '7z\xbc\xaf\x27\x1c')) return '7z';
  if (hasMark(head, 0, '\x1f\x8b\x08')) return 'gzip';
  if (hasMark(head, 257, 'ustar')) return 'tar';
  return findImageMediaType(head) === undefined ? undefined : 'image';
}

/** A local header, the end of an empty archive, or the mark of one made for several disks (APPNOTE 8.5.4). */
function isZipStart(head: Uint8Array): boolean {
  if (hasMark(head, 0, 'PK\x03\x04') || hasMark(head, 0, 'PK\x05\x06')) return true;
  return hasMark(head, 4, 'PK\x03\x04') && (hasMark(head, 0, 'PK\x07\x08') || hasMark(head, 0, 'PK00'));
}

function findKindInside(source: ByteSource, head: Uint8Array): FileKind {
  if (toBuffer(head).indexOf(pdfMark) >= 0) return 'pdf';
  if (endsLikeZip(source)) return 'zip';
  return findRarStart(source)?.kind ?? 'unknown';
}
