// The supported kinds of archives. Detection, reading, and the format of the book all derive from this table.

import { FormatError } from '../error.ts';
import { readFolderIndex } from '../folder/read-index.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource, FileSource } from '../source.ts';
import { isStored, readStoredEntry, readStoredHead } from './entries/stored.ts';
import type { ArchiveEntry, ArchiveIndex, ArchiveMethod, Unpacking } from './entry.ts';
import { findPacking } from './packed-tar/packing.ts';
import {
  type IndexPass,
  type PositionPass,
  readPackedTarIndex,
  unpackPackedTar,
  unpackTarPositions,
} from './packed-tar/read.ts';
import { unpackRarEntries } from './rar/read.ts';
import { readRarIndex } from './rar/read-index.ts';
import { findRarMark, findRarStart } from './rar/signature.ts';
import { refuseIncomplete } from './rar/volumes/refuse-incomplete.ts';
import { unpackSevenZipEntries } from './seven-zip/read.ts';
import { readSevenZipIndex } from './seven-zip/read-index.ts';
import { isSevenZipStart } from './seven-zip/signature.ts';
import { isTarStart } from './tar/header.ts';
import { readTarIndex } from './tar/read-index.ts';
import { readZipIndex } from './zip/directory.ts';
import { endsLikeZip, isZipStart } from './zip/end-record.ts';
import { findZipDataOffset } from './zip/local.ts';
import { readRareZipEntry } from './zip/rare-methods.ts';
import { isCommonZipMethod, readZipEntry, readZipEntryHead } from './zip/read.ts';

/** Detects and reads one kind of archive. */
interface ArchiveReader {
  /** Format of a book that is such an archive of images. */
  comicFormat: string;
  /** Whether a file that begins with these bytes (more than 1 KiB) is of this kind. */
  isStart(head: Uint8Array): boolean;
  /** Whether such an archive begins later in the file, after other data. */
  isInside?(source: ByteSource): boolean;
  /** Throws FormatError `parser`. */
  readIndex(source: ByteSource, limits: Limits): ArchiveIndex;
  /** Replaces `readIndex` for archives that must be unpacked to be listed. */
  readIndexByPass?(pass: IndexPass): Promise<ArchiveIndex>;
  /** Reads entries by position and without an index, for the same archives. */
  unpackPositions?(pass: PositionPass): Promise<void>;
  /** Whether an entry can be read synchronously, without a decoder. */
  isReadableNow(entry: ArchiveEntry): boolean;
  /**
   * Returns the verified content of an entry for which `isReadableNow` holds. Throws FormatError
   * `page_extraction`.
   */
  readNow(source: ByteSource, entry: ArchiveEntry, limits: Limits): Uint8Array;
  /** Returns the first bytes of an entry without verifying them. Throws FormatError `page_extraction`. */
  readHead(
    source: ByteSource,
    entry: ArchiveEntry,
    options: { byteCount: number; limits: Limits },
  ): Uint8Array;
  /** Returns the verified content of an entry that needs a decoder. Throws FormatError `page_extraction`. */
  decode?(source: ByteSource, entry: ArchiveEntry, limits: Limits): Promise<Uint8Array>;
  /** Unpacks entries in a single pass, for archives in which an entry depends on those before it. */
  unpack?(unpacking: Unpacking): Promise<void>;
  /** Methods of entries that can be streamed. Default: `stored`. */
  streamedMethods?: readonly ArchiveMethod[];
  /** Returns the offset of the data of an entry in the file. Default: `entry.offset`. */
  findDataOffset?(source: ByteSource, entry: ArchiveEntry): number;
  /** Throws FormatError `parser` if file names reveal which file of the archive is missing. */
  refuseIncomplete?(source: FileSource): void;
  /** Whether an image named "cover" or "folder" is the cover. Default: the first page is. */
  hasCoverFile?: boolean;
}

const stored = { isReadableNow: isStored, readNow: readStoredEntry, readHead: readStoredHead };

export const archiveReaders = {
  zip: {
    comicFormat: 'cbz',
    isStart: isZipStart,
    isInside: endsLikeZip,
    readIndex: readZipIndex,
    isReadableNow: ({ method }) => isCommonZipMethod(method),
    readNow: readZipEntry,
    readHead: readZipEntryHead,
    decode: readRareZipEntry,
    streamedMethods: ['stored', 'deflate'],
    findDataOffset: findZipDataOffset,
  },
  rar: {
    ...stored,
    comicFormat: 'cbr',
    isStart: (head) => findRarMark(head, 0) !== undefined,
    isInside: (source) => findRarStart(source) !== undefined,
    readIndex: readRarIndex,
    unpack: unpackRarEntries,
    refuseIncomplete,
  },
  '7z': {
    ...stored,
    comicFormat: 'cb7',
    isStart: isSevenZipStart,
    readIndex: readSevenZipIndex,
    unpack: unpackSevenZipEntries,
  },
  tar: { ...stored, comicFormat: 'cbt', isStart: isTarStart, readIndex: readTarIndex },
  /** A tar compressed by gzip, bzip2, xz or zstd. */
  'packed-tar': {
    ...stored,
    comicFormat: 'cbt',
    isStart: (head) => findPacking(head) !== undefined,
    readIndex() {
      throw new FormatError('format_detection', 'The archive must be unpacked to list its entries', {
        reason: 'unsupported_format',
      });
    },
    readIndexByPass: readPackedTarIndex,
    unpackPositions: unpackTarPositions,
    unpack: unpackPackedTar,
  },
  /** Not detected by content: the caller that opens a folder knows that it is one (folder/source.ts). */
  folder: {
    ...stored,
    comicFormat: 'folder',
    isStart: () => false,
    readIndex: readFolderIndex,
    hasCoverFile: true,
  },
} as const satisfies Record<string, ArchiveReader>;

export type ArchiveKind = keyof typeof archiveReaders;
export const archiveKinds = Object.keys(archiveReaders) as ArchiveKind[];
export type ComicFormat = (typeof archiveReaders)[ArchiveKind]['comicFormat'];

export const readerOf = (kind: ArchiveKind): ArchiveReader => archiveReaders[kind];
