// A folder of images as one file: the zip that readers get of it, made where it is looked at. Its pages lie in it at
// offsets as those of any archive do, so whatever reads archives reads folders.

import { crc32 } from 'node:zlib';
import {
  layOutZip,
  makeDirectory,
  makeLocalHeader,
  type PlacedMember,
  type StoredZip,
} from '../archive/zip/stored-zip.ts';
import { FormatError } from '../error.ts';
import { partitionPoint } from '../partition-point.ts';
import { type ByteSource, type FileSource, readInParts } from '../source.ts';

export interface FolderFile {
  /** As it is shown, without a path. */
  name: string;
  sizeBytes: number;
}

export interface FolderSource extends FileSource {
  readonly zip: StoredZip;
  /** Bytes of one of its files, by its place in the list; fewer at its end. */
  readFile(place: number, offset: number, length: number): Uint8Array;
}

export interface FolderFacts {
  path: string | Buffer;
  modifiedUs: number;
  files: readonly FolderFile[];
  /** Opens a file by its place in the list. Errors of the file system pass through with their codes. */
  open(place: number): FileSource;
}

const chunkBytes = 1024 * 1024;

export const isFolderSource = (source: ByteSource): source is FolderSource => 'zip' in source;

/** One of the files is open at a time. */
export function openFolderSource({ path, modifiedUs, files, open }: FolderFacts): FolderSource {
  const zip = layOutZip(files);
  const crcs = new Map<number, number>();
  let current: { place: number; file: FileSource } | undefined;

  function readFile(place: number, offset: number, length: number): Uint8Array {
    if (current?.place !== place) {
      current?.file.close();
      current = undefined;
      current = { place, file: open(place) };
    }
    if (current.file.size !== files[place]?.sizeBytes)
      throw new FormatError('parser', 'A page was written to just now', { reason: 'truncated' });
    return current.file.read(offset, length);
  }

  function crcOf(place: number, { sizeBytes }: PlacedMember): number {
    const known = crcs.get(place);
    if (known !== undefined) return known;
    let crc = 0;
    for (let at = 0; at < sizeBytes; at += chunkBytes)
      crc = crc32(readFile(place, at, Math.min(chunkBytes, sizeBytes - at)), crc);
    crcs.set(place, crc);
    return crc;
  }

  /** The bytes from `offset` to the end of the part of the zip that it lies in, at most `length`. */
  function readPart(offset: number, length: number): Uint8Array {
    if (offset >= zip.directoryOffset) {
      const all = makeDirectory(
        zip,
        zip.members.map((member, i) => crcOf(i, member)),
      );
      return all.subarray(offset - zip.directoryOffset, offset - zip.directoryOffset + length);
    }
    const place = findMember(zip.members, offset);
    const member = zip.members[place];
    if (!member) return new Uint8Array(0);
    if (offset >= member.dataOffset) {
      const at = offset - member.dataOffset;
      return readFile(place, at, Math.min(length, member.sizeBytes - at));
    }
    const header = makeLocalHeader(member, crcOf(place, member));
    return header.subarray(offset - member.headerOffset, offset - member.headerOffset + length);
  }

  const whole = { size: zip.sizeBytes, readPart, tooShort: 'A page became shorter' };
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

/** The last member that begins at or before `offset`. */
const findMember = (members: readonly PlacedMember[], offset: number): number =>
  Math.max(0, partitionPoint(members.length, (i) => (members[i]?.headerOffset ?? 0) <= offset) - 1);
