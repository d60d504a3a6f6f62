// Reads numbers and signatures from untrusted bytes. Bytes past the end read as 0; no function throws.

export function u16be(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function u16le(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

export function u24le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}

export function u32be(bytes: Uint8Array, at: number): number {
  return u16be(bytes, at) * 0x1_0000 + u16be(bytes, at + 2);
}

export function u32le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at + 2) * 0x1_0000 + u16le(bytes, at);
}

/** Exact up to 2^53. Larger values are rounded; no real file size or offset reaches them. */
export function u64le(bytes: Uint8Array, at: number): number {
  return u32le(bytes, at + 4) * 0x1_0000_0000 + u32le(bytes, at);
}

export function i32le(bytes: Uint8Array, at: number): number {
  return u32le(bytes, at) | 0;
}

/** Whether `mark`, one byte per character, is at offset `at`. */
export function hasMark(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark.charCodeAt(i)) return false;
  return true;
}

/** Returns a Buffer that shares the memory. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
