// Reads the headers of RAR 5 and later archives (RAR 5.0 archive format, technical note of rarlab).
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { type HeaderCount, HeaderReader } from '../window.ts';
import { type Rar5Block, readRar5Block, shortestRar5Block } from './rar5-block.ts';
import { parseFileHeader, type Rar5File } from './rar5-file.ts';
import { readVint } from './vint.ts';
import type { Volume } from './volumes/join.ts';

const blockTypes = { main: 1, file: 2, service: 3, encryption: 4, end: 5 };

/**
 * Reads one volume, starting at its first block. Throws FormatError `parser`: truncated, damaged, too_large.
 */
export function readRar5Volume(
  source: ByteSource,
  offset: number,
  { limits, count }: { limits: Limits; count: HeaderCount },
): Volume<Rar5File> {
  const reader = new HeaderReader(source, limits, count);
  const reading: Reading = { volume: emptyVolume(), hasMain: false, isAtEnd: false };
  for (let at = offset; source.size - at >= shortestRar5Block && !reading.isAtEnd; ) {
    const block = readRar5Block(reader, source.size, at);
    takeBlock(reading, block, { source, limits });
    at = block.dataOffset + block.dataBytes;
  }
  const { volume, hasMain } = reading;
  if (!hasMain && !volume.hasEncryptedHeaders) {
    throw archiveFault('truncated', 'The archive is truncated after its signature');
  }
  return volume;
}

interface Reading {
  volume: Volume<Rar5File>;
  hasMain: boolean;
  isAtEnd: boolean;
}

const emptyVolume = (): Volume<Rar5File> => ({
  files: [],
  isVolume: false,
  number: 0,
  hasNext: false,
  isSolid: false,
  hasEncryptedHeaders: false,
  comment: undefined,
});

function takeBlock(
  reading: Reading,
  block: Rar5Block,
  { source, limits }: { source: ByteSource; limits: Limits },
): void {
  const { volume } = reading;
  const { files } = volume;
  switch (block.type) {
    case blockTypes.main:
      reading.hasMain = true;
      readMain(block, volume);
      break;
    case blockTypes.file:
      if (files.length === limits.maxEntries) throw tooManyEntries(limits);
      files.push(parseFileHeader(block, files.length, limits));
      break;
    case blockTypes.service:
      volume.comment ??= readComment(source, block, limits);
      break;
    case blockTypes.encryption:
      volume.hasEncryptedHeaders = true;
      reading.isAtEnd = true;
      break;
    case blockTypes.end:
      volume.hasNext = hasNextVolume(block);
      reading.isAtEnd = true;
  }
}

/** The first volume has no number. */
function readMain({ fields }: Rar5Block, volume: Volume): void {
  const flags = readVint(fields);
  volume.isVolume = (flags & 0x1) !== 0;
  volume.isSolid = (flags & 0x4) !== 0;
  volume.number = flags & 0x2 ? readVint(fields) : 0;
}

/** Only the end block states whether another volume follows. Some writers omit its flags. */
function hasNextVolume({ fields }: Rar5Block): boolean {
  return fields.at < fields.end && (readVint(fields) & 0x1) !== 0;
}

/** Returns the archive comment from a stored service block named CMT, or undefined for any other block. */
function readComment(source: ByteSource, block: Rar5Block, limits: Limits): string | undefined {
  const { entry } = parseFileHeader(block, 0, limits);
  if (entry.name !== 'CMT' || entry.method !== 'stored' || block.dataBytes > 0xffff) return undefined;
  const text = Buffer.from(source.read(entry.offset, block.dataBytes)).toString('utf8');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
