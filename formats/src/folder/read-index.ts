// The files of a folder as the entries of an archive.
import type { ArchiveEntry, ArchiveIndex } from '../archive/entry.ts';
import { archiveFault, tooManyEntries } from '../archive/faults.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { isFolderSource } from './source.ts';

/** Throws FormatError `parser`: too_large, or damaged if the source is not a folder. */
export function readFolderIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  if (!isFolderSource(source)) throw archiveFault('damaged', 'The file is not a folder');
  const { members } = source.zip;
  if (members.length > limits.maxEntries) throw tooManyEntries(limits);
  return {
    entries: members.map(
      ({ name, sizeBytes, dataOffset }, index): ArchiveEntry => ({
        name,
        rawName: undefined,
        isDirectory: false,
        isSymlink: false,
        isEncrypted: false,
        sizeBytes,
        packedBytes: sizeBytes,
        crc32: undefined,
        method: 'stored',
        offset: dataOffset,
        index,
      }),
    ),
    isSolid: false,
    isMultiVolume: false,
    hasEncryptedHeaders: false,
    comment: undefined,
  };
}
