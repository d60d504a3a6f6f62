// Writes one entry of a zip: local header, packed content and central header (APPNOTE 6.3.10, sections 4.3.7 and 4.3.12).
import { crc32, deflateRawSync } from 'node:zlib';

export interface NewZipEntry {
  rawName: Uint8Array;
  content: Uint8Array;
  isStored: boolean;
  modifiedAt: Date;
  /** Offset of the local header in the file. */
  offset: number;
  /** General purpose flags. Default: the name is UTF-8. */
  flags?: number;
  /** Extra fields of both headers. */
  extra?: Uint8Array | undefined;
  /** External attributes. Default: a regular file for Unix and Windows. */
  attributes?: number;
  /** Version and system of the program that made the entry. Default: 2.0 on Unix. */
  madeBy?: number;
}

export interface MadeZipEntry {
  local: Buffer;
  packed: Uint8Array;
  central: Buffer;
}

const max32 = 0xffff_ffff;
const zip64Id = 0x0001;
const empty = Buffer.alloc(0);
/** Default size of the memory that zlib reserves for its output. */
const maxChunkSize = 16 * 1024;

/** Reserves less for short content, because the result keeps all of it. */
const toChunkSize = ({ length }: Uint8Array): number => Math.min(maxChunkSize, length + 64);

export function makeZipEntry({
  rawName,
  content,
  isStored,
  modifiedAt,
  offset,
  ...given
}: NewZipEntry): MadeZipEntry {
  const { flags = 0x800, extra = empty, attributes = 0o100644 * 0x1_0000, madeBy = 0x0314 } = given;
  const packed = isStored ? content : deflateRawSync(content, { chunkSize: toChunkSize(content) });
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(offset >= max32 ? 45 : 20, 0);
  facts.writeUInt16LE(flags, 2);
  facts.writeUInt16LE(isStored ? 0 : 8, 4);
  facts.writeUInt32LE(toDosTime(modifiedAt), 6);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(rawName.length, 22);
  facts.writeUInt16LE(extra.length, 24);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, rawName, extra]);
  const far = offset >= max32 ? makeFarField(offset) : empty;
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(attributes, 6);
  rest.writeUInt32LE(Math.min(offset, max32), 10);
  const start = Buffer.from('PK\x01\x02\0\0', 'latin1');
  start.writeUInt16LE(madeBy, 4);
  facts.writeUInt16LE(extra.length + far.length, 24);
  return { local, packed, central: Buffer.concat([start, facts, rest, rawName, extra, far]) };
}

function makeFarField(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(zip64Id, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

/** APPNOTE 4.4.6: MS-DOS date and time, from 1980 on. */
function toDosTime(date: Date): number {
  const years = Math.min(127, Math.max(0, date.getFullYear() - 1980));
  const day = years * 512 + (date.getMonth() + 1) * 32 + date.getDate();
  const time = date.getHours() * 2048 + date.getMinutes() * 32 + Math.floor(date.getSeconds() / 2);
  return day * 0x1_0000 + time;
}
