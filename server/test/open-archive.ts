// An archive in memory, opened as those in files are, for tests of its readers.
import { readArchiveIndex } from '@lectern/formats/archive/open';
import type { OpenArchive } from '@lectern/formats/archive/read';
import { defaultLimits, type Limits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';

/** Throws FormatError as readArchiveIndex does. */
export function openArchive(bytes: Uint8Array, limits: Limits = defaultLimits): OpenArchive {
  const source = bytesSource(bytes);
  return { source, index: readArchiveIndex(source, limits), limits };
}
