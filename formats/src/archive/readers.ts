// Every kind of archive that is read. What a file is, how its entries are read, and which format its book has follow from
// these lines alone.

import { FormatError } from '../error.ts';
import { readFolderIndex } from '../folder/read-index.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { isStored, readStoredEntry, readStoredHead } from './entries/stored.ts';
import type { ArchiveEntry, ArchiveIndex, Unpacking } from './entry.ts';
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
import { unpackSevenZipEntries } from './seven-zip/read.ts';
import { readSevenZipIndex } from './seven-zip/read-index.ts';
import { isSevenZipStart } from './seven-zip/start.ts';
import { isTarStart } from './tar/header.ts';
import { readTarIndex } from './tar/read-index.ts';
import { readZipIndex } from './zip/directory.ts';
import { endsLikeZip, isZipStart } from './zip/end-record.ts';
import { readRareZipEntry } from './zip/rare-methods.ts';
import { isCommonZipMethod, readZipEntry, readZipEntryHead } from './zip/read.ts';

/** What a kind of archive has to say: how it begins, what is in it, and how its entries are read. */
interface ArchiveReader {
  /** The format of a book that is such an archive of images. */
  comicFormat: string;
  /** Whether a file that begins with these bytes (more than a KiB) is one. */
  isStart(head: Uint8Array): boolean;
  /** Whether one begins later in the file, after something else. */
  isInside?(source: ByteSource): boolean;
  /** Throws FormatError `parser`. */
  readIndex(source: ByteSource, limits: Limits): ArchiveIndex;
  /** Instead, for an archive that has to be unpacked to know what is in it. */
  readIndexByPass?(pass: IndexPass): Promise<ArchiveIndex>;
  /** Entries by their positions, without an index, for the same. */
  unpackPositions?(pass: PositionPass): Promise<void>;
  /** Whether an entry is read at once, without a wait for a decoder. */
  isReadableNow(entry: ArchiveEntry): boolean;
  /** The content of an entry that is readable now, checked. Throws FormatError `page_extraction`. */
  readNow(source: ByteSource, entry: ArchiveEntry, limits: Limits): Uint8Array;
  /** Its first bytes, unchecked. Throws FormatError `page_extraction`. */
  readHead(
    source: ByteSource,
    entry: ArchiveEntry,
    options: { byteCount: number; limits: Limits },
  ): Uint8Array;
  /** The content of an entry that needs a decoder, checked. Throws FormatError `page_extraction`. */
  decode?(source: ByteSource, entry: ArchiveEntry, limits: Limits): Promise<Uint8Array>;
  /** Entries in a single pass, for archives in which one cannot be had without those before it. */
  unpack?(unpacking: Unpacking): Promise<void>;
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
  },
  rar: {
    ...stored,
    comicFormat: 'cbr',
    isStart: (head) => findRarMark(head, 0) !== undefined,
    isInside: (source) => findRarStart(source) !== undefined,
    readIndex: readRarIndex,
    unpack: unpackRarEntries,
  },
  '7z': {
    ...stored,
    comicFormat: 'cb7',
    isStart: isSevenZipStart,
    readIndex: readSevenZipIndex,
    unpack: unpackSevenZipEntries,
  },
  tar: { ...stored, comicFormat: 'cbt', isStart: isTarStart, readIndex: readTarIndex },
  /** By gzip, bzip2, xz or zstd. */
  'packed-tar': {
    ...stored,
    comicFormat: 'cbt',
    isStart: (head) => findPacking(head) !== undefined,
    readIndex() {
      throw new FormatError('format_detection', 'The archive has to be unpacked for what is in it', {
        reason: 'unsupported_format',
      });
    },
    readIndexByPass: readPackedTarIndex,
    unpackPositions: unpackTarPositions,
    unpack: unpackPackedTar,
  },
  /** Nothing in a file says so: whoever opens a folder says that it is one (folder/source.ts). */
  folder: { ...stored, comicFormat: 'folder', isStart: () => false, readIndex: readFolderIndex },
} as const satisfies Record<string, ArchiveReader>;

export type ArchiveKind = keyof typeof archiveReaders;
export const archiveKinds = Object.keys(archiveReaders) as ArchiveKind[];
export type ComicFormat = (typeof archiveReaders)[ArchiveKind]['comicFormat'];

export const readerOf = (kind: ArchiveKind): ArchiveReader => archiveReaders[kind];
