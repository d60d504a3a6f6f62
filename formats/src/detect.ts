// Detects the kind of a file by its content, never by its name.
import { type ArchiveKind, archiveKinds, readerOf } from './archive/readers.ts';
import { hasMark, toBuffer } from './bytes.ts';
import { findEbookBySignature, type SignedEbookKind } from './ebook/signatures.ts';
import { isFolderSource } from './folder/source.ts';
import { findImageMediaType } from './image/header.ts';
import type { ByteSource } from './source.ts';

/** Signatures of unsupported formats. */
const unread = [
  /** RAR before version 1.5. */
  ['rar14', 'RE~^'],
  ['djvu', 'AT&TFORM'],
  ['topaz', 'TPZ'],
  ['kfx', 'CONT'],
  ['kfx_drm', '\xeaDRMION\xee'],
] as const;
type UnreadKind = (typeof unread)[number][0];

export type FileKind =
  | ArchiveKind
  | SignedEbookKind
  | UnreadKind
  | ('audio' | 'pdf' | 'image' | 'empty' | 'unknown');

/** Same tolerance as PDF readers (ISO 32000-1, Annex H, note 13). */
const pdfPrefixBytes = 1024;
const pdfMark = '%PDF-';
/** Covers the markup before the element that identifies the format. */
const ebookHeadBytes = 4096;

/**
 * Detects the kind of a file. Files with a signature at the start cost one read. Otherwise the end of the
 * file (a zip after other data) and its first MiB (a RAR after a self-extractor) are searched. An EPUB is a
 * zip. Throws FormatError `parser` if the file cannot be read.
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
  const known = unread.find(([, mark]) => hasMark(head, 0, mark));
  if (known) return known[0];
  if (findImageMediaType(head) !== undefined) return 'image';
  return isAudio(head) ? 'audio' : undefined;
}

const mpegAudioMarks = [
  '\xff\xfb',
  '\xff\xfa',
  '\xff\xf3',
  '\xff\xf2',
  '\xff\xe3',
  '\xff\xe2',
  '\xff\xf1',
  '\xff\xf9',
];
const asfMark = '0&\xb2u\x8ef\xcf\x11';
const matroskaMark = '\x1aE\xdf\xa3';
const audioMarks = [...mpegAudioMarks, 'ID3', 'OggS', 'fLaC', asfMark, matroskaMark];

/**
 * Whether the file is MP3, Ogg, FLAC, AAC, WMA, Matroska, WAV, AIFF, Audible's early format (aa), or MPEG-4
 * of any brand that is not an image, as audiobooks are.
 */
const isAudio = (head: Uint8Array): boolean =>
  audioMarks.some((mark) => hasMark(head, 0, mark)) ||
  hasMark(head, 4, 'ftyp') ||
  (hasMark(head, 0, 'RIFF') && hasMark(head, 8, 'WAVE')) ||
  (hasMark(head, 0, 'FORM') && hasMark(head, 8, 'AIF')) ||
  hasMark(head, 4, '\x57\x90\x75\x36');

function findKindInside(source: ByteSource, head: Uint8Array): FileKind {
  if (toBuffer(head).indexOf(pdfMark) >= 0) return 'pdf';
  const ebook = findEbookBySignature(source.read(0, ebookHeadBytes));
  if (ebook) return ebook;
  return archiveKinds.find((kind) => readerOf(kind).isInside?.(source)) ?? 'unknown';
}
