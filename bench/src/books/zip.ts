// Minimal zips of stored or deflated files (APPNOTE 4.3).
import { crc32, deflateRawSync } from 'node:zlib';

export interface PackedFile {
  name: string;
  bytes: Uint8Array;
  /** Deflated content. The file is stored without it. */
  packed?: Uint8Array;
  crc: number;
}

export const toPacked = (name: string, bytes: Uint8Array, isDeflated = false): PackedFile => ({
  name,
  bytes,
  ...(isDeflated && { packed: deflateRawSync(bytes) }),
  crc: crc32(bytes),
});

export function toZip(files: readonly PackedFile[]): Buffer {
  const locals: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, packed = bytes, crc } of files) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(packed === bytes ? 0 : 8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        Buffer.from([20, 0]),
        fields,
        entry.subarray(2),
        Buffer.from(name),
      ]),
    );
    locals.push(local, packed);
    offset += local.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, Buffer.from('PK\x05\x06'), end]);
}
