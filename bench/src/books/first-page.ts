// Offsets of the first pages of a generated library, for the references that send the same bytes.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

export const pageBytes = 350_000;

export interface FirstPage {
  file: string;
  offset: number;
  /** Size in the file: smaller than `pageBytes` if the page is deflated. */
  packedBytes: number;
}

/**
 * Returns the first page of every book, sorted by name. A page follows a header of 30 bytes and the name (APPNOTE
 * 4.3.7).
 */
export function firstPagesOf(folder: string): FirstPage[] {
  const list = (path: string) => readdirSync(path).toSorted();
  const files = list(folder).flatMap((series) =>
    list(join(folder, series)).map((book) => join(folder, series, book)),
  );
  return files.map((file) => ({
    file,
    offset: 30 + '001.jpg'.length,
    packedBytes: readBytes(file, 18, 4).readUInt32LE(),
  }));
}

export function readBytes(file: string, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const fd = openSync(file, 'r');
  readSync(fd, bytes, 0, length, offset);
  closeSync(fd);
  return bytes;
}
