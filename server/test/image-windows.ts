// Reads an image header as the server does from a file on disk.
import { readImageHeader } from '@lectern/formats/image/header';
import type { ImageHeader } from '@lectern/formats/image/types';

/** Reads the header from the first `headBytes` bytes and the further ranges that the reader requests. */
export function readByWindows(bytes: Uint8Array, headBytes: number): ImageHeader | undefined {
  return readImageHeader(bytes.subarray(0, headBytes), (offset, length) =>
    bytes.subarray(offset, offset + length),
  );
}
