// Where the first pages of a made library lie, for the references that send the same bytes.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

export const pageBytes = 350_000;

export interface FirstPage {
  file: string;
  offset: number;
  /** As it lies in the file: fewer than `pageBytes` where it is deflated. */
  packedBytes: number;
}

/** Of every book, in the order of their names. 30 bytes of header and the name stand before a page (APPNOTE 4.3.7). */
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
