// Searches the raw bytes of a PDF for facts that PDFium does not provide.
import type { ByteSource } from '../source.ts';

const MiB = 1024 * 1024;
/** The objects that describe a document are near its start (linearized files) or its end. Pages are between them. */
const HEAD_BYTES = MiB;
const TAIL_BYTES = 3 * MiB;

/** Returns the bytes at both ends of a file, or a small file as one part. */
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
 * Whether the bytes at either end contain page objects (`/Type /Page`) outside compressed object streams. Then a document
 * without pages in PDFium is damaged, not empty.
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
