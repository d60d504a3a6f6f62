// Reads an image's header as the server does from a file on disk.
import { readImageHeader } from '@lectern/formats/image/header';
import type { ImageHeader } from '@lectern/formats/image/types';

/** The header by a head of `headBytes` and the windows behind it that the reader asks for. */
export function readByWindows(bytes: Uint8Array, headBytes: number): ImageHeader | undefined {
  return readImageHeader(bytes.subarray(0, headBytes), (offset, length) =>
    bytes.subarray(offset, offset + length),
  );
}
