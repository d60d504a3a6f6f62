// Book metadata of another program as a JSON lines file, written and read one book at a time.
import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export interface TheirDescription {
  /** A source book may have several files, each of which is a book in Lectern. */
  bookIds: readonly string[];
  /** Fields of Lectern's book metadata. */
  fields: Readonly<Record<string, unknown>>;
}

/** File name in the folder in which the database is read. */
export const describedFile = 'described';

const lengthAtOnce = 1024 ** 2;

/** Writes the file, replacing an existing one. Returns the number of books. */
export function writeDescribed(folder: string, descriptions: Iterable<TheirDescription>): number {
  const file = openSync(join(folder, describedFile), 'w', 0o600);
  try {
    let lines = '';
    let count = 0;
    for (const one of descriptions) {
      count += one.bookIds.length;
      lines += `${JSON.stringify(one)}\n`;
      if (lines.length < lengthAtOnce) continue;
      writeFileSync(file, lines);
      lines = '';
    }
    writeFileSync(file, lines);
    return count;
  } finally {
    closeSync(file);
  }
}

export const readDescribedFile = (folder: string): AsyncIterable<TheirDescription> =>
  readDescribed(createReadStream(join(folder, describedFile)));

/** Parses the bytes of the file. */
export async function* readDescribed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TheirDescription> {
  for await (const line of createInterface({ input: Readable.from(bytes), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line);
}
