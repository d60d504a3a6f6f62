// Opens an in-memory archive like an archive file, for reader tests.
import { readArchiveIndex } from '@lectern/formats/archive/open';
import type { OpenArchive } from '@lectern/formats/archive/read';
import { defaultLimits, type Limits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';

/** Throws FormatError like readArchiveIndex. */
export function openArchive(bytes: Uint8Array, limits: Limits = defaultLimits): OpenArchive {
  const source = bytesSource(bytes);
  return { source, index: readArchiveIndex(source, limits), limits };
}
