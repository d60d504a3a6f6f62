// The index of a RAR archive of any generation that we read.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveIndex } from '../entry.ts';
import { archiveFault } from '../faults.ts';
import { readRar4Index } from './rar4.ts';
import { readRar5Index } from './rar5.ts';
import { findRarStart } from './signature.ts';

/**
 * Reads the headers of a RAR archive, one read of the file an entry. Every header must be sound; encrypted headers
 * and volumes are told, not refused. Throws FormatError `parser`: truncated, damaged, too_large.
 */
export function readRarIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  const start = findRarStart(source);
  if (start === undefined) throw archiveFault('damaged', 'The file is no RAR archive since version 1.5');
  const readIndex = start.kind === 'rar5' ? readRar5Index : readRar4Index;
  return readIndex(source, start.offset, limits);
}
