// Unpacks an LZMA or LZMA2 stream of known size.
import { u16be } from '../bytes.ts';
import { LzmaDecoder } from './decoder.ts';
import { LzmaFault } from './range-coder.ts';

/** `properties` is the first byte of the LZMA properties. Throws LzmaFault. */
export function unpackLzma(properties: number, packed: Uint8Array, sizeBytes: number): Uint8Array {
  const output = new Uint8Array(sizeBytes);
  const decoder = new LzmaDecoder(output);
  decoder.setProperties(properties);
  decoder.resetState();
  decoder.decode(packed, sizeBytes);
  return output;
}

/**
 * Unpacks a sequence of chunks (xz-file-format.txt, section 5.3.1, and lzma2 of the LZMA SDK). Throws
 * LzmaFault.
 */
export function unpackLzma2(packed: Uint8Array, sizeBytes: number): Uint8Array {
  const output = new Uint8Array(sizeBytes);
  const decoder = new LzmaDecoder(output);
  let hasProperties = false;
  for (let at = 0; decoder.written < sizeBytes; ) {
    const control = packed[at] ?? 0;
    if (control === 1 || control >= 0xe0) decoder.resetDictionary();
    if (control < 0x80) {
      if (control !== 1 && control !== 2) throw new LzmaFault('Invalid LZMA2 chunk');
      at += 3;
      decoder.copy(takeChunk(packed, at, u16be(packed, at - 2) + 1));
      at += u16be(packed, at - 2) + 1;
      continue;
    }
    const unpackedBytes = (control & 0x1f) * 65_536 + u16be(packed, at + 1) + 1;
    const packedBytes = u16be(packed, at + 3) + 1;
    at += 5;
    if (control >= 0xc0) {
      decoder.setProperties(packed[at++] ?? 255);
      hasProperties = true;
    }
    if (!hasProperties) throw new LzmaFault('The first chunk has no properties');
    if (control >= 0xa0) decoder.resetState();
    decoder.decode(takeChunk(packed, at, packedBytes), unpackedBytes);
    at += packedBytes;
  }
  return output;
}

function takeChunk(packed: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > packed.length) throw new LzmaFault('The stream is truncated');
  return packed.subarray(at, at + length);
}
