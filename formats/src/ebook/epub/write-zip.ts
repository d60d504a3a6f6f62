// Writes a zip as EPUBs want it (OCF 3, section 4.2): in the order given, without extra fields, the same bytes for the same
// content.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  bytes: Uint8Array;
  /** Pictures and the like do not shrink. */
  isStored: boolean;
}

/** 1 January 1980, the first day that a zip can name. */
const date = 0x21;
const version = 20;
const isUtf8 = 0x800;
const compressionLevel = 6;

export function writeZip(members: readonly ZipMember[]): Buffer {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes, isStored } of members) {
    const data = isStored ? bytes : deflateRawSync(bytes, { level: compressionLevel });
    const encodedName = Buffer.from(name);
    const facts = toFacts(bytes, data, { isStored, nameBytes: encodedName.length });
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts]);
    locals.push(local, encodedName, data);
    directory.push(toDirectoryEntry(facts, offset), encodedName);
    offset += local.length + encodedName.length + data.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([...locals, index, toEnd(members.length, index.length, offset)]);
}

/** What local header and directory have in common: 26 bytes. */
function toFacts(
  bytes: Uint8Array,
  data: Uint8Array,
  { isStored, nameBytes }: { isStored: boolean; nameBytes: number },
): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(version, 0);
  facts.writeUInt16LE(isUtf8, 2);
  facts.writeUInt16LE(isStored ? 0 : 8, 4);
  facts.writeUInt16LE(date, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(data.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(nameBytes, 22);
  return facts;
}

function toDirectoryEntry(facts: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const mark = Buffer.from('PK\x01\x02\0\0', 'latin1');
  mark.writeUInt16LE(version, 4);
  return Buffer.concat([mark, facts, rest]);
}

function toEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
