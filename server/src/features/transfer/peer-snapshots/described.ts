// What another program says of its books, in a file of JSON lines, which is written and read book by book.
import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export interface TheirDescription {
  /** A book of their program may be several files, each a book here. */
  bookIds: readonly string[];
  /** Fields of our metadata. */
  fields: Readonly<Record<string, unknown>>;
}

/** The name of the file in the folder that the database is read in. */
export const describedFile = 'described';

const lengthAtOnce = 1024 ** 2;

/** Writes the file in this folder, in place of one that is there. */
export function writeDescribed(folder: string, descriptions: Iterable<TheirDescription>): void {
  const file = openSync(join(folder, describedFile), 'w', 0o600);
  try {
    let lines = '';
    for (const one of descriptions) {
      lines += `${JSON.stringify(one)}\n`;
      if (lines.length < lengthAtOnce) continue;
      writeFileSync(file, lines);
      lines = '';
    }
    writeFileSync(file, lines);
  } finally {
    closeSync(file);
  }
}

export const readDescribedFile = (folder: string): AsyncIterable<TheirDescription> =>
  readDescribed(createReadStream(join(folder, describedFile)));

/** What was written, from its bytes. */
export async function* readDescribed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TheirDescription> {
  for await (const line of createInterface({ input: Readable.from(bytes), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line);
}
