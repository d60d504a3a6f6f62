// Where the first page of a made library lies, for the references that send the same bytes.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

export const pageBytes = 350_000;

export interface FirstPage {
  file: string;
  offset: number;
  read(): Buffer;
}

/** 30 bytes of header and the name stand before it. */
export function firstPageOf(folder: string): FirstPage {
  const [series = ''] = readdirSync(folder).toSorted();
  const [book = ''] = readdirSync(join(folder, series)).toSorted();
  const file = join(folder, series, book);
  const offset = 30 + '001.jpg'.length;
  return {
    file,
    offset,
    read() {
      const bytes = Buffer.alloc(pageBytes);
      const fd = openSync(file, 'r');
      readSync(fd, bytes, 0, pageBytes, offset);
      closeSync(fd);
      return bytes;
    },
  };
}
