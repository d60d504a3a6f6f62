// Reads the index of a RAR archive of any supported generation, in one file or in several volumes.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { archiveFault } from '../faults.ts';
import { createHeaderCount } from '../window.ts';
import { resolveCopies } from './copies.ts';
import { readRar4Volume } from './rar4.ts';
import { nameRar4Entries } from './rar4-file.ts';
import { readRar5Volume } from './rar5.ts';
import { findRarStart, type RarStart } from './signature.ts';
import { joinVolumes, type Volume, type VolumeHeader } from './volumes/join.ts';
import { isVolumeSource, listStarts, listVolumes } from './volumes/source.ts';

/**
 * Reads the headers of a RAR archive with one read of the file per entry. Every header must be valid.
 * Encrypted headers and missing volumes are reported in the index, not refused. Throws FormatError `parser`:
 * truncated, damaged, too_large.
 */
export function readRarIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  const start = findRarStart(source);
  if (start === undefined)
    throw archiveFault('damaged', 'The file is not a RAR archive of version 1.5 or later');
  return start.kind === 'rar4'
    ? readVolumes(source, { start, limits, readVolume: readRar4Volume, toEntries: nameRar4Entries })
    : readVolumes(source, { start, limits, readVolume: readRar5Volume, toEntries: resolveCopies });
}

interface Generation<Header extends VolumeHeader> {
  start: RarStart;
  limits: Limits;
  readVolume(
    source: ByteSource,
    offset: number,
    options: { limits: Limits; count: ReturnType<typeof createHeaderCount> },
  ): Volume<Header>;
  toEntries(files: readonly Header[], limits: Limits): ArchiveEntry[];
}

function readVolumes<Header extends VolumeHeader>(
  source: ByteSource,
  { start, limits, readVolume, toEntries }: Generation<Header>,
): ArchiveIndex {
  const how = { limits, count: createHeaderCount(limits) };
  const volumes: Volume<Header>[] = [];
  for (const [place, file] of listVolumes(source).entries()) {
    const found = place === 0 ? start : findRarStart(file);
    if (found?.kind !== start.kind)
      throw archiveFault('damaged', 'A volume belongs to another archive or is out of order');
    volumes.push(readVolume(file, found.offset, how));
    if (volumes[0]?.hasEncryptedHeaders) break;
  }
  const starts = isVolumeSource(source) ? listStarts(source.volumes) : [0];
  const { files, isIncomplete } = joinVolumes(volumes, starts, limits);
  const [first] = volumes;
  return {
    entries: toEntries(files, limits),
    isSolid: first?.isSolid ?? false,
    // Encrypted headers do not state whether a volume is missing.
    isMultiVolume: isIncomplete && first?.hasEncryptedHeaders !== true,
    hasEncryptedHeaders: first?.hasEncryptedHeaders ?? false,
    comment: first?.comment,
  };
}
