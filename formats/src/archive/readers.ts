// Every kind of archive that is read. What a file is, how its entries are read, and which format its book has follow from
// these lines alone.

import { unpackRarEntries } from './rar/read.ts';
import { readRarIndex } from './rar/read-index.ts';
import { findRarMark, findRarStart } from './rar/signature.ts';
import type { ArchiveReader } from './reader.ts';
import { isStored, readStoredEntry, readStoredHead } from './stored.ts';
import { isTarStart } from './tar/header.ts';
import { readTarIndex } from './tar/read-index.ts';
import { readZipIndex } from './zip/directory.ts';
import { endsLikeZip, isZipStart } from './zip/end-record.ts';
import { readRareZipEntry } from './zip/rare-methods.ts';
import { isCommonZipMethod, readZipEntry, readZipEntryHead } from './zip/read.ts';

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
  tar: { ...stored, comicFormat: 'cbt', isStart: isTarStart, readIndex: readTarIndex },
} as const satisfies Record<string, ArchiveReader>;

export type ArchiveKind = keyof typeof archiveReaders;
export const archiveKinds = Object.keys(archiveReaders) as ArchiveKind[];
export type ComicFormat = (typeof archiveReaders)[ArchiveKind]['comicFormat'];

export const readerOf = (kind: ArchiveKind): ArchiveReader => archiveReaders[kind];
