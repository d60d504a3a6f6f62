// The bytes of a streamed zip of stored files. A range reads only the files it covers.
import { crc32 } from 'node:zlib';
import { makeDirectory, makeLocalHeader, type StoredZip } from '@lectern/formats/archive/zip/stored-zip';

export interface Part {
  start: number;
  /** Inclusive. */
  end: number;
}

export interface ZipSource {
  zip: StoredZip;
  /** Known checksums of members by index. The end of the zip requires all of them. */
  crcs: Map<number, number>;
  read(place: number): Promise<Uint8Array>;
}

export async function* makeZipParts(
  { zip, crcs, read }: ZipSource,
  { start, end }: Part = { start: 0, end: zip.sizeBytes - 1 },
): AsyncGenerator<Uint8Array> {
  const cut = (bytes: Uint8Array, at: number) =>
    bytes.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
  const isEndWanted = end >= zip.directoryOffset;
  for (const [place, member] of zip.members.entries()) {
    const isWanted = member.dataOffset + member.sizeBytes > start && member.headerOffset <= end;
    if (!isWanted && (!isEndWanted || crcs.has(place))) continue;
    const bytes = await read(place);
    const crc = crc32(bytes);
    crcs.set(place, crc);
    if (!isWanted) continue;
    const header = cut(makeLocalHeader(member, crc), member.headerOffset);
    if (header.length > 0) yield header;
    const data = cut(bytes, member.dataOffset);
    if (data.length > 0) yield data;
  }
  if (!isEndWanted) return;
  const directory = makeDirectory(
    zip,
    zip.members.map((_, place) => crcs.get(place) ?? 0),
  );
  yield cut(directory, zip.directoryOffset);
}
