// Looks into the bytes of a PDF without understanding it, for what PDFium does not tell.
import type { ByteSource } from '../source.ts';

const MiB = 1024 * 1024;
/** Writers put what describes a document near its start (linearized files) or its end; between are pages. */
const HEAD_BYTES = MiB;
const TAIL_BYTES = 3 * MiB;

/** The bytes at both ends of a file, or all of it in one part when it is not larger than these. */
export function readEnds(source: ByteSource): { bytes: Buffer; offset: number }[] {
  const { size } = source;
  if (size <= HEAD_BYTES + TAIL_BYTES) return [{ bytes: toBuffer(source.read(0, size)), offset: 0 }];
  const offset = size - TAIL_BYTES;
  return [
    { bytes: toBuffer(source.read(0, HEAD_BYTES)), offset: 0 },
    { bytes: toBuffer(source.read(offset, TAIL_BYTES)), offset },
  ];
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Whether page objects (`/Type /Page`) stand in the bytes at both ends, outside compressed object streams: then a
 * document that has no pages for PDFium is damaged, not empty.
 */
export function hasPageObjects(source: ByteSource): boolean {
  return readEnds(source).some(({ bytes: part }) => {
    for (let at = part.indexOf('/Page'); at >= 0; at = part.indexOf('/Page', at + 1)) {
      const before = part.toString('latin1', Math.max(0, at - 16), at);
      const after = part.toString('latin1', at + 5, at + 6);
      if (/\/Type\s*$/.test(before) && !/[A-Za-z0-9]/.test(after)) return true;
    }
    return false;
  });
}
