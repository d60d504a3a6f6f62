// Reads the headers of RAR 5 and later archives (RAR 5.0 archive format, technical note of rarlab).
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveIndex } from '../entry.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { createHeaderReader } from '../window.ts';
import { resolveCopies } from './copies.ts';
import { type Rar5Block, readRar5Block, shortestRar5Block } from './rar5-block.ts';
import { parseFileHeader, type Rar5File } from './rar5-file.ts';
import { readVint } from './vint.ts';

const blockTypes = { main: 1, file: 2, service: 3, encryption: 4, end: 5 };
/** The data begin in the volume before, or go on in the next. */
const isSplit = 0x18;

/** Reads from the first block on. Throws FormatError `parser`: truncated, damaged, too_large. */
export function readRar5Index(source: ByteSource, offset: number, limits: Limits): ArchiveIndex {
  const reader = createHeaderReader(source, limits);
  const reading: Reading = { index: emptyIndex(), files: [], hasMain: false, isAtEnd: false };
  for (let at = offset; source.size - at >= shortestRar5Block && !reading.isAtEnd; ) {
    const block = readRar5Block(reader, source.size, at);
    takeBlock(reading, block, { source, limits });
    at = block.dataOffset + block.dataBytes;
  }
  const { index, files, hasMain } = reading;
  if (!hasMain && !index.hasEncryptedHeaders) {
    throw archiveFault('truncated', 'The archive is cut off after its mark');
  }
  return { ...index, entries: resolveCopies(files) };
}

interface Reading {
  index: ArchiveIndex;
  files: Rar5File[];
  hasMain: boolean;
  isAtEnd: boolean;
}

const emptyIndex = (): ArchiveIndex => ({
  entries: [],
  isSolid: false,
  isMultiVolume: false,
  hasEncryptedHeaders: false,
  comment: undefined,
});

function takeBlock(
  reading: Reading,
  block: Rar5Block,
  { source, limits }: { source: ByteSource; limits: Limits },
): void {
  const { index, files } = reading;
  switch (block.type) {
    case blockTypes.main:
      reading.hasMain = true;
      readMain(block, index);
      break;
    case blockTypes.file:
      if (files.length === limits.maxEntries) throw tooManyEntries(limits);
      index.isMultiVolume ||= (block.flags & isSplit) !== 0;
      files.push(parseFileHeader(block, files.length, limits));
      break;
    case blockTypes.service:
      index.comment ??= readComment(source, block, limits);
      break;
    case blockTypes.encryption:
      index.hasEncryptedHeaders = true;
      reading.isAtEnd = true;
      break;
    case blockTypes.end:
      index.isMultiVolume ||= hasNextVolume(block);
      reading.isAtEnd = true;
  }
}

function readMain({ fields }: Rar5Block, index: ArchiveIndex): void {
  const flags = readVint(fields);
  index.isSolid = (flags & 0x4) !== 0;
  const isLaterVolume = (flags & 0x2) !== 0 && readVint(fields) > 0;
  index.isMultiVolume = (flags & 0x1) !== 0 && isLaterVolume;
}

/** Only the end says that another volume follows. Some writers leave its flags out. */
function hasNextVolume({ fields }: Rar5Block): boolean {
  return fields.at < fields.end && (readVint(fields) & 0x1) !== 0;
}

/** The archive comment, a stored service block named CMT; undefined for any other block. */
function readComment(source: ByteSource, block: Rar5Block, limits: Limits): string | undefined {
  const { entry } = parseFileHeader(block, 0, limits);
  if (entry.name !== 'CMT' || entry.method !== 'stored' || block.dataBytes > 0xffff) return undefined;
  const text = Buffer.from(source.read(entry.offset, block.dataBytes)).toString('utf8');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
