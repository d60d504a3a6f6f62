// Builds files byte by byte for reader tests.

/** Concatenates the parts. Texts are encoded as Latin-1. */
export function bytesOf(...parts: (string | number[] | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

/** Returns `count` zeros. */
export function zeros(count: number): number[] {
  return new Array(count).fill(0);
}

/** Encodes text as UTF-8. Undefined becomes an empty buffer. */
export function toBytes(content: Uint8Array | string = ''): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
}

/** Little-endian integers. */
export const u8 = (value: number): Buffer => Buffer.of(value & 0xff);

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
