// Builds files byte by byte for tests of readers.

/** The parts one after another; texts are taken as one byte a character. */
export function bytesOf(...parts: (string | number[] | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

/** `count` zeros. */
export function zeros(count: number): number[] {
  return new Array(count).fill(0);
}

/** Text as UTF-8; nothing for what is missing. */
export function toBytes(content: Uint8Array | string = ''): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
}

/** Little-endian numbers. */
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
