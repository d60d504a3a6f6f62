// Writes a zip for an EPUB (OCF 3, section 4.2): in the given order, without extra fields, and deterministic.
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

export interface ZipMember {
  name: string;
  bytes: Uint8Array;
  /** True for images and other data that does not compress. */
  isStored: boolean;
}

/** 1 January 1980, the first day that a zip can store, without the extra field for other times. */
const times = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

export async function writeZip(members: readonly ZipMember[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, bytes, isStored } of members) {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    zip.addBuffer(given, name, { ...times, compress: !isStored });
  }
  zip.end();
  return buffer(zip.outputStream);
}
