// Reads the index of a plain tar with one read of the file per entry. Entries are served from their offsets.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveIndex } from '../entry.ts';
import { HeaderReader } from '../window.ts';
import { walkTar } from './walk.ts';

/** Throws the errors of walkTar. */
export function readTarIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  const reader = new HeaderReader(source, limits);
  const walk = walkTar({ limits, sizeBytes: source.size });
  let step = walk.next();
  while (!step.done) step = walk.next(reader.read(step.value.offset, step.value.length));
  return step.value;
}
