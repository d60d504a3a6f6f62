// Reads the index of a plain tar, one read of the file an entry. Every entry is served from its offset.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveIndex } from '../entry.ts';
import { createHeaderReader } from '../window.ts';
import { walkTar } from './walk.ts';

/** Throws FormatError `parser` as walkTar does. */
export function readTarIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  const reader = createHeaderReader(source, limits);
  const walk = walkTar({ limits, sizeBytes: source.size });
  let step = walk.next();
  while (!step.done) step = walk.next(reader.read(step.value.offset, step.value.length));
  return step.value;
}
