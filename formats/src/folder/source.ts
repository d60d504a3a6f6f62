// A folder of images as one file: the zip that readers download, generated on access. Pages have offsets in
// it like the pages of any archive, so archive readers can read folders.

import { crc32 } from 'node:zlib';
import {
  createStoredZip,
  type LocatedMember,
  makeDirectory,
  makeLocalHeader,
  type StoredZip,
} from '../archive/zip/stored-zip.ts';
import { FormatError } from '../error.ts';
import { partitionPoint } from '../partition-point.ts';
import { type ByteSource, type FileSource, readInParts } from '../source.ts';

export interface FolderFile {
  /** Name for display, without a path. */
  name: string;
  sizeBytes: number;
}

export interface FolderSource extends FileSource {
  readonly zip: StoredZip;
  /** Returns bytes of the file with this index; fewer at its end. */
  readFile(index: number, offset: number, length: number): Uint8Array;
}

export interface FolderFacts {
  path: string | Buffer;
  modifiedUs: number;
  files: readonly FolderFile[];
  /** Opens the file with this index. File system errors pass through with their codes. */
  open(index: number): FileSource;
}

const chunkBytes = 1024 * 1024;

export const isFolderSource = (source: ByteSource): source is FolderSource => 'zip' in source;

/** At most one of the files is open at a time. */
export function openFolderSource({ path, modifiedUs, files, open }: FolderFacts): FolderSource {
  const zip = createStoredZip(files);
  const crcs = new Map<number, number>();
  let current: { index: number; file: FileSource } | undefined;

  function readFile(index: number, offset: number, length: number): Uint8Array {
    if (current?.index !== index) {
      current?.file.close();
      current = undefined;
      current = { index, file: open(index) };
    }
    if (current.file.size !== files[index]?.sizeBytes)
      throw new FormatError('parser', 'A page has changed since it was listed', { reason: 'truncated' });
    return current.file.read(offset, length);
  }

  function crcOf(index: number, { sizeBytes }: LocatedMember): number {
    const known = crcs.get(index);
    if (known !== undefined) return known;
    let crc = 0;
    for (let at = 0; at < sizeBytes; at += chunkBytes)
      crc = crc32(readFile(index, at, Math.min(chunkBytes, sizeBytes - at)), crc);
    crcs.set(index, crc);
    return crc;
  }

  /** Returns at most `length` bytes from `offset`, up to the end of that part of the zip. */
  function readPart(offset: number, length: number): Uint8Array {
    if (offset >= zip.directoryOffset) {
      const all = makeDirectory(
        zip,
        zip.members.map((member, i) => crcOf(i, member)),
      );
      return all.subarray(offset - zip.directoryOffset, offset - zip.directoryOffset + length);
    }
    const index = findMember(zip.members, offset);
    const member = zip.members[index];
    if (!member) return new Uint8Array(0);
    if (offset >= member.dataOffset) {
      const at = offset - member.dataOffset;
      return readFile(index, at, Math.min(length, member.sizeBytes - at));
    }
    const header = makeLocalHeader(member, crcOf(index, member));
    return header.subarray(offset - member.headerOffset, offset - member.headerOffset + length);
  }

  const whole = { size: zip.sizeBytes, readPart, tooShort: 'A page has become shorter' };
  return {
    path,
    modifiedUs,
    size: zip.sizeBytes,
    zip,
    readFile,
    read: (offset, length) => readInParts(whole, offset, length),
    close() {
      current?.file.close();
      current = undefined;
    },
  };
}

/** Returns the last member that begins at or before `offset`. */
const findMember = (members: readonly LocatedMember[], offset: number): number =>
  Math.max(0, partitionPoint(members.length, (i) => (members[i]?.headerOffset ?? 0) <= offset) - 1);
